"""Boardings: all at once, after the Dragon's first move and before everything else (97)."""

from collections.abc import Sequence

from adjudicator.boards import ARMY, FLEET
from adjudicator.orders import Seat
from adjudicator.simultaneous.position import Unit
from variants.young_kingdoms.movement.field import Field
from variants.young_kingdoms.movement.given import Given
from variants.young_kingdoms.movement.moves import why_not_there
from variants.young_kingdoms.orders import Boarding, Guest
from variants.young_kingdoms.pieces.pieces import ELRIC


def board_fleets(before: Field, givens: Sequence[Given]) -> tuple[Field, frozenset[str]]:
    """The field with the armies aboard, and the seas where one went aboard.

    Nothing that others order stops a legal boarding (2); two armies ordered aboard one fleet stay
    ashore, both (3).
    """
    crews: dict[int, list[tuple[Given, int]]] = {}
    for given, order in _boardings(before, givens, ARMY):
        if not given.open:
            continue
        army = before.ordered(given.seat, ARMY, order.place)
        fleet = before.find(order.fleet, FLEET, given.seat)
        if not army:
            given.refuse("no_unit")
        elif not _may_board(before, order, fleet):
            given.refuse("cannot_board")
        else:
            crews.setdefault(fleet, []).append((given, army[0]))
    parts = list(before.parts)
    boarded = set()
    for fleet, crew in crews.items():
        if len(crew) > 1:
            for given, _ in crew:
                given.refuse("two_armies")
            continue
        ((given, army_part),) = crew
        given.settle("succeeds")
        sea = before.parts[fleet].place
        parts[army_part] = Unit(given.seat, ARMY, sea)
        boarded.add(sea)
    for given, order in _boardings(before, givens, ELRIC):
        if given.open:
            _board_elric(before, givens, given, order, parts)
    for given in givens:
        if isinstance(given.order, Boarding) and given.open:
            given.refuse(_why_nobody_boards(before, given.seat, given.order))
    return Field(before.board, before.owners, parts), frozenset(boarded)


def _boardings(before: Field, givens: Sequence[Given], kind: str) -> list[tuple[Given, Boarding]]:
    """Those for a piece of this kind, whatever became of them; an order without a kind is for the
    one piece that is there."""
    return [
        (given, given.order)
        for given in givens
        if isinstance(given.order, Boarding) and _kind(before, given.seat, given.order) == kind
    ]


def _kind(before: Field, seat: Seat, order: Boarding) -> str:
    here = before.ordered(seat, "", order.place) if not order.kind else ()
    return before.parts[here[0]].kind if here else order.kind


def _why_nobody_boards(before: Field, seat: Seat, order: Boarding) -> str:
    if order.kind or before.ordered(seat, "", order.place):
        return "cannot_board"
    return why_not_there(before, seat, "", order.place)


def _may_board(field: Field, order: Boarding, fleet: int) -> bool:
    """From a coast, a fleet of the same power in a sea beside it that carries no army (3)."""
    return fleet >= 0 and field.touch(order.fleet, order.place) and field.aboard(fleet) < 0


def _board_elric(
    before: Field, givens: Sequence[Given], given: Given, order: Boarding, parts: list[Unit]
) -> None:
    """Elric goes aboard with an army of his space, by the same order (60); no guest does (61)."""
    elric = before.ordered(given.seat, ELRIC, order.place)
    fleet = before.find(order.fleet, FLEET, given.seat)
    armies = [
        other
        for other, boarding in _boardings(before, givens, ARMY)
        if (other.seat, boarding.place, boarding.fleet) == (given.seat, order.place, order.fleet)
    ]
    if not elric:
        given.refuse("not_ally")
    elif any(isinstance(g.order, Guest) and g.seat == given.seat for g in givens):
        given.refuse("elric_alone")
    elif any(other.result == "succeeds" for other in armies):
        given.settle("succeeds")
        parts[elric[0]] = Unit(given.seat, ELRIC, order.fleet)
    elif before.find(order.place, ARMY, given.seat) >= 0 and _may_board(before, order, fleet):
        given.refuse("elric_alone")
    else:
        given.refuse("cannot_board")
