"""Commands for one game: its beginning, its time, its mistakes, its end."""

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO

import click

from adjudicator.cli.base import (
    JSON,
    NOW,
    OFFICE,
    REASON,
    acting,
    document_in,
    instant_of,
    main,
    name_of,
    one_line_errors,
    say,
    text_of,
    time,
)
from adjudicator.deadlines import shown
from adjudicator.office import (
    beginning,
    commands,
    correcting,
    handover,
    ordering,
    sending,
    steering,
)
from adjudicator.office.folder import Office


def until_of(
    _: click.Context, __: click.Parameter, text: str | None
) -> datetime | timedelta | None:
    """An instant (``2026-12-04T20:00Z``), or so much later (``+24h``, ``+3d``); click's own error
    if the text says neither."""
    if text is None:
        return None
    if match := re.fullmatch(r"\+(\d{1,4})([hd])", text):
        number = int(match[1])
        return timedelta(hours=number) if match[2] == "h" else timedelta(days=number)
    if instant := instant_of(text):
        return instant
    raise click.BadParameter(
        f"{text!r} is neither a time such as 2026-12-04T20:00Z nor +24h or +3d"
    )


@main.group("game")
def game_group() -> None:
    """One game: new, extend, pause, resume, end, observe, tell."""


@game_group.command("new")
@click.argument("file", type=click.File("rb"))
@OFFICE
@NOW
@JSON
@one_line_errors
def game_new(file: IO[bytes], folder: Path, now: datetime | None, as_json: bool) -> None:
    """Begin the game that FILE describes, and welcome its players.

    If it gives out no seats, players can join by mail; when all have, the seats are drawn.
    """
    with Office(folder) as office:
        game = beginning.new_game(office, document_in(file), time(now))
        sending.send(office, time(now))
        line = commands.status_of(game, time(now))
    text = f"{line.game}: {line.phase} is due {line.deadline}"
    if line.stage == "forming":
        text = f"{line.game}: to join, players write `join {line.game}` to {office.config.address}"
    say(as_json, line, text)


@game_group.command("extend")
@click.argument("game")
@click.argument("until", callback=until_of)
@REASON
@OFFICE
@NOW
@JSON
@one_line_errors
def game_extend(
    game: str,
    until: datetime | timedelta,
    reason: str,
    folder: Path,
    now: datetime | None,
    as_json: bool,
) -> None:
    """Move the deadline of the open phase to UNTIL: 2026-12-04T20:00Z, or +24h, +3d later."""
    with acting(folder, game, now) as (office, at):
        deadline = steering.extend(office, game, until, at, reason)
    say(as_json, {"deadline": deadline}, f"{game}: due {shown(deadline, 'UTC')}")


@game_group.command("pause")
@click.argument("game")
@REASON
@OFFICE
@NOW
@JSON
@one_line_errors
def game_pause(game: str, reason: str, folder: Path, now: datetime | None, as_json: bool) -> None:
    """Let GAME rest: letters are read, nothing is run, nobody is reminded."""
    with acting(folder, game, now) as (office, at):
        steering.pause(office, game, at, reason)
    say(as_json, {"paused": game}, f"{game}: paused")


@game_group.command("resume")
@click.argument("game")
@click.option("--until", callback=until_of, help="The deadline; the schedule's next, if left out.")
@OFFICE
@NOW
@JSON
@one_line_errors
def game_resume(
    game: str,
    until: datetime | timedelta | None,
    folder: Path,
    now: datetime | None,
    as_json: bool,
) -> None:
    """Go on with a paused GAME."""
    with acting(folder, game, now) as (office, at):
        instant = at + until if isinstance(until, timedelta) else until
        deadline = steering.resume(office, game, at, instant)
    say(as_json, {"deadline": deadline}, f"{game}: due {shown(deadline, 'UTC')}")


@game_group.command("end")
@click.argument("game")
@click.option("--draw", help="The powers that share in a draw: AUSTRIA,ITALY.")
@click.option("--won", help="The power that has won: the others have conceded.")
@OFFICE
@NOW
@JSON
@one_line_errors
def game_end(
    game: str,
    draw: str | None,
    won: str | None,
    folder: Path,
    now: datetime | None,
    as_json: bool,
) -> None:
    """End GAME: as a draw, won by one power, or without a result."""
    if draw and won:
        raise click.UsageError("either --draw or --won")
    powers = [power.strip().upper() for power in (draw or won or "").split(",") if power.strip()]
    if draw and len(powers) < 2:
        raise click.UsageError("--draw takes two powers or more")
    with acting(folder, game, now) as (office, at):
        ending = steering.end(office, game, powers, at)
    say(as_json, {"ending": ending}, f"{game}: {ending}")


