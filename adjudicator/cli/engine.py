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
from adjudicator.office.atlas import atlas_of
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
    resolved = positions.resolve(case)
    if as_json:
        click.echo(pretty(positions.written(case, resolved)))
    else:
        facts = positions.report_facts(case, resolved)
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
        title = titles.load_title(variant, _wrong_variant)
        report = checking.check_words(titles.of_the_family(title, _wrong_variant), text)
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
@click.option("--sources", is_flag=True, help="Where its map comes from, space by space, instead.")
@click.option("--map", "as_map", is_flag=True, help="Its map in words, space by space, instead.")
@JSON
@one_line_errors
def variant_show(name: str, sources: bool, as_map: bool, as_json: bool) -> None:
    """A title's powers, options with their defaults, and rulings."""
    title = titles.load_title(name, _wrong_variant)
    if sources and as_map:
        raise click.UsageError("--sources and --map: one of them")
    facts: object
    if as_map:
        family = titles.of_the_family(title, _wrong_variant)
        template, key, facts = "map.txt.j2", "map", atlas_of(family, family.board)
    elif sources:
        template, key, facts = "sources.txt.j2", "map", titles.map_facts(title)
    else:
        template, key, facts = "variant.txt.j2", "variant", titles.variant_facts(title)
    if as_json:
        click.echo(pretty(facts))
    else:
        click.echo(render(name, template, {"game": name, key: facts}), nl=False)


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


EXAMPLES = sorted(item.name for item in files("examples").iterdir() if (item / "letters").is_dir())


@main.command("demo")
@click.argument("game", type=click.Choice(EXAMPLES), default="nine_years")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("demo"),
    show_default=True,
    help="The folder it is played in; a new or an empty one.",
)
@JSON
@one_line_errors
def demo_command(game: str, out: Path, as_json: bool) -> None:
    """Play a whole recorded GAME by mail, from its sign-up to its end, in an office of its own.

    \b
    nine_years      standard Diplomacy, to a solo; played when no GAME is named
    spellbinder     Spellbinder, four wizards through twenty turns, with questions by mail
    young_kingdoms  Young Kingdoms, with every special rule of it
    """
    with as_file(files("examples") / game) as example:
        played = demo.play(example, out)
    if as_json:
        click.echo(pretty(played))
    else:
        click.echo(render("", "demo.txt.j2", {"played": played, "out": str(out)}), nl=False)
    sys.exit(Exit.FAULTS if played.faults else Exit.OK)
