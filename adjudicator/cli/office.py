"""Commands for the office as a whole: mail in, turns, mail out."""

import sys
from datetime import datetime
from pathlib import Path

import click

from adjudicator.cli.base import (
    JSON,
    NOW,
    OFFICE,
    Exit,
    acting,
    looking,
    main,
    one_line_errors,
    pretty,
    say,
    time,
)
from adjudicator.documents import BadDocument
from adjudicator.office import commands, dice, fetching, sending, verifying
from adjudicator.office.folder import CONFIG, Office, make_office
from adjudicator.office.kept import StoreError


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@JSON
@one_line_errors
def init(folder: Path, as_json: bool) -> None:
    """Make an office in FOLDER."""
    make_office(folder)
    config = str(folder / CONFIG)
    say(as_json, {"config": config}, f"An office. Now edit {config}")


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@OFFICE
@NOW
@JSON
@one_line_errors
def receive(paths: tuple[Path, ...], folder: Path, now: datetime | None, as_json: bool) -> None:
    """Take in mails: .eml files, folders of them, Maildirs, mboxes, or one from standard input (-).

    For a mail server's pipe: exits with 75 while the mail is not kept, so that the server tries
    again, and with 0 once it is, whatever happens then: `tick` does the rest.
    """
    pipe = tuple(map(str, paths)) in ((), ("-",))
    unread: list[str] = []
    try:
        with Office(folder) as office:
            if pipe:
                fetching.keep(office, [sys.stdin.buffer.read()], time(now))
            else:
                unread = fetching.keep_files(office, paths, time(now))
    except Exception as error:  # whatever it is, a mail server must not send the mail back
        if not pipe and not isinstance(error, BadDocument | OSError | StoreError):
            raise
        click.echo(f"Error: {str(error) or repr(error)}", err=True)
        sys.exit(Exit.TRY_AGAIN if pipe else Exit.BAD_INPUT)
    try:
        with Office(folder) as office:
            done = commands.receive(office, [], time(now))
    except (BadDocument, OSError, StoreError) as error:
        click.echo(f"Error: the mail is kept, but {error}", err=True)
        sys.exit(Exit.OK if pipe else Exit.FAULTS)
    if as_json:
        click.echo(pretty({"done": done, "unread": unread}))
    else:
        for line in done:
            click.echo(line)
    for fault in unread:
        click.echo(f"Error: {fault}", err=True)
    sys.exit(Exit.FAULTS if unread else Exit.OK)


@main.command()
@click.option("--catch-up", is_flag=True, help="After an outage: run what is due all the same.")
@OFFICE
@NOW
@JSON
@one_line_errors
def tick(catch_up: bool, folder: Path, now: datetime | None, as_json: bool) -> None:
    """Fetch and read mail, run the phases that are due, remind, send what is left. For cron."""
    with Office(folder) as office:
        ticked = commands.tick(office, time(now), catch_up=catch_up)
    if as_json:
        click.echo(pretty(ticked))
    else:
        for game, phase in ticked.phases:
            click.echo(f"{game}: ran {phase}")
        for game, seats in ticked.asked:
            click.echo(f"{game}: asked {', '.join(seats)}")
        for game, seats in ticked.reminded:
            click.echo(f"{game}: reminded {', '.join(seats) or 'nobody'}")
        if ticked.held:
            click.echo(
                f"Error: {ticked.held}; no turn is run. Extend the deadlines, or not, then run: "
                "adjudicator tick --catch-up",
                err=True,
            )
    for broken in ticked.broken:
        click.echo(f"Error: {broken}", err=True)
    sys.exit(Exit.FAULTS if ticked.broken or ticked.held else Exit.OK)


@main.command()
@OFFICE
@NOW
@JSON
@one_line_errors
def send(folder: Path, now: datetime | None, as_json: bool) -> None:
    """Send the mail that is due, and do nothing else."""
    with Office(folder) as office:
        sent = sending.send(office, time(now))
    say(as_json, {"sent": sent}, f"{sent} sent")


