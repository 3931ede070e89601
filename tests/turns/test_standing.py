"""Standing orders as players write them, what a letter makes of earlier ones, what they decide."""

import pytest
from msgspec import Struct

from adjudicator.orders import Diagnostic, Reading
from adjudicator.turns.questions import (
    Amount,
    Answer,
    Choice,
    Chosen,
    Condition,
    Form,
    Lines,
    Number,
    OneOf,
    Policy,
    Question,
    Several,
    Shares,
    SomeOf,
    Split,
    StandingOrder,
    Written,
)
from adjudicator.turns.standing import check_policies, decide, displaced, merged, read_standing


class Cast(Struct, frozen=True, tag="cast"):
    spell: str

    def __str__(self) -> str:
        return f"cast {self.spell}"


class Ride(Struct, frozen=True, tag="ride"):
    to: str

    def __str__(self) -> str:
        return f"ride {self.to}"


Plan = Cast | Ride


def read_line(text: str) -> Reading[Plan]:
    verb, _, rest = text.partition(" ")
    if verb == "cast" and rest:
        return Reading("", (Cast(rest),))
    if verb == "ride" and rest:
        return Reading("", (Ride(rest),))
    if verb == "hum":
        return Reading("")
    return Reading("", (), (Diagnostic("error", "no_plan", 0, 1, text, "No plan."),))


def choices(*codes: str) -> tuple[Choice, ...]:
    return tuple(Choice(code, "", {"value": 1}) for code in codes)


NAMES: dict[str, tuple[str, ...]] = {"attacker": ("RED", "BLUE"), "gap": (), "my points": ()}
POLICIES = (
    Policy(
        kind="defence",
        about="What the attacked do.",
        form=OneOf(choices("stand", "withdraw", "Stillness 5", "Armor 2", "none")),
        names=NAMES,
        sample="standing defence: stand",
    ),
    Policy(
        kind="retreat",
        about="Where to.",
        form=OneOf(choices("NVI", "WVI", "STP/SC")),
        names=NAMES,
        sample="standing retreat: NVI",
    ),
    Policy(
        kind="losses",
        about="Who is lost.",
        form=SomeOf(choices("A", "B", "C"), 0, 3),
        sample="standing losses: A, B",
    ),
    Policy(
        kind="points lost",
        about="Which points.",
        form=Split(10, {"A": 10, "B": 10}),
        sample="standing points lost: A, B",
    ),
    Policy(
        kind="reserve", about="How many.", form=Number(0, 20), names=NAMES,
        sample="standing reserve: 3",
    ),
    Policy(
        kind="plan", about="What is cast.", form=Lines(("cast",), 2), names=NAMES,
        sample="standing plan: cast Hammer",
    ),
)  # fmt: skip

RED = Condition("attacker", "=", "RED")
NARROW = Condition("gap", "<", 3)
Order = StandingOrder[Plan]

READ: list[tuple[str, Order]] = [
    ("standing defence: stand", Order("defence", Several(("stand",)))),
    ("STANDING Defence: Stand.", Order("defence", Several(("stand",)))),
    ("- standing defence: stand", Order("defence", Several(("stand",)))),
    ("1. Standing order defence: stand", Order("defence", Several(("stand",)))),
    ("standing order for defence: stand", Order("defence", Several(("stand",)))),
    ("Standing orders for the defence stand", Order("defence", Several(("stand",)))),
    ("standing defence stand", Order("defence", Several(("stand",)))),
    ("standing defence - stand", Order("defence", Several(("stand",)))),
    ("standing defence = stand", Order("defence", Several(("stand",)))),
    ("defence: stand", Order("defence", Several(("stand",)))),
    ("standing defence: none", Order("defence", Several(("none",)))),
    (
        "standing defence: stillness 5, else armor2",
        Order("defence", Several(("Stillness 5", "Armor 2"))),
    ),
    ("standing defence: withd", Order("defence", Several(("withdraw",)))),
    ("STANDING retreat: WVI, NVI", Order("retreat", Several(("WVI", "NVI")))),
    ("standing retreat: wvi then nvi", Order("retreat", Several(("WVI", "NVI")))),
    ("standing retreat: wvi > nvi", Order("retreat", Several(("WVI", "NVI")))),
    ("standing retreat: WVI or NVI", Order("retreat", Several(("WVI", "NVI")))),
    ("retreat: stp/sc", Order("retreat", Several(("STP/SC",)))),
    ("standing losses: A first, then B", Order("losses", Several(("A", "B")))),
    ("standing losses: none", Order("losses", Several(()))),
    ("standing losses: all", Order("losses", Several(("A", "B", "C")))),
    ("standing losses: all but B", Order("losses", Several(("A", "C")))),
    ("standing points lost: A, B", Order("points lost", Several(("A", "B")))),
    ("standing points-lost: b a", Order("points lost", Several(("B", "A")))),
    ("standing points lost: A 3, B 2", Order("points lost", Shares({"A": 3, "B": 2}))),
    ("standing points lost: 3 from A", Order("points lost", Shares({"A": 3}))),
    ("standing reserve: 3", Order("reserve", Amount(3))),
    ("standing reserve three", Order("reserve", Amount(3))),
    ("standing plan: cast Hammer", Order("plan", Written((Cast("Hammer"),)))),
    ("standing plan: cast X; cast Y", Order("plan", Written((Cast("X"), Cast("Y"))))),
    ("standing plan: none", Order("plan", Written(()))),
    # conditions
    ("standing defence: stand if attacker = RED", Order("defence", Several(("stand",)), (RED,))),
    ("if attacker = RED: standing defence: stand", Order("defence", Several(("stand",)), (RED,))),
    ("If attacker is red then defence: stand", Order("defence", Several(("stand",)), (RED,))),
    ("standing defence: stand (if gap < 3)", Order("defence", Several(("stand",)), (NARROW,))),
    (
        "if attacker = RED: standing retreat: WVI, NVI if gap < 3",
        Order("retreat", Several(("WVI", "NVI")), (RED, NARROW)),
    ),
    (
        "standing reserve: 3 if my points >= 8 and gap < 3",
        Order("reserve", Amount(3), (Condition("my points", ">=", 8), NARROW)),
    ),
    ("standing plan: cast X if attacker = RED", Order("plan", Written((Cast("X"),)), (RED,))),
    # taken back
    ("standing defence: default", Order("defence", None)),
    ("defence: default", Order("defence", None)),
    ("standing plan: default", Order("plan", None)),
    ("forget standing defence", Order("defence", None)),
    ("forget my standing orders for defence.", Order("defence", None)),
    ("no standing orders for retreat", Order("retreat", None)),
    ("cancel standing points lost", Order("points lost", None)),
    ("cancel the standing order on losses", Order("losses", None)),
]

