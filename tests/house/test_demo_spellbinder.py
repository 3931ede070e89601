"""The recorded game of Spellbinder: each of its rules and of its questions happens by mail."""

import json
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from adjudicator.chance import Chance, commitment
from adjudicator.cli import main
from adjudicator.office.play_records import PhaseRan
from tests.house.demos import SPELLBINDER, Demo, demo_of, text
from variants.spellbinder.state import State


class Silomant(NamedTuple):
    """The game, and its states by the phase that had been run."""

    demo: Demo
    states: dict[str, State]

    def report(self, phase: str, seat: str = "algona") -> str:
        """What a seat was told of a phase, on one line."""
        mail = self.demo.mails[f"report.silomant.{phase.lower()}.1.{seat.lower()}"]
        return " ".join(text(mail).split())

    def asked(self, phase: str, seat: str) -> str:
        """The question that a seat was put in a phase, on one line; "" if none was."""
        front = f"question.silomant.{phase.lower()}.1.{seat.lower()}."
        asked = [mail for name, mail in self.demo.mails.items() if name.startswith(front)]
        return " ".join(" ".join(text(mail).split()) for mail in asked)


@pytest.fixture(scope="module")
def silomant(tmp_path_factory: pytest.TempPathFactory) -> Silomant:
    demo = demo_of(SPELLBINDER, tmp_path_factory)
    states = {
        step.record.ran: step.after.position()
        for step in demo.steps()
        if isinstance(step.record, PhaseRan)
    }
    return Silomant(demo, states)


class Happening(NamedTuple):
    """A rule that happens: what the report says of it, and what is then on the board.

    there   ``UA 0518 10``, a wizard's points ``UMARON 0518 0``, ``no SE``
    to      whose report it is
    """

    rule: str
    phase: str
    said: Sequence[str]
    there: Sequence[str] = ()
    to: str = "algona"


