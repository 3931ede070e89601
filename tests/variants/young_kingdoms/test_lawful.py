"""That `require_lawful` finds what is wrong: phases that were played, spoiled in one thing each."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.events import Told
from adjudicator.simultaneous.game import Ending, PhaseResolved
from adjudicator.simultaneous.position import Dislodged, Retreat, Unit
from adjudicator.turns.selfplay import Game, PlayedPhase, play
from tests.variants.young_kingdoms.lawful import require_lawful
from tests.variants.young_kingdoms.openings import OPENINGS, Led
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.state import ElricFound, ElricHid, State

Spoil = Callable[[PlayedPhase], PlayedPhase]


@cache
def played(name: str) -> Game:
    title: Any = Led(OPENINGS[name])
    return play(title, Options(), bytes(32), phases=6)


def phase(name: str, code: str) -> PlayedPhase:
    """The last of the played phases with one of these codes."""
    return [one for one in played(name).played if one.phase.id in code.split()][-1]


def with_state(one: PlayedPhase, **changes: Any) -> PlayedPhase:
    return replace(one, ran=replace(one.ran, state=replace(one.ran.state, **changes)))


def with_position(one: PlayedPhase, **changes: Any) -> PlayedPhase:
    return with_state(one, position=replace(one.ran.state.position, **changes))


def with_units(one: PlayedPhase, *units: Unit, without: str = "") -> PlayedPhase:
    """The same units more, and one kind less, as if the rules had told so."""

    def spoiled(standing: tuple[Unit, ...]) -> tuple[Unit, ...]:
        return (*(unit for unit in standing if unit.kind != (without or "-")), *units)

    one = with_resolution(one, after=spoiled(one.ran.state.position.units))
    return with_position(one, units=spoiled(one.ran.state.position.units))


def with_resolution(one: PlayedPhase, **changes: Any) -> PlayedPhase:
    told = tuple(
        replace(t, event=replace(t.event, resolution=replace(t.event.resolution, **changes)))
        if isinstance(t.event, PhaseResolved)
        else t
        for t in one.ran.told
    )
    return replace(one, ran=replace(one.ran, told=told))


def with_told(one: PlayedPhase, *told: Told[Any]) -> PlayedPhase:
    return replace(one, ran=replace(one.ran, told=(*one.ran.told, *told)))


def resolution(one: PlayedPhase) -> Any:
    return next(t.event for t in one.ran.told if isinstance(t.event, PhaseResolved)).resolution


def open_retreat(one: PlayedPhase, to: str) -> PlayedPhase:
    """One retreat more for the first of the dislodged."""
    first, *others = resolution(one).dislodged
    more = Dislodged(first.unit, first.by, first.came_from, (*first.retreats, Retreat(to)))
    return with_position(
        with_resolution(one, dislodged=(more, *others)),
        dislodged=tuple(case for case in (more, *others) if case.retreats),
    )


def owned(one: PlayedPhase, center: str, power: str | None) -> PlayedPhase:
    centers = {**one.ran.state.position.centers, center: power}
    return with_position(one, centers=centers)


SPRING = ("Elric left waiting", "S6480M")
AUTUMN = ("Elric left waiting", "F6480M F6480R")
BAY = ("Dragon lost", "S6480M")
THRONE = ("throne", "S6481M")

SPOILED: dict[str, tuple[tuple[str, str], Spoil]] = {
    "two armies in one space": (SPRING, lambda one: with_units(one, Unit("DHJ", "A", "NAD"))),
    "an army at sea": (SPRING, lambda one: with_units(one, Unit("DHJ", "A", "WBO"))),
    "an army in a land of Chaos": (SPRING, lambda one: with_units(one, Unit("DHJ", "A", "KEL"))),
    "a fleet inland": (SPRING, lambda one: with_units(one, Unit("DHJ", "F", "XAN"))),
    "an A/F ashore": (SPRING, lambda one: with_units(one, Unit("DHJ", "A/F", "DOR"))),
    "an army in Tanelorn": (SPRING, lambda one: with_units(one, Unit("DHJ", "A", "TAN"))),
    "a second Dragon": (SPRING, lambda one: with_units(one, Unit("MEL", "D", "STA"))),
    "a garrison more": (SPRING, lambda one: with_units(one, Unit(None, "G", "STA"))),
    "Chaos from nowhere": (SPRING, lambda one: with_units(one, Unit("DHJ", "C", "KEL", "STA1"))),
    "Elric twice": (SPRING, lambda one: with_units(one, Unit("DHJ", "E", "STA"))),
    "Elric nowhere": (SPRING, lambda one: with_state(one, elric=Elric())),
    "Elric hidden at home": (SPRING, lambda one: with_state(one, elric=Elric(hidden="MEN"))),
    "Elric found by Melnibone": (
        SPRING, lambda one: with_state(one, elric=Elric(hidden="NAD", finder="MEL")),
    ),
    "a piece that vanishes": (SPRING, lambda one: with_units(one, without="D")),
    "an order without an outcome": (
        SPRING, lambda one: with_resolution(one, outcomes=resolution(one).outcomes[1:]),
    ),
    "an outcome without its order": (SPRING, lambda one: replace(one, sheets={})),
    "a phase left out": (SPRING, lambda one: with_position(one, phase="S6481M")),
    "a center in Spring": (SPRING, lambda one: owned(one, "NAD", "VLM")),
    "a center not taken": (AUTUMN, lambda one: owned(one, "NAD", None)),
    "a victory too soon": (
        SPRING, lambda one: with_state(one, ended=Ending("solo", ("VLM",))),
    ),
    "a retreat to where the attacker was": (BAY, lambda one: open_retreat(one, "GRO")),
    "a retreat far away": (BAY, lambda one: open_retreat(one, "DOR")),
    "a retreat that is kept back": (
        BAY, lambda one: with_position(one, dislodged=()),
    ),
    "Melnibone after the throne": (THRONE, lambda one: with_units(one, Unit("MEL", "A", "STA"))),
    "a center after the throne": (THRONE, lambda one: owned(one, "TAN", None)),
    "no throne after all": (
        THRONE, lambda one: with_state(one, elric=Elric(hidden="NAD")),
    ),
    "the hiding place told to all": (
        SPRING, lambda one: with_told(one, Told("all", ElricHid("NAD"))),
    ),
    "the find told to one": (
        SPRING, lambda one: with_told(one, Told(frozenset({"VLM"}), ElricFound("VLM", "NAD"))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SPOILED)
def test_what_is_wrong_is_found(name: str) -> None:
    (opening, code), spoil = SPOILED[name]
    one = phase(opening, code)
    title = Led(OPENINGS[opening])
    require_lawful(title, one)
    with pytest.raises(AssertionError):
        require_lawful(title, spoil(one))


def test_a_view_that_tells_is_found() -> None:
    class Telling(Led):
        def remarks(self, state: State, reader: str) -> tuple[str, ...]:
            return (state.elric.hidden,)

    one = phase(*SPRING)
    one = with_state(one, elric=Elric(hidden="SOR"))
    require_lawful(VARIANT, one)
    with pytest.raises(AssertionError):
        require_lawful(Telling(OPENINGS[SPRING[0]]), one)
