"""Two worlds of Ruins that differ in one secret: until it is told, others are sent the same bytes.

What is compared is every mail whole, with its headers and its HTML, to those who do not know the
secret, and the chance as it is published. Red attacks Blue; Gold and an observer look on.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.office import commands, dice, steering
from adjudicator.office.folder import Office
from adjudicator.office.setup import Player
from adjudicator.turns.turn import Turn
from tests.office.desk import observe
from tests.office.ruins_desk import BEGIN, SEATS, load, new_office, tick, write
from variants.ruins.components import CARDS
from variants.ruins.state import Options, State
from variants.ruins.title import Ruins

HOUR = timedelta(hours=1)
DUE = datetime.fromisoformat("2026-12-01T20:00+00:00") + 24 * HOUR
SCOUTS = {"R1": "0302", "R2": "0101", "B1": "0401", "B2": "0601", "G1": "0203", "G2": "0305"}
HANDS = {"RED": ("NAIL", "KEY", "CUP"), "BLUE": ("COMB", "BELL", "LAMP"), "GOLD": ("BOWL", "COIN")}
Act = Callable[[Office], None]


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Office]:
    """Begins a game in a new office, with these hands: the other cards are the deck, in their order
    or in this one."""
    count = 0

    def begun(hands: Mapping[str, tuple[str, ...]] = HANDS, deck: tuple[str, ...] = ()) -> Office:
        nonlocal count
        count += 1
        dealt = {card for hand in hands.values() for card in hand}
        left = deck or tuple(card for card in CARDS if card not in dealt)
        piles = {**hands, "DECK": left, "DISCARDS": ()}

        def start(self: Ruins, options: Options, seats: Any, turn: Turn[Any, Any]) -> State:
            return State(options, SCOUTS, piles)

        monkeypatch.setattr(Ruins, "start", start)
        office = new_office(tmp_path / str(count))
        observe(office, "walter@example.net", "ruin")
        return office

    return begun


def sent(office: Office, *knowing: str) -> dict[str, bytes]:
    """Everything written to others than the game master and these seats, and the chance."""
    found = {
        one.message_id: one.raw
        for one in office.store.mail_of("ruin")
        if one.seat not in knowing and one.to != office.config.gm
    }
    assert any(b"To: walter@example.net" in raw for raw in found.values())
    found["chance"] = msgspec.json.encode(dice.published(office, "ruin"))
    return found


def attack(office: Office, *lines: str) -> None:
    """Red attacks B1, and the phase stops: Blue is asked what it does."""
    write(office, "RED", "move R1 0302-0401", *lines, now=BEGIN, number=10)
    at = load(office).closes()
    assert at is not None
    tick(office, at)
    assert [one.label for one in load(office).questions()] == ["defence of B1 against R1"]


def stand(office: Office) -> None:
    """Blue stands, and both are asked for their cards."""
    now = load(office).opened
    write(office, "BLUE", "defence of B1 against R1: stand", now=now, number=20)
    tick(office, now)
    assert [one.seat for one in load(office).questions()] == ["RED", "BLUE"]


def to_the_end_of_the_phase(office: Office) -> None:
    """The deadlines of all questions pass, with their reminders."""
    while load(office).phase == "1RED":
        for instant in (*load(office).reminds_at(), load(office).closes()):
            assert instant is not None
            tick(office, instant)


def meanwhile(office: Office, now: datetime) -> None:
    """What Gold, the observers and the game master do while the phase has stopped."""
    lines = ("dig G1", "standing trade: bowl", "defence of B1 against R1: stand", "stand", "report")
    for number, line in enumerate(lines):
        write(office, "GOLD", line, now=now, number=30 + number)
    write(office, "GOLD", "propose draw", now=now, number=40)
    write(office, "GOLD", "move G1 0203-0204", now=now, number=41)
    steering.observe(office, "ruin", "second@example.net", True, now)
    observe(office, "third@example.net", "ruin", 91, now)
    steering.extend(office, "ruin", HOUR, now)
    steering.pause(office, "ruin", now)
    tick(office, now)
    steering.resume(office, "ruin", now)
    steering.absent(office, "ruin", "GOLD", f"{now + 24 * HOUR:%Y-%m-%d}", now)
    commands.report(office, "ruin", "GOLD", now)
    steering.replace_player(office, "ruin", "GOLD", Player("Zoe", "zoe@example.org"), now)
    write(office, "GOLD", "report", now=now, number=42)
    steering.replace_player(office, "ruin", "BLUE", Player("Yan", "yan@example.org"), now)
    for instant in load(office).reminds_at():
        tick(office, instant)


def test_who_is_asked_and_what_is_his_alone(begin: Callable[..., Office]) -> None:
    """In one world Blue has not answered, in the other both are asked for their cards."""
    worlds = []
    for second in (False, True):
        with begin() as office:
            attack(office)
            now = load(office).opened
            if second:
                stand(office)
            tick(office, now)
            meanwhile(office, now)
            assert len(load(office).awaited()) == 1 + second
            worlds.append(sent(office, "RED", "BLUE"))
    assert len(worlds[0]) > 20
    assert worlds[0] == worlds[1]


DEFENCES = {
    "nothing": ((), ()),
    "a letter": ((), ("defence of B1 against R1: stand",)),
    "a bare answer": ((), ("Stand!",)),
    "another answer first": ((), ("defence of B1 against R1: 0402", "stand")),
    "a standing order": (("standing defence: stand",), ()),
    "one with a condition": (
        ("standing defence: 0402 if cards > 5", "standing defence: stand"),
        (),
    ),
    "one that is given late": ((), ("standing defence: stand if attacker = RED",)),
    "one that is taken back": (("standing defence: 0402",), ("standing defence: default",)),
}


@pytest.mark.parametrize("kind", [kind for kind in DEFENCES if kind != "nothing"])
def test_by_what_a_defence_was_decided(begin: Callable[..., Office], kind: str) -> None:
    """Nor whether Blue has standing orders, or what they say."""
    worlds, own = [], []
    for before, after in (DEFENCES["nothing"], DEFENCES[kind]):
        with begin() as office:
            for number, line in enumerate(before):
                write(office, "BLUE", line, now=BEGIN, number=50 + number)
            attack(office)
            now = load(office).opened
            for number, line in enumerate(after):
                write(office, "BLUE", line, now=now, number=60 + number)
            closes = load(office).closes()
            assert closes is not None
            tick(office, closes)
            assert len(load(office).questions()) == 2
            to_the_end_of_the_phase(office)
            assert load(office).phase == "1BLUE"
            worlds.append(sent(office, "BLUE"))
            own.append(sent(office))
    assert worlds[0] == worlds[1]
    assert own[0] != own[1]


def test_cards_are_secret_until_all_are_played(begin: Callable[..., Office]) -> None:
    worlds, after = [], []
    for cards in ("nail, key", "none", "cup"):
        with begin() as office:
            attack(office)
            stand(office)
            now = load(office).opened
            write(office, "RED", f"cards of R1 against B1: {cards}", now=now, number=70)
            write(office, "BLUE", "cards of B1 against R1: the Crown", now=now, number=71)
            write(office, "BLUE", "report", now=now, number=72)
            meanwhile(office, now)
            assert load(office).awaited() == ("BLUE",)
            worlds.append(sent(office, "RED"))
            write(office, "BLUE", "cards of B1 against R1: comb", now=now, number=73)
            tick(office, now + 12 * HOUR)
            after.append(sent(office, "RED"))
    assert worlds[0] == worlds[1] == worlds[2]
    assert len({tuple(sorted(one.items())) for one in after}) == 3


@pytest.mark.parametrize("seat", SEATS)
def test_a_hand_is_its_seat_s_and_the_deck_nobody_s(
    begin: Callable[..., Office], seat: str
) -> None:
    """A card of a hand changed for one deep in the deck, and two others in the deck for each other:
    a whole phase with a battle, in which that card is not played, and the phase after it."""
    first, *rest = [card for card in CARDS if card not in {c for h in HANDS.values() for c in h}]
    *rest, last, deepest = rest
    held = HANDS[seat][-1]
    worlds = []
    for hand, deck in (
        (HANDS[seat], (first, *rest, last, deepest)),
        ((*HANDS[seat][:-1], deepest), (first, *rest, held, last)),
    ):
        with begin({**HANDS, seat: hand}, deck) as office:
            for other, card in (("RED", "nail"), ("BLUE", "bell")):
                write(office, other, f"standing ransom: {card}", now=BEGIN, number=80)
            attack(office, "dig R1")
            stand(office)
            now = load(office).opened
            write(office, "RED", "cards of R1 against B1: key", now=now, number=81)
            write(office, "BLUE", "cards of B1 against R1: comb", now=now, number=82)
            meanwhile(office, now)
            at = load(office).closes()
            assert at is not None
            tick(office, at)
            assert load(office).phase == "1GOLD"
            worlds.append(sent(office, seat))
    assert worlds[0] == worlds[1]


def test_the_deck_s_order_is_nobody_s(begin: Callable[..., Office]) -> None:
    """Not even of a card that a seat put under the deck; until it is drawn."""
    dealt = {card for hand in HANDS.values() for card in hand}
    deck = tuple(card for card in CARDS if card not in dealt)
    worlds = []
    for order in (deck, (*deck[:2], *reversed(deck[2:]))):
        with begin(HANDS, order) as office:
            attack(office, "dig R1")
            meanwhile(office, load(office).opened)
            to_the_end_of_the_phase(office)
            worlds.append(sent(office))
    assert worlds[0] == worlds[1]


def test_a_ransom_is_known_to_two(begin: Callable[..., Office]) -> None:
    worlds, knowing = [], []
    for number in (0, 1):
        with begin() as office:
            for seat in ("RED", "BLUE"):
                line = f"standing ransom: {HANDS[seat][number]}"
                write(office, seat, line, now=BEGIN, number=80)
            attack(office)
            to_the_end_of_the_phase(office)
            worlds.append(sent(office, "RED", "BLUE"))
            mails = sent(office)
            knowing.append({
                seat: mails[f"<report.ruin.1red.1.{seat.lower()}@{office.host}>"]
                for seat in ("RED", "BLUE")
            })  # fmt: skip
    assert worlds[0] == worlds[1]
    assert all(knowing[0][seat] != knowing[1][seat] for seat in ("RED", "BLUE"))


def test_a_nonce_is_secret_until_the_phase_is_run(begin: Callable[..., Office]) -> None:
    worlds, after = [], []
    for nonce in ("seven", "eight"):
        with begin() as office:
            attack(office, f"nonce: {nonce}")
            stand(office)
            meanwhile(office, load(office).opened)
            worlds.append(sent(office, "RED"))
            to_the_end_of_the_phase(office)
            after.append(sent(office, "RED"))
            assert f"Nonce RED: {nonce}".encode() in b"".join(after[-1].values())
    assert worlds[0] == worlds[1]
    assert after[0] != after[1]
