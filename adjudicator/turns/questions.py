"""What a phase asks in its middle, and what is answered: a closed set of forms, a type of answer
for each.

``str(answer)`` is its canonical text; `adjudicator.turns.answers` reads it back.
"""

import hashlib
from collections.abc import Mapping
from typing import Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from adjudicator.seats import Seat

Order = TypeVar("Order")

VALUE = "value"
"""The fact of a choice that `SomeOf` adds up."""


class Choice(Struct, frozen=True):
    """One thing that can be chosen: its code, what it is in words, and facts of it alone, such as
    its value or its chance."""

    code: str
    text: str = ""
    facts: dict[str, str | int] = {}


class OneOf(Struct, frozen=True, tag="one_of"):
    """One of the choices."""

    choices: tuple[Choice, ...]


class SomeOf(Struct, frozen=True, tag="some_of"):
    """Some of the choices, none twice: from `least` to `most` of them, counted, or by the sum of
    their fact `value`."""

    choices: tuple[Choice, ...]
    least: int
    most: int
    by: Literal["count", "value"] = "count"


class Number(Struct, frozen=True, tag="number"):
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int


class Split(Struct, frozen=True, tag="split"):
    """The whole `total` split among these codes, none getting more than its limit."""

    total: int
    limits: dict[str, int]


class Lines(Struct, frozen=True, tag="lines"):
    """Lines of the title, at most so many: orders, or a plan for this occasion.

    `accepts` are the tags of the title's order types that may stand there.
    """

    accepts: tuple[str, ...]
    most: int = 20


Form = OneOf | SomeOf | Number | Split | Lines


class Chosen(Struct, frozen=True, tag="chosen"):
    """The answer to `OneOf`."""

    code: str

    def __str__(self) -> str:
        return self.code


class Several(Struct, frozen=True, tag="several"):
    """The answer to `SomeOf`. In a standing order, codes in order of preference."""

    codes: tuple[str, ...]

    def __str__(self) -> str:
        return ", ".join(self.codes) or "none"


class Amount(Struct, frozen=True, tag="amount"):
    """The answer to `Number`."""

    number: int

    def __str__(self) -> str:
        return str(self.number)


class Shares(Struct, frozen=True, tag="shares"):
    """The answer to `Split`: how much each code gets; one that gets nothing is left out."""

    amounts: dict[str, int]

    def __str__(self) -> str:
        return ", ".join(f"{code} {number}" for code, number in self.amounts.items()) or "none"


class Written(Struct, Generic[Order], frozen=True, tag="written"):
    """The answer to `Lines`."""

    orders: tuple[Order, ...]

    def __str__(self) -> str:
        return "; ".join(map(str, self.orders)) or "none"


Answer = Chosen | Several | Amount | Shares | Written[Order]


class Question(Struct, Generic[Order], frozen=True, kw_only=True):
    """A choice that a seat has in the middle of a phase.

    kind     what standing orders answer: ``defence``, ``losses``
    label    which of them it is, unique in the phase: ``defence of 0304``. Its answer names it
    prompt   what is asked, as a sentence or two; its reader may know all of it
    default  what counts if nothing is answered and no standing order does
    facts    what the conditions of standing orders go by; its reader may know all of them
    public   others may know that this is asked, and of whom
    waits    False: it never stops the phase; the standing order or the default counts at once
    """

    seat: Seat
    kind: str
    label: str
    prompt: str
    form: Form
    default: Answer[Order]
    facts: dict[str, str | int] = {}
    public: bool = False
    waits: bool = True

    @property
    def key(self) -> str:
        """By what it is known: seat, label and form, but for what its choices are in words. An
        answer counts for this key alone."""
        form = self.form
        if isinstance(form, OneOf | SomeOf):
            bare = tuple(msgspec.structs.replace(choice, text="") for choice in form.choices)
            form = msgspec.structs.replace(form, choices=bare)
        known = msgspec.json.encode((self.seat, self.label, form), order="deterministic")
        return hashlib.sha256(known).hexdigest()[:16]


By = Literal["player", "gm", "standing", "default", "bot"]


class Decision(Struct, Generic[Order], frozen=True):
    """What was decided upon a question, which it names by `key`, and by what.

    `order` is the standing order that was used, in its canonical text; `kind` the question's.
    """

    seat: Seat
    label: str
    key: str
    answer: Answer[Order]
    by: By
    order: str = ""
    kind: str = ""

    @classmethod
    def of(
        cls, question: Question[Order], answer: Answer[Order], by: By, order: str = ""
    ) -> "Decision[Order]":
        """That of this question."""
        return cls(question.seat, question.label, question.key, answer, by, order, question.kind)


Op = Literal["=", "!=", "<", "<=", ">", ">="]


class Condition(Struct, frozen=True):
    """``NAME OP VALUE``: one thing that must hold. Numbers are compared as numbers, texts for
    being equal alone."""

    name: str
    op: Op
    value: str | int

    def __str__(self) -> str:
        return f"{self.name} {self.op} {self.value}"


class StandingOrder(Struct, Generic[Order], frozen=True):
    """What is to be answered to every question of a kind, as long as nothing else is said.

    `value` is what the kind's form reads; for `OneOf`, `SomeOf` and `Split` it may be a list of
    codes in order of preference. None takes back all standing orders of the kind.
    """

    kind: str
    value: Several | Amount | Shares | Written[Order] | None
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        when = f" if {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"standing {self.kind}: {'default' if self.value is None else self.value}{when}"


class Policy(Struct, frozen=True, kw_only=True):
    """A kind of question that standing orders can answer.

    about   what is decided, as a sentence
    form    with every code that may ever be a choice
    names   what conditions can go by: the values it may have; empty: it is a number
    sample  a standing order of this kind, as a player may write it
    """

    kind: str
    about: str
    form: Form
    names: Mapping[str, tuple[str, ...]] = {}
    sample: str