HAPPENINGS = [
    Happening(
        "3.0: of those who roll the highest both roll again",
        "SETUP",
        [
            "Algona rolls a 6. Umaron rolls a 6. Algona rolls a 1. Umaron rolls a 6.",
            "Turn 1 will be played in this order: Umaron, Darman, Sharn, Algona.",
            "initiative of turn 1, Umaron, roll 2: 6 of 6",
        ],
    ),
    # Ships (4.6)
    Happening(
        "4.61, 4.66: loaded, used, sailed",
        "T1",
        [
            "Sharn is the first to use ship 2, and controls it.",
            "Sharn's A and B and Sharn go aboard ship 2 in 2714.",
            "Ship 2 sails 2714-2613-2513-2412-2313.",
        ],
        ["SA @2 10", "SHARN @2 25"],
    ),
    Happening(
        "4.63: landed, and on by ground",
        "T2",
        ["Sharn's A and B and Sharn land in 2212. Sharn's A and B: 2212-2112-2012."],
        ["SHARN 2112 19"],
    ),
    Happening(
        "4.69: challenged for, won and sailed",
        "T3",
        [
            "Umaron challenges Sharn for ship 2: 5 to 1.",
            "Umaron controls ship 2 now, which was Sharn's. Ship 2 sails 2313-2213-2214-2115-2116.",
            "Umaron: Umaron challenges Sharn: 5 of 6",
        ],
    ),
    Happening("4.67: captured", "T5", ["Sharn captures ship 1, which was Umaron's."]),
    Happening("8.3: given away", "T5", ["Umaron gives ship 2 to Algona."]),
    Happening("4.67: captured from under her hands", "T9", ["Sharn captures ship 2, which was"]),
    # The garrisons of the island (9.1 3C)
    Happening(
        "one attacks: 20 to 20, mountain, a 1",
        "T2",
        [
            "Garrison G4 (20) attacks Sharn's A and B (20) in 2012, mountain: difference 0, "
            "die 1, -1 for the terrain: the attackers lose 1.",
            "Sharn: garrison attack on 2012: 1 of 6",
        ],
        ["SA 2012 10", "SB 2012 10", "G4 1912 7"],
    ),
    Happening(
        "two attack together: 28 to 20, clear, a 2 in the column 7-10",
        "T12",
        ["Garrison G1 and garrison G2 (28) attack Sharn's C and D (20) in 2010, clear"],
    ),
    # Scaling (4.5)
    Happening(
        "the third phase of an attempt: a 1, and a climb that costs 5 - 2",
        "T6",
        [
            "Algona's C and D scale the wall from 3219 into 3220: a 1. "
            "The climb costs Algona's C and D 3 points.",
            "Algona: Algona's C, Algona's D scaling from 3219: 1 of 6",
            "Algona: losses of Algona's C, Algona's D scaling from 3219: 5 of 6",
        ],
        ["AC 3220 7", "AD 3220 8"],
    ),
    # Magic (6.0, 7.0)
    Happening(
        "6.36: nobody can defend; 3 + 5",
        "T2",
        ["Algona casts Invocation of Thunder with 5 points at Sharn's E and F in 3317; no spell"],
    ),
    Happening(
        "6.33, 6.4: at a wizard; 1 + 2 - 6 backfires",
        "T3",
        [
            "Umaron casts Sword of Corth with 2 points at Sharn in 2112; Sharn meets it by Armor "
            "of Dismoth with 6 points. It backfires and costs Umaron 3 spellbinder points."
        ],
        ["SHARN 2112 13"],
    ),
    Happening(
        "7.2: a Spellbinder at a garrison",
        "T6",
        [
            "Sharn casts Spellbinder with 5 points at garrison G2 in 1910; no spell meets it. "
            "Sharn has 25 spellbinder points."
        ],
    ),
    Happening(
        "7.1: a Regeneration at an enemy",
        "T12",
        ["Darman casts Regeneration with 5 points", "Darman brings back strength in"],
        ["DE 0619 10", "DF 0619 10"],
    ),
    # Castles and wizards (9.1 3D, 6.7, 6.8)
    Happening(
        "occupied by the gate",
        "T3",
        [
            "Darman's E occupies Aramet Shur, the home of Umaron. "
            "Umaron loses 10 spellbinder points."
        ],
        ["UMARON 2113 5", "DARMAN 1419 25"],
    ),
    Happening(
        "occupied over the wall",
        "T6",
        [
            "Algona's C occupies Pindragalf, the home of Sharn. Sharn loses 10 spellbinder points. "
            "Algona gains 5 spellbinder points."
        ],
        ["SHARN @1 15"],
    ),
    Happening(
        "sent home at 0",
        "T4",
        [
            "Sharn meets it by Force Crusher with 2 points. It has no effect. Umaron has come to "
            "nothing and is at home in Aramet Shur, in 0518; out of play until he is back at 5: "
            "Umaron's A, B, C, D, E, F, G, H and I."
        ],
        ["UMARON 0518 0", "UA off 10", "UE off 5"],
    ),
    Happening(
        "his armies are back at 5, where he wishes",
        "T9",
        [
            "Umaron recovers to 5 spellbinder points. Umaron's armies are back in Aramet Shur: "
            "A and B in 0518; C, D and I in 0519; E and F in 0418; G and H in 0419."
        ],
        ["UA 0518 10", "UE 0418 5"],
    ),
    Happening(
        "below 0 a wizard is out",
        "T19",
        [
            "Umaron's G occupies Elsmoor, the home of Darman. Darman loses 10 spellbinder points. "
            "Umaron gains 5 spellbinder points. Darman is out of the game, and all his armies "
            "with him."
        ],
        ["no DE"],
    ),
    # Alliances (8.0)
    Happening(
        "granted, to the knowledge of both alone",
        "T1",
        ["Umaron allows Darman free passage."],
        to="darman",
    ),
    Happening(
        "used",
        "T2",
        ["Umaron and Darman are allied: Darman has made use of free passage."],
        ["DC 1419 10"],
    ),
    Happening(
        "broken, so that an order became impossible",
        "T3",
        [
            "Umaron no longer allows Darman free passage.",
            "Darman, “MOVE C, D, Darman TO 1718 BY ROAD”: another player's units hold the next "
            "hex (Darman's C and D and Darman, in 1419).",
        ],
        ["DC 1419 10"],
        to="darman",
    ),
    # Armies (6.5, 6.6)
    Happening(
        "losses as ordered: B first",
        "T3",
        ["Umaron losses of Sharn in attack on 2012: B 1, by your order `standing losses: B, A`."],
        ["SA 2012 10", "SB 2012 9"],
        to="sharn",
    ),
    Happening(
        "losses by the default: off the strongest",
        "T6",
        ["Algona's C loses 2, and has 7 left. Algona's D loses 1, and has 8 left."],
    ),
    Happening(
        "merged",
        "T7",
        ["Sharn's G gives 3 to Sharn's H, which has 10 now, and keeps 3."],
    ),
    Happening(
        "victory points at the end",
        "T20",
        [
            "Darman: 0 victory points. Sharn: 90 victory points. Algona: 70 victory points. "
            "Umaron: 50 victory points. The game is over: Sharn has won."
        ],
    ),
]


