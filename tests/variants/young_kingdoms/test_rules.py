"""Every rule of Young Kingdoms is shown by a case or a test that names it.

``YK n`` is rule n of the rulebook; a number alone is one of the numbered readings (1-107).
"""

from tests.rules import named
from tests.variants.young_kingdoms.cases import cases

RULEBOOK = [f"YK {number}" for number in range(10)]
READINGS = [str(number) for number in range(1, 108)]

NO_RULE = {
    "15": "another family of A/F rules, named as no model",
    "53": "a half retreating against a whole: Elric, the only half, never retreats",
    "54": "how another program rounds a half",
    "55": "what numbers a program should count with",
}
"""The numbers under which nothing stands that could come out otherwise."""


def shown() -> dict[str, list[str]]:
    """Rule -> the cases and tests that name it."""
    found = named("young_kingdoms")
    for case in cases():
        for number in case["rules"]:
            found.setdefault(number, []).append(case["id"])
    return found


def test_every_rule_is_shown() -> None:
    found = shown()
    unseen = [rule for rule in RULEBOOK + READINGS if rule not in NO_RULE and rule not in found]
    assert not unseen, "no case and no test names these rules"


def test_no_case_and_no_test_names_what_is_no_rule() -> None:
    rules = {*RULEBOOK, *READINGS} - NO_RULE.keys()
    assert {rule: where for rule, where in shown().items() if rule not in rules} == {}


def test_each_number_without_a_rule_is_a_number() -> None:
    assert set(READINGS) >= NO_RULE.keys()
