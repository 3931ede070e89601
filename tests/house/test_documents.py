"""What is written beside the code: its links lead somewhere, and its lists are whole."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path
    for top in (".", "adjudicator", "mail", "tests", "variants")
    for path in (ROOT.glob("*.md") if top == "." else (ROOT / top).rglob("*.md"))
)


def anchors(path: Path) -> set[str]:
    """What headings are called in links: lower case, hyphens for spaces, no punctuation."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
        if link.startswith("https://"):
            continue
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_handbook_names_every_module_of_the_office() -> None:
    office = ROOT / "adjudicator" / "office"
    table = (office / "README.md").read_text(encoding="utf-8").partition("| modules |")[2]
    named = re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in table.splitlines()[2:]))
    modules = {path.stem for path in office.glob("*.py")} - {"__init__"}
    assert sorted(named) == sorted(modules)
