"""What readers are told: a phase's results, and what the board does not show of Elric."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from adjudicator.boards import ARMY, Board
from adjudicator.events import Reader
from adjudicator.orders import Seat
from adjudicator.simultaneous.game import PhaseResolved
from adjudicator.simultaneous.orders import Move
from adjudicator.simultaneous.phases import phase_code
from adjudicator.simultaneous.position import Dislodged, ResolutionOf, Unit
from adjudicator.simultaneous.results import REMOVED, Report, Results, fate
from adjudicator.simultaneous.view import Due
from adjudicator.wording import series
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import Enlist, Landing, Order, Renounce
from variants.young_kingdoms.outcome import Outcome, Resolution
from variants.young_kingdoms.pieces.chaos import numbered
from variants.young_kingdoms.pieces.harbours import joined
from variants.young_kingdoms.pieces.idle import without_orders
from variants.young_kingdoms.pieces.pieces import AF, CHAOS, DRAGON, ELRIC, GARRISON, REGULAR
from variants.young_kingdoms.reasons import TEXTS
from variants.young_kingdoms.state import (
    CenterFreed,
    ElricFound,
    ElricHid,
    ElricLeft,
    ElricMovedOn,
    ElricReigns,
    Event,
)

BEGINNING = (
    "Elric has gone into hiding. Whoever has a piece where he is at the end of a season finds him, "
    "and may make him an ally with the next orders; from Melnibone he flees."
)
HIDDEN = "Elric is hidden in one of the centers that were nobody's at the start."
WAYS_OFF = REMOVED | {"throne": "left the board, for Melnibone is out of the game"}
FATES = {
    CHAOS: "units of Chaos do not retreat, so it is disbanded",
    GARRISON: "garrisons do not retreat, so it is disbanded",
    ELRIC: "he leaves his ally",
}


def results(board: Board, events: Sequence[Event]) -> Results:
    """The events of a phase in words; of the game's beginning, if none tells of a phase."""
    for event in events:
        if isinstance(event, PhaseResolved):
            report = _resolved(board, event)
            report.news += _story(board, events, event.resolution)
            report.news += _freed(board, events)
            return report.results()
    return Results("", (), tuple(_story(board, events, Resolution((), ()))) or (BEGINNING,))


def units_shown(units: Sequence[Unit]) -> Mapping[Seat | None, Sequence[str]]:
    """``C2 SIL``, by power; where one of its kind stands alone, without a number."""
    shown: dict[Seat | None, list[str]] = {}
    for unit in sorted(units, key=lambda unit: (unit.kind, unit.place)):
        shown.setdefault(unit.power, []).append(_name(units, unit))
    return shown


def remarks(board: Board, elric: Elric, options: Options, reader: Reader) -> tuple[str, ...]:
    """What this reader may know of Elric while he is on the board no unit; `board` is the whole."""
    if elric.reigns:
        return (_reign(board),)
    if elric.left:
        return ("Elric has left his ally, and hides once the retreats are done.",)
    if elric.finder is not None and (not options.elric_secret or reader in (elric.finder, "gm")):
        place, finder = _space(board, elric.hidden), _power(board, elric.finder)
        return (f"Elric is in {place}, found by {finder}, whose ally he may become next season.",)
    if elric.hidden and reader == "gm":
        return (f"Elric is hidden in {_space(board, elric.hidden)}.",)
    return (HIDDEN,) if elric.hidden else ()


def enlisting(board: Board, finder: Seat) -> Due:
    """What the finder may order besides the form, which has no line for it."""
    text = f"{_power(board, finder)} (you): ENLIST ELRIC makes Elric your ally at once"
    return Due(finder, True, text)


def guests(board: Board, units: Sequence[Unit]) -> tuple[str, ...]:
    """Whose guest Elric is (61), which the lists of units show by their codes only."""
    return tuple(
        f"Elric, the ally of {_power(board, elric.power)}, is the guest of "
        f"{_power(board, host.power)} in {_space(board, host.place)}."
        for elric in units
        for host in units
        if elric.kind == ELRIC and host.kind in REGULAR and elric.place == host.place
        if elric.power and host.power and elric.power != host.power
    )


def _resolved(board: Board, event: PhaseResolved) -> Report:
    """What became of orders and pieces."""
    before, resolution = event.before, event.resolution

    def name(unit: Unit) -> str:
        return _name(before.units, unit)

    report = Report(board, before.phase, TEXTS, name)
    report.outcomes(replace(one, by=joined(one.by)) for one in resolution.outcomes)
    if phase_code(before.phase).step == "M":
        sheets: dict[Seat, list[Order]] = defaultdict(list)
        for outcome in resolution.outcomes:
            sheets[outcome.seat].append(outcome.order)
        report.idle(without_orders(board, before.units, sheets))
    there = [*resolution.after, *(case.unit for case in resolution.dislodged)]
    for outcome in resolution.outcomes:
        if _stays_aboard(board, outcome, before.units, there):
            said = f"The army that was to land in {outcome.order.to} stays aboard."
            report.remarks[outcome.seat].append(said)
    for case in resolution.dislodged:
        _say(report, case.unit, _dislodged(report, case))
    for unit, why in resolution.removed:
        if why in WAYS_OFF and unit.kind != ELRIC:  # he has his throne, and that is told to all
            _say(report, unit, f"{name(unit)} {WAYS_OFF[why]}.")
    report.eliminated(event.eliminated)
    return report