@pytest.mark.parametrize("case", HAPPENINGS, ids=lambda case: f"{case.phase} {case.rule}")
def test_it_happens(silomant: Silomant, case: Happening) -> None:
    report, after = silomant.report(case.phase, case.to), silomant.states[case.phase]
    for sentence in case.said:
        assert sentence in report, sentence
    standing = {
        code: f"{one.at or (f'@{one.ship}' if one.ship else 'off')} {number}"
        for code, one, number in (
            *((code, army, army.strength) for code, army in after.armies.items()),
            *((code, wizard, wizard.points) for code, wizard in after.wizards.items()),
        )
    }
    for piece in case.there:
        code, _, where = piece.removeprefix("no ").partition(" ")
        assert standing.get(code, "") == where, piece


def test_anybody_can_check_a_die(silomant: Silomant) -> None:
    """What `chance` publishes, and the words that Umaron put into the dice, give what the report
    says was rolled."""
    said = CliRunner().invoke(
        main, ["chance", "silomant", "--office", str(silomant.demo.folder), "--json"]
    )
    seeds = {one["phase"]: one for one in json.loads(said.output)["seeds"]}
    open_seed = bytes.fromhex(seeds["T3"]["seed"])
    chance = Chance(open_seed, "T3", seeds["T3"]["run"], {"UMARON": "the third cat"})
    assert chance.roll("Umaron: Umaron challenges Sharn") == 5
    assert chance.roll("Umaron: Sharn is challenged by Umaron") == 1
    assert f"Commit T3 1: {commitment(open_seed, 'silomant', 'T3', 1)}" in silomant.report("T2")


def test_an_alliance_is_a_secret_until_it_is_used(silomant: Silomant) -> None:
    for seat in ("sharn", "algona"):
        assert "free passage" not in silomant.report("T1", seat)


class Stop(NamedTuple):
    """A turn that stops: who is asked, what is told in the question, and what comes of it."""

    how: str
    phase: str
    seat: str
    asks: str
    said: str
    mine: str = ""


STOPS = [
    Stop(
        "answered by a plain reply",
        "T3",
        "SHARN",
        "Umaron casts a spell at your wizard Sharn. By what does Sharn defend, with 19 points in",
        "Sharn meets it by Armor of Dismoth with 6 points.",
    ),
    Stop(
        "answered by the line of the template",
        "T4",
        "SHARN",
        "Umaron defence of wizard Sharn against Umaron: NONE",
        "Sharn meets it by Force Crusher with 2 points.",
    ),
    Stop(
        "not answered: the standing order counts",
        "T10",
        "DARMAN",
        "Umaron casts a spell at your armies E, F in 0619.",
        "Darman meets it by Armor of Dismoth with 3 points.",
        "ARMOR 3, by your order `standing defence: ARMOR 3 if target = armies and hex = 0619",
    ),
    Stop(
        "not answered, and nothing stands against Darman: the default counts",
        "T11",
        "UMARON",
        "Darman casts a spell at your armies C, D in 0519.",
        "Darman casts Hammer of Goron Troll with 4 points at Umaron's C and D in 0519; no spell",
        "Darman defence of armies in 0519 against Darman: NONE; ",
    ),
]


@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.how)
def test_a_turn_stops_for_a_defence(silomant: Silomant, stop: Stop) -> None:
    asked = silomant.asked(stop.phase, stop.seat)
    assert stop.asks in asked
    told = asked.partition("You are asked")[0]
    assert stop.said not in told  # neither the spell nor its points (6.3)
    assert stop.said in silomant.report(stop.phase)
    assert stop.mine in silomant.report(stop.phase, stop.seat)


def test_nobody_else_is_asked(silomant: Silomant) -> None:
    asked = {name.split(".")[2] for name in silomant.demo.mails if name.startswith("question.")}
    assert asked == {"t3", "t4", "t10", "t11", "t12"}


ANSWERED = [
    ("setup-darman-misspelt", "Is “place” meant?"),
    ("setup-darman", "5 orders read, 0 faults."),
    ("t01-sharn", "losses: b then a read as standing losses: B, A"),
    ("t03-umaron", "against Sharn: Stillness 2 read as standing defence: STILLNESS 2 if"),
    ("t03-sharn-answers", "ARMOR 6"),
    ("t04-algona", "read as SCALE C, D INTO 3220, 3320"),
    (
        "t05-sharn",
        "wizard boards ship 1, sail to 2714 read as LOAD Sharn ON 1 read as SAIL 1 TO 2714",
    ),
    ("t08-algona", "E, F, G, H would end in 1905"),
    ("t09-sharn", "g h capture ship 2 read as LOAD G, H ON 2"),
    ("t13-umaron-too-late", "it is for T13, and The Land of Silomant is at T14"),
    ("t20-sharn", "No order was read in it; it changes nothing."),
]


@pytest.mark.parametrize(("slug", "words"), ANSWERED, ids=[slug for slug, _ in ANSWERED])
def test_what_is_answered(silomant: Silomant, slug: str, words: str) -> None:
    assert words in " ".join(silomant.demo.answer(slug).split())
