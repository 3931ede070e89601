"""Which sections of a title's rules its tests show.

A test that would fail if a section said otherwise names it: ``@rule("spellbinder", "6.33")``.
`named` gathers that from the source, so that it does not matter which tests a run has picked.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


def rule(title: str, *sections: str) -> pytest.MarkDecorator:
    """A mark: the test shows these sections of the title's rules."""
    return pytest.mark.rule(title, *sections)


def named(title: str, tests: Path = TESTS) -> dict[str, list[str]]:
    """Section -> the tests that name it, as ``test_x.py::test_y``.

    ValueError where something else than a test is so decorated, for nothing would run it.
    """
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("*.py")):
        text = path.read_text("utf-8")
        if "@rule(" not in text:
            continue
        for name, (of, *sections) in _decorated(ast.parse(text)):
            test = f"{path.name}::{name}"
            if not (name.startswith("test_") and path.name.startswith("test_")):
                raise ValueError(f"{test} names rules and is no test")
            for section in sections if of == title else ():
                found.setdefault(section, []).append(test)
    return found


def _decorated(module: ast.Module) -> Iterator[tuple[str, list[str]]]:
    """Each function under ``@rule``, with what stands in the brackets."""
    for node in ast.walk(module):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "rule":
                yield node.name, [ast.literal_eval(argument) for argument in decorator.args]
