"""The command line: a thin skin over the office."""

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from enum import IntEnum
from functools import wraps
from importlib.resources import as_file, files
from pathlib import Path
from typing import IO, ParamSpec, TypeVar

import click
import msgspec

from adjudicator.documents import BadDocument, Document, document
from adjudicator.office import checking, commands, demo, positions, titles
from adjudicator.office.folder import CONFIG, Office, make_office
from adjudicator.office.reports import render
from adjudicator.office.store import StoreError

P = ParamSpec("P")
R = TypeVar("R")

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


class Exit(IntEnum):
    """Exit codes; 2 is click's own, for a wrong call."""

    OK = 0
    FAULTS = 1  # the input was read, and has faults that were printed
    USAGE = 2
    BAD_INPUT = 3  # the input could not be used
    TRY_AGAIN = 75  # sysexits' EX_TEMPFAIL: a mail server tries again


class BadInput(click.ClickException):
    """One line on standard error."""

    exit_code = Exit.BAD_INPUT


def one_line_errors(command: Callable[P, R]) -> Callable[P, R]:
    """Faults of the input as one line and an exit code, without a stack trace."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except BrokenPipeError:
            raise  # click ends quietly when nobody reads on
        except (BadDocument, OSError, StoreError) as error:
            raise BadInput(str(error)) from None

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="adjudicator")
def main() -> None:
    """Adjudicate games played by mail.

    For completion in your shell: eval "$(_ADJUDICATOR_COMPLETE=bash_source adjudicator)" (or
    zsh_source, fish_source).
    """


@main.command()
@click.argument("file", type=click.File("rb"))
@JSON
@click.option("--jsonl", is_flag=True, help="One JSON position a line in, one result a line out.")
@one_line_errors
def resolve(file: IO[bytes], as_json: bool, jsonl: bool) -> None:
    """Adjudicate the position with orders in FILE (YAML or JSON; - is standard input)."""
    if jsonl:
        wrong = False
        for result in positions.resolve_lines(file):
            wrong = wrong or "error" in result
            click.echo(msgspec.json.encode(result))
        sys.exit(Exit.FAULTS if wrong else Exit.OK)
    case = positions.understand(_document(file))
    resolution = positions.adjudicate(case)
    if as_json:
        click.echo(_pretty(positions.written(case, resolution)))
    else:
        facts = positions.report_facts(case, resolution)
        click.echo(render(case.title.name, "resolution.txt.j2", facts), nl=False)


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--position", type=click.File("rb"), help="The position the orders are for.")
@click.option("--power", help="Whose orders these are, until a line names another power.")
@click.option("--variant", default="standard", show_default=True, help="Without --position.")
@JSON
@one_line_errors
def check(
    file: IO[bytes], position: IO[bytes] | None, power: str | None, variant: str, as_json: bool
) -> None:
    """Tell how each line of orders in FILE is read, or what is wrong with it.

    Without --position the lines are read for the map alone; with it, for the units that stand
    there. A line that is only the name of a power (``FRANCE:``) begins that power's orders.
    """
    text = _text(file)
    if position is None:
        report = checking.check_words(titles.load_title(variant, _wrong_variant), text)
    else:
        case = positions.understand(_document(position))
        report = checking.check_orders(case, text, power)
    if as_json:
        click.echo(_pretty(report))
    else:
        click.echo(checking.as_text(report), nl=False)
    sys.exit(Exit.FAULTS if report.faults else Exit.OK)


@main.group()
def variant() -> None:
    """The titles: list, show, lint."""


@variant.command("list")
@JSON
def variant_list(as_json: bool) -> None:
    """The titles there are."""
    names = titles.title_names()
    click.echo(_pretty(names) if as_json else "\n".join(names))


@variant.command("show")
@click.argument("name")
@JSON
@one_line_errors
def variant_show(name: str, as_json: bool) -> None:
    """A title's powers, options with their defaults, and rulings."""
    facts = titles.variant_facts(titles.load_title(name, _wrong_variant))
    if as_json:
        click.echo(_pretty(facts))
    else:
        click.echo(render(name, "variant.txt.j2", {"variant": facts}), nl=False)


@variant.command("lint")
@click.argument("name")
@JSON
@one_line_errors
def variant_lint(name: str, as_json: bool) -> None:
    """Look for faults in a title's data: borders, coasts, names, starting units, rulings."""
    faults = titles.lint(titles.load_title(name, _wrong_variant))
    if as_json:
        click.echo(_pretty(faults))
    else:
        click.echo("\n".join(faults) if faults else "no faults")
    sys.exit(Exit.FAULTS if faults else Exit.OK)


@main.command("demo")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("demo"),
    show_default=True,
    help="Where the reports are written.",
)
@JSON
@one_line_errors
def demo_command(out: Path, as_json: bool) -> None:
    """Play a whole recorded game: players' mails in, a report for each player and phase out."""
    with as_file(files("examples") / "nine_years") as folder:
        played = demo.play(folder, out)
    facts = {
        "game": played.game.name,
        "phases": played.phases,
        "letters": played.letters,
        "reports": played.reports,
        "strangers": played.strangers,
        "out": str(out),
        "ending": played.ending,
    }
    if as_json:
        click.echo(_pretty(facts))
        return
    click.echo(
        f"{played.game.name}: {played.letters} letters read, {played.phases} phases resolved, "
        f"{played.reports} reports written to {out}"
    )
    for stranger in played.strangers:
        click.echo(f"not read, for its sender plays no seat: {stranger}")
    click.echo(played.ending)


