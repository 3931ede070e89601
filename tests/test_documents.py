"""The reader of YAML and JSON: text stays text, and each fault says where it is."""

from pathlib import Path

import pytest
from msgspec import Struct

from adjudicator.documents import BadDocument, misspelt, parse, read


class Person(Struct, forbid_unknown_fields=True):
    name: str
    age: int = 0
    member: bool = False
    codes: tuple[str, ...] = ()
    at: dict[str, str] = {}


class Club(Struct, forbid_unknown_fields=True):
    people: dict[str, Person]


def where(text: str, model: type[object] = Person) -> str:
    with pytest.raises(BadDocument) as caught:
        parse(text, "club.yaml", model)
    return caught.value.where


def test_scalars_are_what_the_model_asks_for() -> None:
    text = "name: 0304\nage: 12\nmember: true\ncodes: [NO, 0304, 12:30, 1e3, null, '']\n"
    person = parse(text, "club.yaml", dict[str, object])
    assert person["name"] == "0304"
    assert person["codes"] == ["NO", "0304", "12:30", "1e3", None, ""]
    text = text.replace("null, ", "")
    expected = Person("0304", 12, True, ("NO", "0304", "12:30", "1e3", ""))
    assert parse(text, "club.yaml", Person) == expected


def test_keys_are_text_too() -> None:
    assert parse("name: x\nat: {NO: 0304, 12:30: yes}", "club.yaml", Person).at == {
        "NO": "0304",
        "12:30": "yes",
    }


def test_json_is_read_with_its_tabs() -> None:
    text = '{\n\t"name": "x",\n\t"codes":\t["0304"]\n}\n'
    assert parse(text, "club.json", Person) == Person("x", codes=("0304",))


def test_a_key_given_twice() -> None:
    assert where("name: x\nage: 1\nage: 2\n") == "club.yaml, line 3, key age"
    text = "people:\n  a:\n    name: x\n  b:\n    name: y\n    at:\n      K: 1\n      K: 1\n"
    assert where(text, Club) == "club.yaml, line 8, key people.b.at.K"


def test_a_wrong_type_is_found_by_line_and_key() -> None:
    assert where("name: x\nage: old\n") == "club.yaml, line 2, key age"
    assert where("name: x\n\ncodes:\n- A\n- [B]\n") == "club.yaml, line 5, key codes[1]"
    text = "people:\n  a: {name: x}\n  b:\n    name: y\n    age: old\n"
    assert where(text, Club) == "club.yaml, line 5, key people.b.age"


def test_an_unknown_field() -> None:
    with pytest.raises(BadDocument, match="nmae"):
        parse("name: x\nnmae: y\n", "club.yaml", Person)


def test_a_missing_field() -> None:
    with pytest.raises(BadDocument, match="name"):
        parse("people:\n  a: {age: 1}\n", "club.yaml", Club)


def test_an_empty_file() -> None:
    for text in ("", "\n", "# nothing\n", "---\n"):
        with pytest.raises(BadDocument):
            parse(text, "club.yaml", Person)


@pytest.mark.parametrize(
    "text", ["name: [", "name: x\n\tage: 1\n", "name: 'x", "a: b: c", "- x\nname: y", "\0"]
)
def test_no_yaml(text: str) -> None:
    assert where(text).startswith("club.yaml")


def test_a_value_that_contains_itself() -> None:
    assert where("name: x\ncodes: &c [*c]\n").startswith("club.yaml")


def test_nesting_without_an_end() -> None:
    for mark in "[{":
        assert where(mark * 5000).startswith("club.yaml")


def test_nothing_in_a_file_is_run() -> None:
    text = "name: !!python/object/apply:os.getcwd []\n"
    with pytest.raises(BadDocument):
        parse(text, "club.yaml", Person)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "club.yaml"
    with pytest.raises(BadDocument, match=r"club\.yaml"):
        read(path, Person)
    path.write_bytes(b"name: caf\xe9\n")
    with pytest.raises(BadDocument, match="byte 10 is not UTF-8"):
        read(path, Person)
    path.write_text("name: café\n", encoding="utf-8")
    assert read(path, Person) == Person("café")
    with pytest.raises(BadDocument):
        read(tmp_path, Person)


def test_a_misspelt_key() -> None:
    assert misspelt({"membr": 1}, ("member", "age")) == ("membr", "member")
    assert misspelt({"name": 1, "zzz": 2}, ("name", "age")) is None