NONE_AT_ALL = [
    "",
    "A PAR - BUR",
    "defence",
    "retreat to WVI",
    "I am standing here alone.",
    "standing",
    "Standing by for your orders",
    "no orders from me",
    "forget it",
    "if gap < 3: cast Hammer",
    "weather: fine",
]

REFUSED: list[tuple[str, list[tuple[str, int, str, tuple[str, ...]]]]] = [
    ("standing defense: stand", [("unknown_kind", 10, "defense", ("defence",))]),
    ("standing order retraet WVI", [("unknown_kind", 16, "retraet", ("retreat",))]),
    ("standing weather: rain", [("unknown_kind", 10, "weather", ())]),
    ("forget standing retraet", [("unknown_kind", 17, "retraet", ("retreat",))]),
    ("standing defence:", [("no_value", 1, "standing defence:", ())]),
    ("standing defence: stnad", [("no_choice", 19, "stnad", ("stand",))]),
    ("standing defence: stand, stand", [("twice", 19, "stand, stand", ())]),
    ("standing reserve: 21", [("out_of_range", 19, "21", ())]),
    ("standing reserve: many", [("no_value", 19, "many", ())]),
    ("standing points lost: none", [("too_few", 23, "none", ())]),
    ("standing points lost: A 3, A 2", [("twice", 23, "A 3, A 2", ())]),
    ("standing plan: sing", [("no_plan", 16, "sing", ())]),
    ("standing plan: cast X; sing", [("no_plan", 24, "sing", ())]),
    ("standing plan: hum", [("not_an_order", 16, "hum", ())]),
    ("standing plan: ride NVI", [("not_accepted", 16, "ride NVI", ())]),
    ("standing plan: cast X; cast Y; cast Z", [("too_many", 16, "cast X; cast Y; cast Z", ())]),
    ("standing defence: stand if gpa < 3", [("no_name", 28, "gpa", ("gap",))]),
    ("if gpa < 3: standing defence: stand", [("no_name", 4, "gpa", ("gap",))]),
    ("standing losses: A if gap < 3", [("no_name", 23, "gap", ())]),
    ("standing defence: stand if", [("no_condition", 27, "", ())]),
    (
        "standing defence: default if gap < 3",
        [("condition_on_default", 1, "standing defence: default if gap < 3", ())],
    ),
]


def read(text: str) -> Reading[Plan] | None:
    return read_standing(POLICIES, text, read_line)


@pytest.mark.parametrize(("text", "order"), READ)
def test_read(text: str, order: Order) -> None:
    assert read(text) == Reading("", (), (), (order,))
    assert read(str(order)) == Reading("", (), (), (order,))