OFFICE = click.option(
    "--office",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default="this folder",
    help="The office's folder.",
)
NOW = click.option(
    "--now",
    type=click.DateTime(["%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%MZ"]),
    help="Act as if it were this time (UTC): 2026-12-04T20:00Z. To rehearse on a copy.",
)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@JSON
@one_line_errors
def init(folder: Path, as_json: bool) -> None:
    """Make an office in FOLDER."""
    make_office(folder)
    config = str(folder / CONFIG)
    click.echo(_pretty({"config": config}) if as_json else f"An office. Now edit {config}")


@main.group("game")
def game_group() -> None:
    """The games of an office."""


@game_group.command("new")
@click.argument("file", type=click.File("rb"))
@OFFICE
@NOW
@JSON
@one_line_errors
def game_new(file: IO[bytes], folder: Path, now: datetime | None, as_json: bool) -> None:
    """Begin the game that FILE describes, and welcome its players."""
    with Office(folder) as office:
        game = commands.new_game(office, _document(file), _time(now))
        (line,) = [one for one in commands.status(office) if one.game == game.setup.game]
    click.echo(_pretty(line) if as_json else f"{line.game}: {line.phase} is due {line.deadline}")


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, allow_dash=True))
@OFFICE
@NOW
@JSON
@one_line_errors
def receive(paths: tuple[Path, ...], folder: Path, now: datetime | None, as_json: bool) -> None:
    """Take in mails: .eml files, folders of them, or one mail from standard input (-).

    For a mail server's pipe: exits with 75 while the mail is not kept, so that the server tries
    again, and with 0 once it is, whatever happens then: `tick` does the rest.
    """
    pipe = tuple(map(str, paths)) in ((), ("-",))
    unread: list[str] = []
    try:
        with Office(folder) as office:
            if pipe:
                commands.keep(office, [sys.stdin.buffer.read()], _time(now))
            else:
                unread = commands.keep_files(office, paths, _time(now))
    except (BadDocument, OSError, StoreError) as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(Exit.TRY_AGAIN if pipe else Exit.BAD_INPUT)
    try:
        with Office(folder) as office:
            done = commands.receive(office, [], _time(now))
    except (BadDocument, OSError, StoreError) as error:
        click.echo(f"Error: the mail is kept, but {error}", err=True)
        sys.exit(Exit.OK if pipe else Exit.FAULTS)
    click.echo(_pretty({"done": done, "unread": unread}) if as_json else "\n".join(done))
    for fault in unread:
        click.echo(f"Error: {fault}", err=True)
    sys.exit(Exit.FAULTS if unread else Exit.OK)


@main.command()
@OFFICE
@NOW
@JSON
@one_line_errors
def tick(folder: Path, now: datetime | None, as_json: bool) -> None:
    """Read the mail that waits, run the phases that are due, send what is left. For cron."""
    with Office(folder) as office:
        ticked = commands.tick(office, _time(now))
    if as_json:
        click.echo(_pretty(ticked))
    else:
        for game, phase in ticked.phases:
            click.echo(f"{game}: ran {phase}")
        for broken in ticked.broken:
            click.echo(f"Error: {broken}", err=True)
    sys.exit(Exit.FAULTS if ticked.broken else Exit.OK)


@main.command()
@OFFICE
@JSON
@one_line_errors
def status(folder: Path, as_json: bool) -> None:
    """A line a game: its phase, its deadline, who owes orders; and what waits in quarantine."""
    with Office(folder) as office:
        lines, quarantine = commands.status(office), office.store.quarantine()
    if as_json:
        click.echo(_pretty({"games": lines, "quarantine": quarantine}))
        return
    for line in lines:
        if line.fault:
            click.echo(f"{line.game}: {line.fault}")
            continue
        owing = f"; no orders from {', '.join(line.owing)}" if line.owing else ""
        click.echo(f"{line.game}: {line.phase or 'over'} {line.deadline}{owing}")
    for letter, reason in quarantine.items():
        click.echo(f"quarantine: {letter}: {reason.splitlines()[0]}")


@main.command()
@click.argument("game")
@click.argument("phase")
@OFFICE
@NOW
@JSON
@one_line_errors
def process(game: str, phase: str, folder: Path, now: datetime | None, as_json: bool) -> None:
    """Run PHASE of GAME before it is due; refused if the game is at another."""
    with Office(folder) as office:
        commands.process(office, game, phase, _time(now))
    click.echo(_pretty({"game": game, "ran": phase}) if as_json else f"{game}: ran {phase}")


@main.command()
@click.argument("game")
@click.option("--seat", help="To this seat alone.")
@OFFICE
@NOW
@JSON
@one_line_errors
def report(game: str, seat: str | None, folder: Path, now: datetime | None, as_json: bool) -> None:
    """Send the last report of GAME again, the same bytes."""
    with Office(folder) as office:
        count = commands.report(office, game, seat, _time(now))
    click.echo(_pretty({"sent": count}) if as_json else f"{count} sent again")


@main.command()
@OFFICE
@JSON
@one_line_errors
def verify(folder: Path, as_json: bool) -> None:
    """Check the office's file, and adjudicate every game once more from its ledger."""
    with Office(folder) as office:
        found = commands.verify(office)
    click.echo(_pretty(found) if as_json else "\n".join(found) or "everything holds")
    sys.exit(Exit.FAULTS if found else Exit.OK)


def _time(now: datetime | None) -> datetime:
    return datetime.now(UTC) if now is None else now.replace(tzinfo=UTC)


def _name(file: IO[bytes]) -> str:
    name = str(getattr(file, "name", "<stdin>"))
    return "standard input" if name == "<stdin>" else name


def _text(file: IO[bytes]) -> str:
    try:
        return file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} is not UTF-8 text"
        raise BadDocument(_name(file), message) from None


def _document(file: IO[bytes]) -> Document:
    return document(_text(file), _name(file))


def _wrong_variant(message: str) -> BadDocument:
    return BadDocument("variant", message)


def _pretty(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