def _say(report: Report, unit: Unit, sentence: str) -> None:
    """To its power; of neutral garrisons to all."""
    if unit.power is None:
        report.news.append(sentence)
    else:
        report.remarks[unit.power].append(sentence)


def _dislodged(report: Report, case: Dislodged) -> str:
    """``C MAR was dislodged by A SHA (Shazar); units of Chaos do not retreat, so ...``"""
    unit = case.unit
    if case.by:
        how = f"was dislodged by {report.named(case.by)}"
    elif unit.kind == ELRIC:
        how = "cannot stay with a unit of Chaos"  # 69
    else:
        how = f"has to leave, for {unit.place} is closed"  # 47
    if unit.kind == DRAGON and not case.retreats:
        end = "it has nowhere to retreat and is lost for ever"
    else:
        end = FATES.get(unit.kind) or fate(case)
    return f"{report.name(unit)} {how}; {end}."


def _stays_aboard(
    board: Board, outcome: Outcome, before: Iterable[Unit], there: Sequence[Unit]
) -> bool:
    """Whether this was to bring an army ashore that is aboard a fleet of its power now (5, 10)."""
    order, failed = outcome.order, outcome.result in ("bounces", "void")
    if not isinstance(order, Landing | Move) or not failed:
        return False
    if outcome.reason == "dislodged_first":  # it never boarded, or its fleet is gone (57)
        return False
    number = board.number[order.place]
    near = board.seas[number] | {number}
    aboard = any(
        unit.kind == AF and unit.power == outcome.seat and board.number[unit.place] in near
        for unit in there
    )
    if isinstance(order, Landing):
        return aboard and order.kind != ELRIC
    army = Unit(outcome.seat, ARMY, order.place)
    return aboard and army in before and army not in there


def _story(board: Board, events: Iterable[Event], resolution: ResolutionOf[Outcome]) -> list[str]:
    """What the events, and what was ordered, tell of Elric."""
    said = []
    renouncing = set()
    with_chaos = any(case.unit.kind == ELRIC and not case.by for case in resolution.dislodged)
    for outcome in resolution.outcomes:
        if outcome.result == "succeeds" and isinstance(outcome.order, Enlist):
            said.append(f"Elric is the ally of {_power(board, outcome.seat)} now.")
        elif outcome.result == "succeeds" and isinstance(outcome.order, Renounce):
            renouncing.add(outcome.seat)
    for event in events:
        if isinstance(event, ElricLeft):
            ally = _power(board, event.ally)
            if event.ally in renouncing:
                why = f"{ally} has renounced his help"
            else:  # found by Chaos, he stays with it for one season only (69)
                why = "he does not stay with a unit of Chaos" if with_chaos else "driven out"
            said.append(f"Elric has left {ally}: {why}.")
        elif isinstance(event, ElricFound):
            said.append(_found(board, event))
        elif isinstance(event, ElricMovedOn):
            finder, place = _power(board, event.finder), _space(board, event.place)
            said.append(f"{finder} has found Elric in {place}; he has fled from there.")
        elif isinstance(event, ElricReigns):
            said.append(f"{_power(board, event.ally)} has brought Elric home. {_reign(board)}")
        elif isinstance(event, ElricHid):
            said.append(f"Elric hides in {_space(board, event.place)}.")
    return said


def _freed(board: Board, events: Iterable[Event]) -> list[str]:
    """``Vilmir has lost Bakshaan (BAK); with C BAK (Shazar) in it, it is nobody's.``"""
    said = []
    for event in events:
        if isinstance(event, CenterFreed):
            center, owner = _space(board, event.center), _power(board, event.owner)
            by = f"{event.by} ({_power(board, event.by.power)})" if event.by.power else event.by
            said.append(f"{owner} has lost {center}; with {by} in it, it is nobody's.")
    return said


def _found(board: Board, event: ElricFound) -> str:
    finder, place = _power(board, event.finder), _space(board, event.place)
    return (
        f"{finder} has found Elric in {place}, and may make him its ally with its next orders: "
        "ENLIST ELRIC."
    )


def _reign(board: Board) -> str:
    """What his throne has changed (47)."""
    closing = board.data.closing
    assert closing is not None
    spaces = series([_space(board, place) for place in closing.provinces])
    return (
        f"Elric has his throne again and has left the game. Melnibone is out of it, {spaces} are "
        f"closed for ever, and {closing.victory_centers} centers win."
    )


def _name(units: Sequence[Unit], unit: Unit) -> str:
    """``C2 SIL``: the piece as an order would name it, of those that stood when the phase began."""
    kind = numbered(units, unit) if unit in units else unit.kind
    return f"{kind} {unit.place}"


def _power(board: Board, seat: Seat) -> str:
    return board.powers[seat].names[0]


def _space(board: Board, place: str) -> str:
    """``Bakshaan (BAK)``"""
    return f"{board.full_name(place)} ({place})"
