"""A game turn of Spellbinder in an office: letters ahead, an alliance, reports."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from adjudicator.documents import document
from adjudicator.office import beginning, commands, history, sending
from adjudicator.office.folder import Office, make_office
from adjudicator.office.game import Game
from tests.office.desk import mail
from variants.spellbinder.components import TABLES

BEGIN = datetime(2026, 12, 1, 10, tzinfo=UTC)
SEATS = ("DARMAN", "SHARN", "ALGONA", "UMARON")
GAME = """\
game: spell
title: Trial
variant: spellbinder
schedule:
  zone: UTC
  phases:
    default: {weekdays: [mon, tue, wed, thu, fri, sat, sun], time: "20:00"}
seats:
""" + "".join(
    f"  {seat}: {{name: {seat.title()}, address: {seat.lower()}@example.org}}\n" for seat in SEATS
)


def load(office: Office) -> Game:
    return history.load(office.store, "spell")[1]


def write(office: Office, seat: str, number: int, now: datetime, *lines: str) -> str:
    """A seat's letter, and how it was answered."""
    game = load(office)
    token = office.token("spell", seat, game.chairs[seat].holder, game.phase)
    subject = f"[spell {game.phase} {seat} {token}]"
    address = game.chairs[seat].player.address
    commands.receive(office, [mail(subject, "\n".join(lines), address, number)], now)
    sending.send(office, now)
    return texts(office, seat)[-1]


def texts(office: Office, seat: str) -> list[str]:
    """What was mailed to a seat, in order."""
    address = f"{seat.lower()}@example.org".encode()
    found = [one.raw for one in office.store.mail_of("spell")]
    return [raw.decode() for raw in found if address in raw.partition(b"\n\n")[0]]


def tick(office: Office, now: datetime) -> None:
    assert commands.tick(office, now, catch_up=True).broken == ()
    sending.send(office, now)


def test_the_welcome_says_what_was_chosen_in_words(tmp_path: Path) -> None:
    """Two players have two wizards each, by the printed tables (here those of the title)."""
    make_office(tmp_path / "office")
    office = Office(tmp_path / "office")
    tables = msgspec.json.encode(TABLES).decode()
    two = GAME.partition("seats:")[0] + (
        f"options: {{seats: [DARMAN+SHARN, ALGONA+UMARON], tables: {tables}}}\n"
        "seats:\n"
        "  DARMAN+SHARN: {name: Ada, address: darman@example.org}\n"
        "  ALGONA+UMARON: {name: Bob, address: umaron@example.org}\n"
    )
    beginning.new_game(office, document(two, "game.yaml"), BEGIN)
    welcome = texts(office, "DARMAN")[0].splitlines()
    assert "  seats: DARMAN+SHARN, ALGONA+UMARON" in welcome
    assert "  tables: the game master's own" in welcome


def test_a_turn_by_mail(tmp_path: Path) -> None:
    """Set-up and the four phases of a turn; Darman writes before his own, and lets Sharn pass."""
    make_office(tmp_path / "office")
    office = Office(tmp_path / "office")
    beginning.new_game(office, document(GAME, "game.yaml"), BEGIN)
    sending.send(office, BEGIN)
    office.store.set_note(beginning.LAST_TICK, "")
    assert "The printed map of Spellbinder was not found" in "".join(
        texts(office, "SHARN")
    ).replace("\n", " ")
    now = BEGIN + timedelta(hours=1)
    assert "SET UP A, B, Darman AT 0606" in write(
        office, "DARMAN", 1, now, "set up A, B and Darman in 0606"
    )
    now = BEGIN.replace(day=2, hour=20, minute=1)
    tick(office, now)
    game = load(office)
    assert game.phase.startswith("T1")
    order = game.position().order
    phases = []
    for number in range(4):
        game = load(office)
        phases.append(game.phase)
        if number == 0:
            said = write(office, "DARMAN", 2, now, "move A 0606-0707", "allow Sharn to pass")
            assert "MOVE A 0606-0707" in said
        now += timedelta(days=1)
        tick(office, now)
    assert phases == [f"T1{seat}" for seat in order]
    state = load(office).position()
    assert (state.turn, state.armies["DA"].at) == (2, "0707")
    assert len(state.permissions) == 1
    reports = {seat: "\n".join(texts(office, seat)) for seat in SEATS}
    assert "Darman allows Sharn free passage" in reports["SHARN"]
    assert "Darman allows Sharn free passage" not in reports["UMARON"]
    assert "Darman's A: 0606-0707." in reports["UMARON"]
    assert "initiative of turn 2, Darman" in reports["UMARON"]


def test_what_a_letter_says_besides_orders(tmp_path: Path) -> None:
    """The third army of a hex is warned of, prose is no fault, and `I resign` leaves the game."""
    make_office(tmp_path / "office")
    office = Office(tmp_path / "office")
    beginning.new_game(office, document(GAME, "game.yaml"), BEGIN)
    sending.send(office, BEGIN)
    now = BEGIN + timedelta(hours=1)
    said = write(
        office,
        "UMARON",
        1,
        now,
        "Darman, are you still there?",
        "set up A, B, C in 0519",
        "defence dice: 50% Force 2, 50% Shield 2",
        "defend the first attack",
    )
    assert "Subject: Trial: WARNING" in said
    assert "0 faults." in said
    told = " ".join(said.split())
    assert "C would be the third army in 0519, where no more than two stay" in told
    assert "read as standing defence: FORCE 2 if mix <= 50" in told.replace("=3D", "=")
    assert "note: It is so already" in told
    assert "You have left the game." in write(office, "SHARN", 2, now, "I resign")
