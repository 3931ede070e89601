"""The recorded game of Young Kingdoms: each special rule happens in it as the rules have it."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from adjudicator.office.play_records import PhaseRan
from adjudicator.simultaneous.game import counted
from tests.house.demos import YOUNG_KINGDOMS, Demo, demo_of, text
from tests.variants.young_kingdoms.cases import texts
from variants.young_kingdoms.state import CLOSED_BOARD, State


class Kingdoms(NamedTuple):
    """The game, and its states by the phase that had been run: ``start`` is the opening."""

    demo: Demo
    states: dict[str, State]

    def report(self, phase: str) -> str:
        """What all were told of the phase, on one line."""
        return " ".join(text(self.demo.mails[f"report.ruby-throne.{phase.lower()}.1.shz"]).split())


@pytest.fixture(scope="module")
def kingdoms(tmp_path_factory: pytest.TempPathFactory) -> Kingdoms:
    demo = demo_of(YOUNG_KINGDOMS, tmp_path_factory)
    states: dict[str, State] = {}
    for step in demo.steps():
        if isinstance(step.record, PhaseRan) and step.before is not None:
            states.setdefault("start", step.before.position())
            states[step.record.ran] = step.after.position()
    return Kingdoms(demo, states)


class Happening(NamedTuple):
    """A rule that happens: what the report says of it, where pieces are then, and who owns what.

    there      ``MEL D GRO``, or after a ``no`` a piece that is not on the board
    owned      ``GRO -``: the owner of a center, - for nobody
    """

    rule: str
    phase: str
    said: Sequence[str]
    there: Sequence[str] = ()
    owned: Sequence[str] = ()


TOWNS = "Isle of the Purple Towns"

HAPPENINGS = [
    # The Dragon (YK 5)
    Happening(
        "two moves",
        "S6480M",
        ["D CAV - DRW FIRST succeeds", "D DRW - JHA succeeds"],
        ["MEL D JHA"],
    ),
    Happening("it frees a center", "F6480M", ["D JHA - GRO succeeds"], ["MEL D GRO"], ["GRO -"]),
    Happening(
        "a first move dislodges, and a unit of Melnibone's comes to share the space",
        "F6481M",
        [
            "D SPS - PAN FIRST succeeds",
            "F DRN - PAN succeeds",
            "F PAN H void the Dragon's first move has dislodged a piece that it needs",
            "F PAN was dislodged by D SPS (Melnibone); it may retreat to DRN or DRW.",
        ],
        ["MEL D PAN", "MEL F PAN"],
    ),
    Happening("what such a unit takes stays Melnibone's", "F6481R", [], [], ["PAN MEL"]),
    Happening(
        "a first move fails against Elric and a unit, and the second is void",
        "F6482M",
        [
            "D NAD - RIG FIRST bounces bounced by A RIG (Vilmir) and E RIG (Vilmir)",
            "D RIG - KRL void the Dragon's first move failed, so it is not there",
        ],
        ["MEL D NAD", "MEL F NAD"],
        ["NAD MEL"],
    ),
    Happening(
        "together with an A/F, 5 halves against 4",
        "F6483M",
        [
            "D DRN - DRE succeeds A/F DRN - DRE succeeds",
            "F STV S F DRE given",
            "F DRE was dislodged by A/F DRN (Melnibone) and D DRN (Melnibone)",
        ],
        ["MEL D DRE", "MEL A/F DRE"],
    ),
    Happening("its support is worth 3", "S6481M", ["D SPS S F DRN - PYA given"], ["MEL F PYA"]),
    Happening(
        "it is dislodged, and retreats to a unit of its own",
        "F6484R",
        ["D DRE R JAD succeeds"],
        ["MEL D JAD", "MEL A JAD"],
        ["JAD MEL"],
    ),
    # Armies aboard fleets (YK 7)
    Happening(
        "out of harbour and ashore in one season",
        "S6480M",
        ["A/F FOE - SER succeeds A SER LAND ARG succeeds"],
        ["PUR F SER", "PUR A ARG"],
    ),
    Happening(
        "an A/F is bounced, and its landing never was",
        "S6480M",
        [
            "A/F IMR - DRN bounces bounced by F PAN (Dharijor) "
            "A DRN LAND JAD void its fleet is not in that sea",
            "F PAN - DRN bounces bounced by A/F IMR (Melnibone)",
        ],
        ["MEL A/F IMR"],
    ),
    Happening(
        "aboard and ashore while the fleet stays, with a support",
        "F6481M",
        ["A FOE BOARD F STV succeeds A STV LAND HRO succeeds F OLD S A STV - HRO given"],
        ["PUR A HRO", "PUR F STV"],
    ),
    Happening(
        "aboard, across a sea, and ashore",
        "S6486M",
        ["A FOE BOARD F DRE succeeds A/F DRE - DRS succeeds A DRS LAND RAM succeeds"],
        ["PUR F DRS", "PUR A RAM"],
    ),
    Happening(
        "an army lands while its fleet is dislodged",
        "F6484M",
        [
            "A/F DRE H holds A DRE LAND JAD succeeds",
            f"F DRE was dislodged by F STV ({TOWNS}); it may retreat to DRN or IMR.",
        ],
        ["MEL A JAD", "PUR F DRE"],
    ),
    Happening(
        "an A/F is dislodged",
        "S6485M",
        [
            f"A/F DRN was dislodged by F DRE ({TOWNS}); it may retreat as one to IMR, or apart, "
            "the fleet to IMR, JAD or PYA and the army to IMR, JAD or PYA."
        ],
        ["PUR F DRN", "no MEL A/F DRN"],
    ),
    Happening(
        "and retreats in parts",
        "S6485R",
        ["F DRN R IMR succeeds A DRN R JAD succeeds"],
        ["MEL F IMR", "MEL A JAD"],
    ),
    Happening(
        "whom his own ferry cannot land stays aboard",
        "S6482M",
        [
            "A FOE - FIL bounces bounced by A FIL (Lormyr) F SER C A FOE - FIL given",
            "The army that was to land in FIL stays aboard.",
        ],
        ["PUR A/F SER"],
    ),
    Happening(
        "a ferry by another power's fleet",
        "S6483M",
        ["F DRE C A HRO - JAD given", "A HRO - JAD VIA succeeds"],
        ["PUR A JAD", "VLM F DRE"],
    ),
    Happening(
        "the parts of an A/F in harbour go two ways",
        "S6481M",
        ["F FOE - STV succeeds A FOE H holds"],
        ["PUR F STV", "PUR A FOE"],
    ),
    Happening("an A/F sails home", "F6482M", ["A/F DRN - IMR succeeds"], ["MEL A/F IMR"]),
    Happening(
        "two builds make an A/F in the Fortress",
        "F6480A",
        ["A FOE B succeeds F FOE B succeeds"],
        ["PUR A/F FOE"],
    ),
    Happening("and in Imrryr", "F6481A", ["A IMR B succeeds F IMR B succeeds"], ["MEL A/F IMR"]),
    # Garrisons (YK 3)
    Happening(
        "a garrison is beaten",
        "S6481M",
        [
            "G ORG was dislodged by A KRL (Vilmir) and E KRL (Vilmir); garrisons do not retreat, "
            "so it is disbanded."
        ],
        ["no NEUTRAL G ORG"],
    ),
    Happening(
        "a stranger's support saves one: 5 halves against 6",
        "S6484M",
        [
            "D DRE S A DRE - FOE given",
            f"A DRE LAND FOE bounces bounced by G FOE ({TOWNS}) and A/F FOE ({TOWNS})",
            "F SER S G FOE given",
            "The army that was to land in FOE stays aboard.",
        ],
        ["PUR G FOE", "PUR A/F FOE", "MEL A/F DRE"],
    ),
    # Elric (YK 6)
    Happening(
        "found by Melnibone he flees",
        "S6480M",
        ["Melnibone has found Elric in Jharkor (JHA); he has fled from there."],
    ),
    Happening(
        "Vilmir finds him",
        "F6480M",
        ["Vilmir has found Elric in Karlaak (KRL), and may make him its ally"],
        ["VLM A KRL", "no VLM E KRL"],
    ),
    Happening(
        "he is enlisted, and goes with a unit",
        "S6481M",
        ["ENLIST ELRIC succeeds A KRL - ORG succeeds E KRL - ORG succeeds"],
        ["VLM A ORG", "VLM E ORG"],
    ),
    Happening(
        "he supports: 3 halves against Chaos",
        "F6481M",
        [
            "A ORG - RIG succeeds E ORG S A ORG - RIG given",
            "C SIG - RIG bounces bounced by A ORG (Vilmir)",
        ],
        ["VLM A RIG", "VLM E ORG"],
    ),
    Happening("alone he takes a center for his ally", "F6481R", [], ["VLM E ORG"], ["ORG VLM"]),
    Happening(
        "dislodged he leaves his ally",
        "S6483M",
        [
            "E TAN was dislodged by C SIG (Dharijor); he leaves his ally.",
            "Elric has left Vilmir: driven out.",
            "Elric is hidden in one of the centers that were nobody's at the start.",
        ],
        ["no VLM E TAN", "DHJ C TAN"],
    ),
    Happening("and is found anew", "F6483R", ["Vilmir has found Elric in Karlaak (KRL)"]),
    Happening(
        "he is a guest, by the word of both",
        "S6484M",
        ["E KRL - VIL succeeds E KRL GUEST given", "A JAD - VIL succeeds A JAD ADMITS ELRIC given"],
        ["VLM E VIL", "PUR A VIL"],
    ),
    Happening(
        "he is renounced",
        "F6484M",
        ["RENOUNCE ELRIC succeeds", "Elric has left Vilmir: Vilmir has renounced his help."],
        ["no VLM E VIL"],
    ),
    # Chaos (YK 4)
    Happening(
        "two are built in one land, and another power's beside them",
        "F6480A",
        ["C SIL B succeeds C SIL B succeeds", "Oin-Yu C SIL B succeeds"],
        ["SHZ C SIL", "OIY C SIL"],
    ),
    Happening("one goes ashore by sea", "F6481M", ["C WBO - NIH succeeds"], ["OIY C NIH"]),
    Happening("and makes a center neutral", "F6481R", [], ["OIY C NIH"], ["NIH -"]),
    Happening("one went overland", "S6482M", ["C XAN - TAR succeeds"], ["SHZ C TAR"]),
    Happening("and goes to sea", "F6482M", ["C TAR - NPS succeeds"], ["SHZ C NPS"]),
    Happening(
        "one disbands instead of retreating",
        "F6482M",
        [
            "C NIH was dislodged by F WBO (Shazar); units of Chaos do not retreat, so it is "
            "disbanded."
        ],
        ["no OIY C NIH"],
        ["NIH SHZ"],
    ),
    Happening(
        "one is built by her who has no home left, once Elric is gone",
        "F6484A",
        ["Vilmir C SIG B succeeds"],
        ["VLM C SIG"],
    ),
    # Tanelorn (YK 8)
    Happening(
        "entered with Elric",
        "F6482M",
        [
            "A RIG - TAN succeeds E RIG - TAN succeeds",
            "C SIG - TAN bounces bounced by G TAN, A RIG (Vilmir) and E RIG (Vilmir)",
            "G TAN was dislodged by A RIG (Vilmir) and E RIG (Vilmir)",
        ],
        ["VLM A TAN", "VLM E TAN", "no NEUTRAL G TAN"],
        ["TAN VLM"],
    ),
    # The throne (YK 6)
    Happening(
        "Elric regains his throne",
        "F6485M",
        [
            "ENLIST ELRIC succeeds A FIL BOARD F DRS succeeds A/F DRS - DRE succeeds "
            "A DRE LAND IMR succeeds E FIL BOARD F DRS succeeds E DRE LAND IMR succeeds",
            f"{TOWNS} has brought Elric home. Elric has his throne again and has left the game. "
            "Melnibone is out of it, The Caves (CAV), Imrryr (IMR) and Tanelorn (TAN) are closed "
            "for ever, and 16 centers win.",
            "D KRL left the board, for Melnibone is out of the game.",
            "C KEL left the board, for Melnibone is out of the game.",
            "A IMR has to leave, for IMR is closed; it has nowhere to retreat and is disbanded.",
            "C TAN has to leave, for TAN is closed; units of Chaos do not retreat, so it is "
            "disbanded.",
            "Melnibone is eliminated.",
        ],
        ["PUR F DRE", "no PUR A IMR", "no PUR E IMR", "no MEL F IMR", "no MEL G IMR"],
        ["JAD -", "NAD -", "PAN -", "PYA -"],
    ),
]


@pytest.mark.parametrize("case", HAPPENINGS, ids=lambda case: f"{case.phase} {case.rule}")
def test_it_happens(kingdoms: Kingdoms, case: Happening) -> None:
    position, report = kingdoms.states[case.phase].position, kingdoms.report(case.phase)
    for sentence in case.said:
        assert sentence in report, sentence
    standing = {f"{power} {one}" for power, all_ in texts(position.units).items() for one in all_}
    for piece in case.there:
        assert (piece.removeprefix("no ") in standing) is not piece.startswith("no "), piece
    for fact in case.owned:
        center, owner = fact.split()
        assert position.centers[center] == (None if owner == "-" else owner)


def test_the_way_of_elric(kingdoms: Kingdoms) -> None:
    """His places, and who had him when: hidden, found, enlisted."""
    story = {phase: (one.elric.hidden, one.elric.finder) for phase, one in kingdoms.states.items()}
    assert story["start"] == ("JHA", None)
    assert story["S6480M"] == ("KRL", None)
    assert story["F6480A"] == ("KRL", "VLM")
    assert story["S6481M"] == ("", None)
    assert story["S6483M"] == ("KRL", None)
    assert story["F6483A"] == ("KRL", "VLM")
    assert story["F6484R"] == ("FIL", None)
    assert story["S6485R"] == ("FIL", "PUR")
    assert kingdoms.states["F6485M"].elric.reigns


def test_nobody_reads_where_he_hides_before_he_is_found(kingdoms: Kingdoms) -> None:
    for phase in ("F6484R", "F6484A", "S6485M"):
        assert kingdoms.states[phase].elric.hidden == "FIL"
        assert "Filkhar" not in kingdoms.report(phase)


def test_sixteen_centers_win_it(kingdoms: Kingdoms) -> None:
    """Eighteen would have been needed but for the throne; the Fortress counts two."""
    last = kingdoms.states["F6486R"]
    assert last.ended is not None
    assert (last.ended.how, last.ended.powers) == ("solo", ("PUR",))
    assert counted(CLOSED_BOARD, last.position.centers)["PUR"] == 16
    mine = [center for center, owner in last.position.centers.items() if owner == "PUR"]
    assert len(mine) == 15
    assert "FOE" in mine


ANSWERED = [
    ("join-the-purple-towns", f"There is no 'Purple Towns' to play; is {TOWNS} meant?"),
    ("s6480m-vilmir-a-question", "No order was read in it; it changes nothing."),
    ("s6480m-melnibone", "Dragon(CAV)-DRW-JHA read as D CAV - DRW FIRST read as D DRW - JHA"),
    (
        "s6480m-purple-towns",
        "A/F(FOE)-SER; A(SER) D ARG read as A/F FOE - SER read as A SER LAND ARG",
    ),
    ("f6480m-oin-yu-misspelt", "“Tr” is no place on this map; did you mean Forest of Troos or"),
    ("f6480m-oin-yu", "3 orders read, 0 faults."),
    (
        "s6481m-dharijor-misjudged",
        "F PAN S A TAR - DHA: it could not go there itself, so it cannot support there.",
    ),
    ("s6481m-dharijor", "4 orders read, 0 faults."),
    ("s6481m-shazar", "C1(SIL)-XAN read as C1 SIL - XAN"),
    ("s6482m-melnibone-first-thoughts", "D PAN - DRW FIRST"),
    ("s6482m-melnibone", "D PAN - SPS FIRST"),
    ("f6482m-oin-yu", "read as F6482A: C KEL B"),
    ("s6484m-vilmir", "Elric(KRL)-VIL GUEST read as E KRL - VIL read as E KRL GUEST"),
    ("s6484m-vilmir", "supports the garrison of the Fortress of Evening. read as F SER S G FOE"),
    ("s6484m-lormyr", "f sor - stc read as F SOR - STC"),
    ("f6484r-purple-towns-for-the-dice", "nonce: some quiet inn by the sea, table 9"),
    ("f6485m-purple-towns", "Elric(FIL) E F(DRS); Elric(DRE) D IMR read as E FIL BOARD F DRS"),
    ("f6485m-lormyr-too-late", "it is for F6485M, and The Ruby Throne is at F6485R"),
    ("s6486m-shazar-proposes-a-draw", "All are asked for their vote."),
    ("s6486m-purple-towns-votes", "The proposal is off."),
    ("f6486m-oin-yu", "A Dor S A Sta → Yu read as A DOR S A STA - YU"),
]


@pytest.mark.parametrize(("slug", "words"), ANSWERED, ids=[slug for slug, _ in ANSWERED])
def test_what_is_answered(kingdoms: Kingdoms, slug: str, words: str) -> None:
    assert words in " ".join(kingdoms.demo.answer(slug).split())


def test_a_second_thought_replaces_the_first(kingdoms: Kingdoms) -> None:
    assert "D PAN - DRW FIRST" not in kingdoms.demo.answer("s6482m-melnibone")
    assert "D PAN - DRW" not in kingdoms.report("S6482M")
