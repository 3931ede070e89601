"""Commands for the letters that wait for the game master."""

from datetime import datetime
from pathlib import Path

import click

from adjudicator.cli.base import JSON, NOW, OFFICE, acting, looking, main, one_line_errors, say
from adjudicator.office import commands, intake


@main.group()
def quarantine() -> None:
    """The letters that wait for you: show, release, drop. `status` lists them."""


@quarantine.command("show")
@click.argument("letter")
@click.option("--raw", is_flag=True, help="Its bytes as they came, to be kept or looked at.")
@OFFICE
@JSON
@one_line_errors
def quarantine_show(letter: str, raw: bool, folder: Path, as_json: bool) -> None:
    """A letter: why it waits, who wrote it, and every line of it."""
    with looking(folder, letter, "letter") as office:
        if raw and not as_json:
            click.echo(office.store.letter(letter).raw, nl=False)
            return
        shown = commands.show_letter(office, letter)
    say(as_json, shown, shown.text)


@quarantine.command("release")
@click.argument("letter")
@click.argument("game")
@click.argument("seat")
@OFFICE
@NOW
@JSON
@one_line_errors
def quarantine_release(
    letter: str, game: str, seat: str, folder: Path, now: datetime | None, as_json: bool
) -> None:
    """Take LETTER as that of SEAT in GAME, whoever sent it and however late it came.

    Its phase must still be open; if it has been run, see: adjudicator correct.
    """
    with acting(folder, letter, now, "letter") as (office, at):
        done = intake.release(office, letter, game, seat.upper(), at)
    say(as_json, {"done": done}, done)


@quarantine.command("drop")
@click.argument("letter")
@OFFICE
@JSON
@one_line_errors
def quarantine_drop(letter: str, folder: Path, as_json: bool) -> None:
    """Let a letter rest: it stays in the store and has no effect."""
    with looking(folder, letter, "letter") as office:
        office.store.drop(letter)
    say(as_json, {"dropped": letter}, f"{letter} rests")
