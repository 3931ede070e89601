"""Commands for who plays: absences, replacements, resignations."""

from datetime import datetime
from pathlib import Path

import click

from adjudicator.cli.base import JSON, NOW, OFFICE, acting, main, one_line_errors, say
from adjudicator.deadlines import shown
from adjudicator.office import steering
from adjudicator.office.setup import Player


@main.group()
def seat() -> None:
    """Who plays: absent, replace, resign, civil-disorder."""


@seat.command("absent")
@click.argument("game")
@click.argument("seat")
@click.argument("dates")
@OFFICE
@NOW
@JSON
@one_line_errors
def seat_absent(
    game: str, seat: str, dates: str, folder: Path, now: datetime | None, as_json: bool
) -> None:
    """SEAT's player is away: no deadline of GAME falls on DATES (2026-12-20..2026-12-27)."""
    with acting(folder, game, now) as (office, at):
        deadline = steering.absent(office, game, seat.upper(), dates, at)
    say(as_json, {"deadline": deadline}, f"{game}: due {shown(deadline, 'UTC')}")


@seat.command("replace")
@click.argument("game")
@click.argument("seat")
@click.argument("address")
@click.option("--name", help="The new player's name; without it the player is the same.")
@click.option("--zone", help="His time zone: Europe/London. Of a new player UTC, if left out.")
@OFFICE
@NOW
@JSON
@one_line_errors
def seat_replace(
    game: str,
    seat: str,
    address: str,
    name: str | None,
    zone: str | None,
    folder: Path,
    now: datetime | None,
    as_json: bool,
) -> None:
    """Give SEAT in GAME to the player at ADDRESS; or, for the same player, another address."""
    with acting(folder, game, now) as (office, at):
        if name is None:
            player = steering.moved(office, game, seat.upper(), address, zone)
        else:
            player = Player(name, address, zone or "UTC")
        steering.replace_player(office, game, seat.upper(), player, at)
    text = f"{game}: {player.name} plays {seat.upper()}"
    say(as_json, {"seat": seat.upper(), "address": address}, text)


@seat.command("resign")
@click.argument("game")
@click.argument("seat")
@OFFICE
@NOW
@JSON
@one_line_errors
def seat_resign(game: str, seat: str, folder: Path, now: datetime | None, as_json: bool) -> None:
    """The player of SEAT has left GAME: it is vacant until somebody replaces him."""
    with acting(folder, game, now) as (office, at):
        steering.resign(office, game, seat.upper(), at)
    say(as_json, {"vacant": seat.upper()}, f"{game}: {seat.upper()} is vacant")


@seat.command("civil-disorder")
@click.argument("game")
@click.argument("seat")
@OFFICE
@NOW
@JSON
@one_line_errors
def seat_civil_disorder(
    game: str, seat: str, folder: Path, now: datetime | None, as_json: bool
) -> None:
    """Nobody waits for SEAT in GAME any more, until it is replaced or its player writes again."""
    with acting(folder, game, now) as (office, at):
        steering.civil_disorder(office, game, seat.upper(), at)
    say(as_json, {"disorder": seat.upper()}, f"{game}: {seat.upper()} is in civil disorder")


@seat.command("bot")
@click.argument("game")
@click.argument("seat")
@OFFICE
@NOW
@JSON
@one_line_errors
def seat_bot(game: str, seat: str, folder: Path, now: datetime | None, as_json: bool) -> None:
    """Let a bot play SEAT in GAME: its orders and answers are drawn by chance."""
    with acting(folder, game, now) as (office, at):
        steering.bot(office, game, seat.upper(), at)
    say(as_json, {"bot": seat.upper()}, f"{game}: a bot plays {seat.upper()}")