@pytest.mark.parametrize("text", NONE_AT_ALL)
def test_no_standing_order(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(("text", "told"), REFUSED)
def test_refused(text: str, told: list[tuple[str, int, str, tuple[str, ...]]]) -> None:
    reading = read(text)
    assert reading is not None
    assert reading.standing == ()
    assert [(d.code, d.column, d.text, d.suggestions) for d in reading.diagnostics] == told


def test_all_can_be_forgotten_at_once() -> None:
    reading = read("Forget all my standing orders")
    assert reading is not None
    assert reading.standing == tuple(Order(policy.kind, None) for policy in POLICIES)


def test_value_and_condition_are_both_told_of() -> None:
    reading = read("standing retreat: WVJ if gpa < 3")
    assert reading is not None
    assert [(d.code, d.text) for d in reading.diagnostics] == [
        ("no_choice", "WVJ"),
        ("no_name", "gpa"),
    ]


def test_lines_need_a_reader() -> None:
    with pytest.raises(ValueError, match="read_line"):
        read_standing(POLICIES, "standing defence: stand")


def test_the_phase_is_handed_on() -> None:
    reading = read_standing(POLICIES, "defence: stand", read_line, "S1901M")
    assert reading is not None
    assert reading.phase == "S1901M"


def test_a_letter_replaces_kind_by_kind() -> None:
    stand, leave, nvi = (
        Order("defence", Several(("stand",))),
        Order("defence", Several(("withdraw",))),
        Order("retreat", Several(("NVI",))),
    )
    hold = Order("defence", Several(("stand",)), (RED,))
    assert merged([stand, nvi], [hold, leave]) == (nvi, hold, leave)
    assert merged([stand, nvi], [Order("defence", None)]) == (nvi,)
    assert merged([stand, nvi], [Order("defence", None), leave]) == (nvi, leave)
    assert merged([nvi], [stand, Order("defence", None), leave]) == (nvi, leave)
    assert merged([nvi], []) == (nvi,)
    assert merged([], [Order("defence", None)]) == ()


def test_what_a_letter_does_away_with_without_saying_so() -> None:
    """Not what it says anew in whatever way, nor what it takes back, nor other kinds."""
    weak = Order("defence", Several(("HOLD",)), (Condition("cards", "<", 2),))
    weaker = Order("defence", Several(("LEAVE",)), (Condition("cards", "<", 2),))
    always, other = Order("defence", Several(("HOLD",))), Order("nvi", Several(("HOLD",)))
    assert displaced([weak, always, other], [always]) == (weak,)
    assert displaced([weak, always, other], [weaker]) == (always,)
    assert displaced([weak, always, other], [Order("defence", None), weaker]) == ()
    assert displaced([weak, always, other], [other]) == ()


def question(kind: str, form: Form, facts: dict[str, str | int]) -> Question[Plan]:
    default: Answer[Plan] = Chosen("stand")
    return Question(
        seat="RED", kind=kind, label=kind, prompt="?", form=form, default=default, facts=facts
    )


def test_the_first_that_holds_and_can_be_done_decides() -> None:
    orders = [
        Order("retreat", Several(("stand",))),
        Order("defence", None),
        Order("defence", Several(("withdraw",)), (RED,)),
        Order("defence", Several(("Stillness 5",))),
        Order("defence", Several(("stand",)), (NARROW,)),
        Order("defence", Several(("stand", "withdraw"))),
    ]
    form = OneOf(choices("stand", "withdraw"))
    asked = question("defence", form, {"attacker": "RED", "gap": 1})
    assert decide(asked, orders) == (Chosen("withdraw"), orders[2])
    asked = question("defence", form, {"attacker": "BLUE", "gap": 1})
    assert decide(asked, orders) == (Chosen("stand"), orders[4])
    asked = question("defence", form, {})
    assert decide(asked, orders) == (Chosen("stand"), orders[5])
    assert decide(asked, orders[:5]) is None
    assert decide(question("losses", form, {}), orders) is None


SOUND = Policy(kind="defence", about="", form=OneOf(choices("A")), names=NAMES, sample="")


@pytest.mark.parametrize(
    "form",
    [
        OneOf(choices("default")),
        OneOf(choices("A, B")),
        OneOf(choices("A;B")),
        OneOf(choices("A if B")),
        OneOf(choices("this and that")),
        OneOf(choices("A:B")),
        OneOf(choices(" A")),
        OneOf(choices("A  B")),
        OneOf(choices("")),
        OneOf(choices("A", "a")),
        OneOf(choices("A-B", "A–B")),
        OneOf(choices("½")),
        SomeOf(choices("none"), 0, 1),
        SomeOf(choices("All"), 0, 1),
        SomeOf((Choice("A"),), 0, 1, "value"),
        SomeOf((Choice("A", "", {"value": -1}),), 0, 1, "value"),
        Split(3, {"A": 3, "A 3": 3}),
        Split(3, {"none": 3}),
    ],
)
def test_forms_that_could_not_be_read_are_refused(form: Form) -> None:
    check_policies(POLICIES)
    check_policies([SOUND])
    with pytest.raises(ValueError, match=r"code|choice"):
        check_policies([Policy(kind="defence", about="", form=form, sample="")])


@pytest.mark.parametrize("kinds", [("a if",), ("defence", "Defence"), ("a b", "a-b"), ("a:",)])
def test_kinds_that_could_not_be_read_are_refused(kinds: tuple[str, ...]) -> None:
    form = OneOf(choices("A"))
    with pytest.raises(ValueError, match="kind"):
        check_policies([Policy(kind=kind, about="", form=form, sample="") for kind in kinds])


@pytest.mark.parametrize("text", ["no standing orders", "forget all standing orders"])
def test_all_kinds_are_taken_back_at_once(text: str) -> None:
    reading = read(text)
    assert reading is not None
    assert {order.kind for order in reading.standing} == {policy.kind for policy in POLICIES}
    assert {order.value for order in reading.standing} == {None}