@main.command()
@OFFICE
@NOW
@JSON
@one_line_errors
def status(folder: Path, now: datetime | None, as_json: bool) -> None:
    """A line a game: its phase, its deadline, who owes orders; and what waits in quarantine."""
    with Office(folder) as office:
        lines = commands.status(office, time(now))
        quarantine, failed = office.store.quarantine(), office.store.mail_failed()
    if as_json:
        click.echo(pretty({"games": lines, "quarantine": quarantine, "failed": failed}))
        return
    for line in lines:
        parts = [line.fault or f"{line.phase or line.stage} {line.deadline}".strip()]
        what = "answer" if line.asked else "orders"
        parts += [f"no {what} from {', '.join(line.owing)}"] if line.owing else []
        parts += [f"asked: {', '.join(line.asked)}"] if line.asked else []
        click.echo(f"{line.game}: {'; '.join([*parts, *line.remarks])}")
    for letter, reason in quarantine.items():
        click.echo(f"quarantine: {letter}: {reason.splitlines()[0]}")
    for message_id, reason in failed.items():
        click.echo(f"not sent: {message_id}: {reason.splitlines()[0]}")


@main.command()
@click.argument("game")
@click.argument("phase")
@OFFICE
@NOW
@JSON
@one_line_errors
def process(game: str, phase: str, folder: Path, now: datetime | None, as_json: bool) -> None:
    """Run PHASE of GAME before it is due; refused if the game is at another."""
    with acting(folder, game, now) as (office, at):
        done = commands.process(office, game, phase.upper(), at)
    text = f"ran {done.phase}" if done.phase else f"asked {', '.join(done.asked)}"
    say(as_json, {"game": game, "ran": done.phase, "asked": done.asked}, f"{game}: {text}")


@main.command()
@click.argument("game")
@OFFICE
@NOW
@JSON
@one_line_errors
def preview(game: str, folder: Path, now: datetime | None, as_json: bool) -> None:
    """What the open phase of GAME would bring with the orders so far. Nothing is kept or sent."""
    with looking(folder, game) as office:
        text = commands.preview(office, game, time(now))
    say(as_json, {"preview": text}, text.rstrip("\n"))


@main.command()
@click.argument("game")
@click.option("--seat", help="To this seat alone.")
@click.option(
    "--print",
    "pages",
    type=click.Path(path_type=Path, file_okay=False),
    help="Send nothing: write the reports into this folder, as pages to print.",
)
@OFFICE
@NOW
@JSON
@one_line_errors
def report(
    game: str,
    seat: str | None,
    pages: Path | None,
    folder: Path,
    now: datetime | None,
    as_json: bool,
) -> None:
    """Send the last report of GAME again, the same bytes."""
    if pages is not None:
        with looking(folder, game) as office:
            files = [str(path) for path in commands.write_pages(office, game, pages)]
        say(as_json, {"pages": files}, "\n".join(files))
        return
    with acting(folder, game, now) as (office, at):
        count = commands.report(office, game, seat.upper() if seat else None, at)
    say(as_json, {"sent": count}, f"{count} sent again")


@main.command()
@OFFICE
@JSON
@one_line_errors
def verify(folder: Path, as_json: bool) -> None:
    """Check the office's file, and adjudicate every game once more from its ledger."""
    with Office(folder) as office:
        found = verifying.verify(office)
    say(as_json, found, "\n".join(found) or "everything holds")
    sys.exit(Exit.FAULTS if found else Exit.OK)


@main.command()
@click.argument("game")
@OFFICE
@JSON
@one_line_errors
def chance(game: str, folder: Path, as_json: bool) -> None:
    """The chance of GAME that is open: seeds, commitments and every die, for anybody to check."""
    with looking(folder, game) as office:
        found = dice.published(office, game)
    lines = [
        f"{one.phase}, run {one.run}: commitment {one.commitment}, seed {one.seed or 'not open'}"
        for one in found.seeds
    ]
    lines += [
        f"{one.phase}, {one.label}: "
        + (f"{one.value} of {one.sides}" if one.sides else ", ".join(one.shuffled))
        for one in found.draws
    ]
    say(as_json, found, "\n".join(lines) or f"{game}: there is no chance in it")