@game_group.command("observe")
@click.argument("game")
@click.argument("address")
@click.option("--stop", is_flag=True, help="Send that address no more.")
@OFFICE
@NOW
@JSON
@one_line_errors
def game_observe(
    game: str, address: str, stop: bool, folder: Path, now: datetime | None, as_json: bool
) -> None:
    """Send the public reports of GAME to ADDRESS."""
    with acting(folder, game, now) as (office, at):
        done = steering.observe(office, game, address, not stop, at)
    say(as_json, {"done": done}, done)


@game_group.command("tell")
@click.argument("game")
@click.argument("file", type=click.File("rb"))
@OFFICE
@NOW
@JSON
@one_line_errors
def game_tell(
    game: str, file: IO[bytes], folder: Path, now: datetime | None, as_json: bool
) -> None:
    """Send the text in FILE (- is standard input) to all who play or observe GAME."""
    with acting(folder, game, now) as (office, at):
        steering.tell(office, game, text_of(file), at)
    say(as_json, {"told": game}, f"{game}: all are told")


@main.command()
@click.argument("game")
@click.argument("seat")
@click.argument("file", type=click.File("rb"))
@OFFICE
@NOW
@JSON
@one_line_errors
def order(
    game: str, seat: str, file: IO[bytes], folder: Path, now: datetime | None, as_json: bool
) -> None:
    """Enter the orders in FILE (- is standard input) for SEAT in GAME; its player is told.

    They replace those it gave. Nothing is entered if a line is not an order of its.
    """
    with acting(folder, game, now) as (office, at):
        orders = ordering.order(office, game, seat.upper(), text_of(file), at)
    say(as_json, {"orders": orders}, "\n".join(orders))


@main.command()
@click.argument("game")
@click.argument("phase")
@click.option(
    "--orders",
    "changes",
    type=(str, click.File("rb")),
    multiple=True,
    metavar="SEAT FILE",
    help="Orders instead of those that SEAT gave. May be repeated.",
)
@click.option("--reopen", is_flag=True, help="Do not run it: let the players order anew.")
@REASON
@OFFICE
@NOW
@JSON
@one_line_errors
def correct(
    game: str,
    phase: str,
    changes: tuple[tuple[str, IO[bytes]], ...],
    reopen: bool,
    reason: str,
    folder: Path,
    now: datetime | None,
    as_json: bool,
) -> None:
    """Set GAME back to PHASE and run it again, with the orders it had or with changed ones.

    All are told, with what differs. What was recorded since stays in the ledger, without effect.
    """
    orders = {seat.upper(): text_of(file) for seat, file in changes}
    with acting(folder, game, now) as (office, at):
        after = correcting.correct(
            office, game, phase.upper(), orders, at, reason=reason, reopen=reopen
        )
    line = commands.status_of(after, time(now))
    say(as_json, line, f"{game}: at {line.phase or line.stage} {line.deadline}".rstrip())


@main.command("handover")
@click.argument("game")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--to", required=True, help="The address of the office that goes on with it.")
@OFFICE
@NOW
@JSON
@one_line_errors
def handover_command(
    game: str, file: Path, to: str, folder: Path, now: datetime | None, as_json: bool
) -> None:
    """Write everything of GAME into FILE, for its next master. It is not run here any more."""
    with acting(folder, game, now) as (office, at):
        handover.write(file, handover.hand_over(office, game, to, at))
    say(as_json, {"file": str(file)}, f"{game}: handed over in {file}")


@main.command()
@click.argument("file", type=click.File("rb"))
@OFFICE
@NOW
@JSON
@one_line_errors
def takeover(file: IO[bytes], folder: Path, now: datetime | None, as_json: bool) -> None:
    """Go on with the game in FILE, which another office has handed over."""
    with acting(folder, name_of(file), now) as (office, at):
        game = handover.take_over(office, file.read(), at)
    line = commands.status_of(game, time(now))
    say(as_json, line, f"{line.game}: {line.phase} is due {line.deadline}")
