"""What all commands share: the group, options, exit codes, errors as one line."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import IntEnum
from functools import wraps
from pathlib import Path
from typing import IO, ParamSpec, TypeVar

import click
import msgspec

from adjudicator.documents import BadDocument, Document, document
from adjudicator.office import sending
from adjudicator.office.folder import Office
from adjudicator.office.kept import CannotBeDone, NoSuchGame, StoreError

P = ParamSpec("P")
R = TypeVar("R")

JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
OFFICE = click.option(
    "--office",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_default="this folder",
    help="The office's folder.",
)


def instant_of(text: str) -> datetime | None:
    """The time in UTC that a text says, with seconds or without; None if it says none."""
    for form in ("%Y-%m-%dT%H:%MZ", "%Y-%m-%dT%H:%M:%SZ"):
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return None


def _instant(_: click.Context, __: click.Parameter, text: str | None) -> datetime | None:
    instant = instant_of(text) if text is not None else None
    if text is not None and instant is None:
        raise click.BadParameter(f"{text!r} is no time such as 2026-12-04T20:00Z")
    return instant


NOW = click.option(
    "--now",
    metavar="TIME",
    callback=_instant,
    help="Act as if it were this time (UTC): 2026-12-04T20:00Z. To rehearse on a copy.",
)
REASON = click.option("--reason", default="", help="A sentence that the players are told.")


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


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="adjudicator")
def main() -> None:
    """Adjudicate games played by mail.

    For completion in your shell: eval "$(_ADJUDICATOR_COMPLETE=bash_source adjudicator)" (or
    zsh_source, fish_source).
    """


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


@contextmanager
def looking(folder: Path, name: str, kind: str = "game") -> Iterator[Office]:
    """The open office, for something about the game (or other `kind`) of this name.

    What cannot be done is a fault of the call: BadInput.
    """
    with Office(folder) as office:
        try:
            yield office
        except KeyError as error:
            if kind == "game" and not isinstance(error, NoSuchGame):
                raise  # a fault of the program's
            known = "see: adjudicator status"
            if kind == "game":
                known = f"its games: {', '.join(office.store.games()) or 'none yet'}"
            raise BadInput(f"there is no {kind} {name!r} in this office; {known}") from None
        except CannotBeDone as error:
            raise BadInput(str(error)) from None


@contextmanager
def acting(
    folder: Path, name: str, now: datetime | None = None, kind: str = "game"
) -> Iterator[tuple[Office, datetime]]:
    """The same with the time, to act; then what is due is sent.

    If that fails, what was to be done is done: it is said, and the exit code is that of faults.
    """
    with looking(folder, name, kind) as office:
        at = time(now)
        yield office, at
        try:
            sending.send(office, at)
        except (BadDocument, OSError, StoreError) as error:
            click.echo(f"Error: it is done, but not all mail was sent: {error}", err=True)
            raise SystemExit(Exit.FAULTS) from None


def time(now: datetime | None) -> datetime:
    """The time a command acts at, aware."""
    return now or datetime.now(UTC)


def name_of(file: IO[bytes]) -> str:
    """What a file is called in messages."""
    name = str(getattr(file, "name", "<stdin>"))
    return "standard input" if name == "<stdin>" else name


def text_of(file: IO[bytes]) -> str:
    """The text in a file. BadDocument if it is not UTF-8."""
    try:
        return file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} is not UTF-8 text"
        raise BadDocument(name_of(file), message) from None


def document_in(file: IO[bytes]) -> Document:
    """The YAML or JSON in a file. BadDocument if it is neither."""
    return document(text_of(file), name_of(file))


def pretty(value: object) -> str:
    """A value as JSON to be read."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def say(as_json: bool, facts: object, text: str) -> None:
    """Print the facts as JSON, or the text."""
    click.echo(pretty(facts) if as_json else text)
