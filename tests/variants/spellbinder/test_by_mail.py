"""A game turn of Spellbinder in an office: letters ahead, an alliance, reports."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from adjudicator.documents import document
from adjudicator.office import beginning, commands, history, sending
from adjudicator.office.folder import Office, make_office
from adjudicator.office.game import Game
from tests.office.desk import mail

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
    token = office.token("spell", seat, game.chairs[seat].holder)
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
