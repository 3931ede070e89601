"""The one reader of YAML and JSON files: text into a typed model, faults with file, line and key.

Scalars stay text until the model asks for a number or a truth value; else ``0304`` would be read as
196, ``NO`` as false and ``12:30`` as 750. JSON is read as the YAML that it is.
"""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import yaml

T = TypeVar("T")


class BadDocument(ValueError):
    """A file that cannot be used. `where` names file, line and key, `message` what to mend there."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message


def read(path: Path | Traversable, model: type[T]) -> T:
    """The file as the model. BadDocument if it is missing, not UTF-8, not YAML, or not the model."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadDocument(str(path), error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise BadDocument(str(path), f"byte {error.start + 1} is not UTF-8 text") from None
    return parse(text, path.name, model)


def parse(text: str, name: str, model: type[T]) -> T:
    """Text as the model; `name` stands for it in faults. BadDocument if it does not fit."""
    if text.lstrip()[:1] in ("{", "["):
        text = text.replace("\t", " ")  # JSON may be indented so, YAML not; no string has one
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f", line {mark.line + 1}" if mark else ""
        raise BadDocument(f"{name}{line}", error.problem or "is not YAML") from None
    except yaml.YAMLError as error:
        raise BadDocument(name, str(error).splitlines()[0]) from None
    if root is None:
        raise BadDocument(name, "is empty")
    plain = _plain(root, name, "$")
    try:
        return msgspec.convert(plain, model, strict=False)
    except msgspec.ValidationError as error:
        message, path = _split(error)
        path = _exact(path, plain, lambda value: msgspec.convert(value, model, strict=False))
        node = _node_at(root, path)
        line = node.start_mark.line + 1
        raise BadDocument(f"{name}, line {line}, key {_shown(path)}", message) from None


def convert(value: object, name: str, model: type[T]) -> T:
    """An object already read, as the model; faults name the key. BadDocument if it does not fit."""
    try:
        return msgspec.convert(value, model, strict=False)
    except msgspec.ValidationError as error:
        message, path = _split(error)
        path = _exact(path, value, lambda other: msgspec.convert(other, model, strict=False))
        raise BadDocument(f"{name}, key {_shown(path)}", message) from None


def misspelt(given: Mapping[str, object], known: tuple[str, ...]) -> tuple[str, str] | None:
    """A key that is not known but so near to a known one that it must be meant: both of them."""
    for key in given:
        if key not in known:
            near = get_close_matches(key, [k for k in known if k not in given], 1, 0.8)
            if near:
                return key, near[0]
    return None


def _plain(node: yaml.Node, name: str, path: str) -> Any:
    if isinstance(node, yaml.MappingNode):
        plain: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise BadDocument(f"{name}, line {line}", "a key must be plain text")
            key = str(key_node.value)
            if key in plain:
                where = f"{name}, line {line}, key {_shown(f'{path}.{key}')}"
                raise BadDocument(where, "stands here twice")
            plain[key] = _plain(value_node, name, f"{path}.{key}")
        return plain
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, name, f"{path}[{i}]") for i, item in enumerate(node.value)]
    if node.tag == "tag:yaml.org,2002:null":
        return None
    return node.value


def _split(error: msgspec.ValidationError) -> tuple[str, str]:
    """msgspec's message and its path, ``$.units[...][0]``."""
    message, _, path = str(error).partition(" - at `")
    return message, path.rstrip("`") or "$"


_STEP = re.compile(r"\[\.\.\.\]|\[(\d+)\]|\.([^.\[]+)")


def _exact(path: str, whole: Any, convert_whole: Callable[[Any], object]) -> str:
    """The path with msgspec's ``[...]``, any value of a mapping, replaced by the key at fault."""
    while "[...]" in path:
        head = path[: path.index("[...]")]
        mapping = _value_at(whole, head)
        if not isinstance(mapping, dict):
            return head
        for key in mapping:
            try:
                convert_whole(_replaced(whole, head, {key: mapping[key]}))
            except msgspec.ValidationError as error:
                if _split(error)[1] == path:
                    whole = _replaced(whole, head, {key: mapping[key]})
                    path = f"{head}.{key}{path[len(head) + 5 :]}"
                    break
        else:
            return head
    return path


def _steps(path: str) -> list[str | int]:
    return [int(m[1]) if m[1] else m[2] for m in _STEP.finditer(path)]


def _value_at(value: Any, path: str) -> Any:
    for step in _steps(path):
        value = value[step]
    return value


def _replaced(value: Any, path: str, new: Any) -> Any:
    steps = _steps(path)
    if not steps:
        return new
    copy = value.copy()
    copy[steps[0]] = _replaced(value[steps[0]], path[_STEP.search(path).end() :], new)  # type: ignore[union-attr]
    return copy


def _node_at(node: yaml.Node, path: str) -> yaml.Node:
    for step in _steps(path):
        if isinstance(node, yaml.MappingNode):
            found = [value for key, value in node.value if key.value == step]
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
            found = node.value[step : step + 1]
        else:
            found = []
        if not found:
            break
        node = found[0]
    return node


def _shown(path: str) -> str:
    return path.removeprefix("$").removeprefix(".") or "(whole file)"
