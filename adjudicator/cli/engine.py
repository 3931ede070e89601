"""Commands that need no office: positions, orders, titles, and the demonstration."""

import sys
from importlib.resources import as_file, files
from pathlib import Path
from typing import IO

import click
import msgspec

from adjudicator.cli.base import JSON, Exit, document_in, main, one_line_errors, pretty, text_of
from adjudicator.documents import BadDocument
from adjudicator.office import checking, demo, linting, positions, titles
from adjudicator.office.reports import render


def _wrong_variant(message: str) -> BadDocument:
    return BadDocument("variant", message)


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
    case = positions.understand(document_in(file))
    resolution = positions.adjudicate(case)
    if as_json:
        click.echo(pretty(positions.written(case, resolution)))
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
    text = text_of(file)
    if position is None:
        report = checking.check_words(titles.load_title(variant, _wrong_variant), text)
    else:
        case = positions.understand(document_in(position))
        report = checking.check_orders(case, text, power)
    if as_json:
        click.echo(pretty(report))
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
    click.echo(pretty(names) if as_json else "\n".join(names))


@variant.command("show")
@click.argument("name")
@JSON
@one_line_errors
def variant_show(name: str, as_json: bool) -> None:
    """A title's powers, options with their defaults, and rulings."""
    facts = titles.variant_facts(titles.load_title(name, _wrong_variant))
    if as_json:
        click.echo(pretty(facts))
    else:
        click.echo(render(name, "variant.txt.j2", {"variant": facts}), nl=False)


@variant.command("lint")
@click.argument("name")
@JSON
@one_line_errors
def variant_lint(name: str, as_json: bool) -> None:
    """Look for faults in a title: its data and rulings, rules that use a clock or chance of their
    own, and what goes wrong in a game by bots."""
    faults = linting.lint(titles.load_title(name, _wrong_variant))
    if as_json:
        click.echo(pretty(faults))
    else:
        click.echo("\n".join(faults) if faults else "no faults")
    sys.exit(Exit.FAULTS if faults else Exit.OK)


@main.command("demo")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("demo"),
    show_default=True,
    help="The folder it is played in; a new or an empty one.",
)
@JSON
@one_line_errors
def demo_command(out: Path, as_json: bool) -> None:
    """Play a whole recorded game by mail, from its sign-up to its end, in an office of its own."""
    with as_file(files("examples") / "nine_years") as example:
        played = demo.play(example, out)
    if as_json:
        click.echo(pretty(played))
    else:
        click.echo(render("", "demo.txt.j2", {"played": played, "out": str(out)}), nl=False)
    sys.exit(Exit.FAULTS if played.faults else Exit.OK)
