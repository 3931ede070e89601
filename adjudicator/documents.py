"""The one reader of YAML and JSON files: text into a typed model, faults with file, line and key.

Scalars stay text until the model asks for a number or a truth value; else ``0304`` would be read as
196, ``NO`` as false and ``12:30`` as 750. JSON is read as the YAML that it is.
"""

import json
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
    """A file that cannot be used: `where` in it (file, line, key), and what is to be mended.

    `code` is a stable word for the kind of fault.
    """

    def __init__(self, where: str, message: str, code: str = "bad_document") -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message
        self.code = code


class Document:
    """A file's content as plain data that knows where in the file each value stands.

    Paths are ``$.orders.FRANCE[0]``; `inside` is the path of the data in its file. `text` is the
    YAML or JSON it was read from, empty for a line of a longer file.
    """

    def __init__(self, value: Any, name: str, text: str = "", inside: str = "$") -> None:
        self.value = value
        self._name = name
        self._text = text
        self._inside = inside

    def part(self, path: str) -> "Document":
        """The value at a path as a document of its own. KeyError if there is none."""
        value = _value_at(self.value, path)
        return Document(value, self._name, self._text, self._inside + path[1:])

    def of(self, value: Any) -> "Document":
        """Other data that stands in this document's place, for instance some of it left out."""
        return Document(value, self._name, self._text, self._inside)

    def convert(self, model: type[T]) -> T:
        """The data as the model. BadDocument if it does not fit."""

        def convert(value: Any) -> T:
            return msgspec.convert(value, model, strict=False)

        try:
            return convert(self.value)
        except msgspec.ValidationError as error:
            message, path = _split(error)
            raise self.fault(_exact(path, self.value, convert), message) from None

    def fault(self, path: str, message: str, code: str = "bad_document") -> BadDocument:
        """A fault at this path of the data, for the caller to raise."""
        path = self._inside + path[1:]
        where = self._name
        if self._text:
            where += f", line {_line_of(self._text, path)}"
        return BadDocument(f"{where}, key {_shown(path)}", message, code)


def read(path: Path | Traversable, model: type[T]) -> T:
    """The file as the model. BadDocument if it is missing, no UTF-8 or YAML, or does not fit."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadDocument(str(path), error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise BadDocument(str(path), f"byte {error.start + 1} is not UTF-8 text") from None
    return parse(text, path.name, model)


def parse(text: str, name: str, model: type[T]) -> T:
    """Text as the model; `name` stands for it in faults. BadDocument if it does not fit."""
    return document(text, name).convert(model)


def document(text: str, name: str) -> Document:
    """YAML or JSON text as plain data. BadDocument if it is neither."""
    if text.lstrip()[:1] in ("{", "["):
        try:
            return Document(_json(text), name, text)
        except (json.JSONDecodeError, RecursionError):
            pass  # YAML may begin so, too
        except DuplicateKeyError as error:
            raise BadDocument(f"{name}, key {error}", "stands here twice") from None
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        if root is None:
            raise BadDocument(name, "is empty")
        return Document(_plain(root, name, "$", set()), name, text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f", line {mark.line + 1}" if mark else ""
        raise BadDocument(f"{name}{line}", error.problem or "is not YAML") from None
    except yaml.YAMLError as error:
        raise BadDocument(name, str(error).splitlines()[0]) from None
    except RecursionError:
        raise BadDocument(name, "is nested too deeply") from None


def json_line(line: str, number: int) -> Document:
    """One line of JSON. BadDocument if it is none."""
    try:
        return Document(_json(line), f"line {number}")
    except DuplicateKeyError as error:
        raise BadDocument(f"line {number}, key {error}", "stands here twice") from None
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadDocument(f"line {number}", f"is not JSON: {error}", "not_json") from None


class DuplicateKeyError(ValueError):
    """A key that stands twice in one JSON object."""


def _json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_once)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise DuplicateKeyError(key)
            seen.add(key)
    return found


def misspelt(given: Mapping[str, object], known: tuple[str, ...]) -> tuple[str, str] | None:
    """A key that is not known but so near to a known one that it must be meant: both of them."""
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, 1, 0.8)
            if near:
                return key, near[0]
    return None


def _plain(node: yaml.Node, name: str, path: str, seen: set[int]) -> Any:
    if not isinstance(node, yaml.ScalarNode) and id(node) in seen:
        # Expanding them, a short file could fill the memory.
        where = f"{name}, line {node.start_mark.line + 1}"
        raise BadDocument(where, "YAML's anchors and aliases (&, *) are not read here")
    seen.add(id(node))
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
            plain[key] = _plain(value_node, name, f"{path}.{key}", seen)
        return plain
    if isinstance(node, yaml.SequenceNode):
        return [_plain(item, name, f"{path}[{i}]", seen) for i, item in enumerate(node.value)]
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


def _line_of(text: str, path: str) -> int:
    """The line in which the value at this path begins, or the nearest one around it."""
    try:
        node: yaml.Node | None = yaml.compose(text.replace("\t", " "), Loader=yaml.SafeLoader)
    except yaml.YAMLError:  # JSON that YAML does not read
        return 1
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
    return 1 if node is None else int(node.start_mark.line) + 1


def _shown(path: str) -> str:
    return path.removeprefix("$").removeprefix(".") or "(whole file)"
