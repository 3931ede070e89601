"""Views to text and to HTML, by the templates of the house and of the title."""

import textwrap
from collections.abc import Mapping, Sequence
from functools import cache

import jinja2

NO_BREAK = "\u00a0"


@cache
def environment(variant: str, html: bool = False) -> jinja2.Environment:
    """Jinja for one title: its own templates first, then those shared by all; for none, these.

    With `html` every fact is escaped, else none is: neither may fill in the other's templates.
    """
    shared = jinja2.PackageLoader("templates", ".")
    own = [jinja2.PackageLoader(f"variants.{variant}", "templates")] if variant else []
    env = jinja2.Environment(
        loader=jinja2.ChoiceLoader([*own, shared]),
        undefined=jinja2.StrictUndefined,
        autoescape=html,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    if not html:
        env.filters["wrapped"] = wrapped
        env.filters["listed"] = listed
    return env


def wrapped(text: str, indent: int = 0, start: int | None = None, width: int = 78) -> str:
    """The text in lines of at most `width` columns: the first begins in column `start`, where it
    already stands in the template, the others are indented by `indent` (columns from 0)."""
    start = indent if start is None else start
    if start + len(text) <= width and text.isprintable():
        return text.rstrip()  # as most are
    filled = textwrap.fill(
        text,
        width,
        initial_indent=" " * start,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled[start:]


def listed(items: Sequence[str], indent: int) -> str:
    """The items with commas between, wrapped so that none is broken; ``none`` if there are none."""
    unbroken = ", ".join(item.replace(" ", NO_BREAK) for item in items) or "none"
    return wrapped(unbroken, indent).replace(NO_BREAK, " ")


def render(variant: str, template: str, facts: Mapping[str, object]) -> str:
    """One report as text, at most 78 columns wide, with LF line ends.

    jinja2.UndefinedError if a fact is missing.
    """
    return _tidied(environment(variant).get_template(template).render(**facts))


def render_html(variant: str, template: str, facts: Mapping[str, object]) -> str:
    """One report as an HTML page that refers to nothing outside itself, with LF line ends.

    It is filled with the facts of the report as text; jinja2.UndefinedError if one is missing.
    """
    return _tidied(environment(variant, html=True).get_template(template).render(**facts))


def _tidied(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip("\n") + "\n"
