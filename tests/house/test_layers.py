"""The arrows between the packages, module by module (README, "The house")."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OFFICE = ("adjudicator.office", "adjudicator.cli", "adjudicator.__main__")
OUTSIDE = {"mail", "variants", "templates", "examples"}
IMPURE = {"sqlite3", "smtplib", "imaplib", "email", "time", "random", "secrets", "os", "socket"}


def modules(package: str) -> Iterator[tuple[str, Path]]:
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts).removesuffix(".__init__"), path


def imports(path: Path) -> set[str]:
    """Every module imported anywhere in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def tops(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(path)}


ALL = {name: path for package in ("adjudicator", "variants", "mail", "templates", "examples")
       for name, path in modules(package)}  # fmt: skip
ENGINE = {
    name: path
    for name, path in ALL.items()
    if name.startswith("adjudicator") and not name.startswith(OFFICE)
}


def test_there_is_something_to_look_at() -> None:
    assert {"adjudicator.simultaneous.solve", "adjudicator.boards"} <= set(ENGINE)
    assert {"adjudicator.office.demo", "mail.letters", "variants.standard.title"} <= set(ALL)


@pytest.mark.parametrize("name", ENGINE)
def test_the_engine_knows_no_title_no_mail_no_clock(name: str) -> None:
    path = ENGINE[name]
    assert not tops(path) & (OUTSIDE | IMPURE)
    assert not [found for found in imports(path) if found.startswith(OFFICE)]


@pytest.mark.parametrize("name", [name for name in ALL if name.startswith("variants.")])
def test_a_title_knows_the_engine_alone(name: str) -> None:
    assert not tops(ALL[name]) & {"mail", "templates", "examples", *IMPURE}
    assert not [found for found in imports(ALL[name]) if found.startswith(OFFICE)]
    title = ".".join(name.split(".")[:2])
    others = {found for found in imports(ALL[name]) if found.startswith("variants.")}
    assert all(found.startswith(title) for found in others)


@pytest.mark.parametrize("name", [name for name in ALL if name.startswith("adjudicator.cli")])
def test_the_command_line_reaches_the_rest_through_the_office(name: str) -> None:
    assert not tops(ALL[name]) & OUTSIDE


def test_only_load_imports_titles() -> None:
    importers = {
        name
        for name, path in ALL.items()
        if any(found.startswith("variants.") for found in imports(path))
    }
    assert all(name.startswith("variants.") for name in importers)


@pytest.mark.parametrize("name", [name for name in ALL if name.startswith("mail")])
def test_mail_knows_no_game(name: str) -> None:
    assert not tops(ALL[name]) & {"adjudicator", "variants", "templates", "examples"}


@pytest.mark.parametrize("name", [name for name in ALL if name.startswith("adjudicator.office")])
def test_the_command_line_is_a_skin(name: str) -> None:
    assert not [found for found in imports(ALL[name]) if found.startswith("adjudicator.cli")]
    assert "click" not in tops(ALL[name])


def test_no_file_is_long_without_a_reason() -> None:
    long = {name for name, path in ALL.items() if len(path.read_text().splitlines()) > 500}
    assert long == set()


def test_packages_have_a_docstring() -> None:
    for name, path in ALL.items():
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), name
