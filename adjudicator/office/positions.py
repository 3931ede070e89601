"""Position files: a board with orders in YAML or JSON, adjudicated and written back as plain data.

The notation is that of saved games: units ``A PAR`` by power, centers by power, orders by power.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.boards import FLEET, Board
from adjudicator.documents import BadDocument, Document, json_line, misspelt
from adjudicator.events import may_know
from adjudicator.office.titles import of_the_family, title_in
from adjudicator.orders import Seat, Sheet
from adjudicator.simultaneous.game import Game, PhaseResolved
from adjudicator.simultaneous.orders import Order
from adjudicator.simultaneous.phases import holdings, phase_code
from adjudicator.simultaneous.position import Dislodged, Position, ResolutionOf, Retreat, Unit
from adjudicator.simultaneous.possible import Impossible, named
from adjudicator.simultaneous.reader import in_phase
from adjudicator.simultaneous.title import Title
from adjudicator.turns.turn import Seeds, Turn

Texts = dict[Seat, list[str]]

SEEDS = Seeds(bytes(32), bytes(32))
NEUTRAL = "NEUTRAL"


class DislodgedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A dislodged unit.

    Without `retreats`, every free adjacent space that its attacker did not come from is open.
    `fleet` and `army` are where the parts of a unit may go that can split.
    """

    unit: str
    attacker: str | None = None
    retreats: list[str] | None = None
    fleet: list[str] = []
    army: list[str] = []
    power: Seat | None = None


class PositionFile(Struct, frozen=True):
    """A position with its orders. Keys of other programs (``src``, ``next``) are passed over.

    A title whose state has fields of its own takes them as keys besides; units and garrisons that
    are nobody's are those of ``NEUTRAL``.
    """

    phase: str
    units: Texts
    variant: str = "standard"
    options: dict[str, Any] = {}
    centers: Texts = {}
    dislodged: dict[Seat, list[str | DislodgedFile]] | list[DislodgedFile] = {}
    standoffs: list[str] = []
    orders: Texts = {}
    id: str | int | None = None


class Case(Struct, frozen=True):
    """A position file understood, as a title of the family has it: its state there."""

    title: Any  # a Variant and a Title of the family
    state: Game[Any]
    orders: Mapping[Seat, Sequence[Order]]
    id: str | int | None


def understand(document: Document) -> Case:
    """A document as a case. BadDocument names the key that is wrong."""
    if isinstance(document.value, dict):
        typo = misspelt(document.value, PositionFile.__struct_fields__)
        if typo is not None:
            raise document.fault(
                f"$.{typo[0]}", f"there is no such key; did you mean {typo[1]}?", "unknown_key"
            )
    document = _without_nulls(document)
    file = document.convert(PositionFile)
    loaded, options = title_in(document, file.variant)
    title = of_the_family(loaded, lambda why: document.fault("$.variant", why, "wrong_variant"))
    board = title.board
    try:
        code = phase_code(file.phase)
    except ValueError as error:
        raise document.fault("$.phase", str(error), "bad_phase") from None
    own = _own_fields(title, document)
    open_board = title.board_shown(title.state(Position(str(code), (), {}), options, **own))
    reader = _Reader(board, open_board, document, title.shares)
    units = reader.units(file.units)
    position = Position(
        str(code),
        units,
        reader.centers(file.centers),
        reader.dislodged(file, units, code.step),
        reader.standoffs(file.standoffs),
    )
    if code.step == "A" and units and not file.centers:
        raise document.fault("$.centers", "an adjustment phase needs the centers", "no_centers")
    state = title.state_at(position, options, **own)
    try:
        title.require_possible(state)
    except Impossible as error:
        raise document.fault(f"$.{error.key}", str(error), "impossible") from None
    except ValueError as error:
        raise document.fault("$.units", str(error), "impossible") from None
    orders: dict[Seat, list[Order]] = {}
    for power, texts in file.orders.items():
        reader.known_power(power, f"$.orders.{power}")
        orders[power] = []
        for index, text in enumerate(texts):
            for parsed in title.parse_in(state, power, text):
                if parsed.order is None:
                    fault = parsed.diagnostic
                    raise document.fault(f"$.orders.{power}[{index}]", fault.message, fault.code)
                if parsed.phase not in ("", str(code)):
                    message = f"{text!r} is for {parsed.phase}, and the position is at {code}"
                    raise document.fault(f"$.orders.{power}[{index}]", message, "wrong_phase")
                if parsed.power not in ("", power):
                    message = f"{text!r} names {parsed.power} as its owner"
                    raise document.fault(f"$.orders.{power}[{index}]", message, "not_yours")
                orders[power].append(in_phase(parsed.order, code.step))
    return Case(title, state, orders, file.id)


def _own_fields(title: Title[Any, Any], document: Document) -> dict[str, Any]:
    """What the file says of the fields that only this title's states have."""
    return {
        field.name: document.part(f"$.{field.name}").convert(field.type)
        for field in fields(title.state)
        if field.name not in Game.__struct_fields__ and field.name in document.value
    }


def _without_nulls(document: Document) -> Document:
    """Keys with nothing after them are as good as left out."""
    if not isinstance(document.value, dict):
        return document

    def kept(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: kept(inner) for key, inner in value.items() if inner is not None}
        return value

    return document.of(kept(document.value))


class Resolved(Struct, frozen=True):
    """What came of a case: the phase as it was resolved, the state after it, and what all are
    told. Where chance decides, it is told to nobody: it would be another one in a game."""

    resolution: ResolutionOf[Any]
    following: Game[Any]
    told: tuple[Any, ...]


def resolve(case: Case) -> Resolved:
    """The case's phase run by its title."""
    phase = case.state.position.phase
    sheets = {seat: Sheet(seat, phase, tuple(orders)) for seat, orders in case.orders.items()}
    turn: Turn[Any, Any] = Turn(phase, sheets, seeds=SEEDS if case.title.chance else None)
    following = case.title.run(case.state, turn)
    told = tuple(one.event for one in turn.told if may_know("public", one.audience))
    (resolution,) = (one.resolution for one in told if isinstance(one, PhaseResolved))
    return Resolved(resolution, following, told)


def written(case: Case, resolved: Resolved) -> dict[str, object]:
    """The result as plain data, in the notation of position files."""
    resolution, following = resolved.resolution, resolved.following
    powers = [*case.orders]
    outcomes = sorted(resolution.outcomes, key=lambda outcome: powers.index(outcome.seat))
    result: dict[str, object] = {} if case.id is None else {"id": case.id}
    return result | {
        "phase": case.state.position.phase,
        "orders": [
            {
                "power": outcome.seat,
                "order": str(outcome.order),
                "result": outcome.result,
                "dislodged": outcome.dislodged,
                "reason": outcome.reason,
                "by": [named(unit) for unit in outcome.by],
            }
            for outcome in outcomes
        ],
        "after": by_power(resolution.after),
        "centers": holdings(following.position.centers),
        "dislodged": [
            {
                "power": gone.unit.power,
                "unit": str(gone.unit),
                "attacker": named(gone.by[0]) if gone.by else None,
                "retreats": [way.to for way in gone.retreats if way.part == "whole"],
            }
            | _apart(gone)
            for gone in resolution.dislodged
        ],
        "removed": [
            {"power": unit.power, "unit": str(unit), "reason": reason}
            for unit, reason in resolution.removed
        ],
        "standoffs": sorted(resolution.standoffs),
        "next_phase": following.position.phase,
        "solo": case.title.solo(following),
    }


def _apart(case: Dislodged) -> dict[str, object]:
    """Where the parts of a dislodged unit may go, if it can split."""
    ways = {part: [w.to for w in case.retreats if w.part == part] for part in ("fleet", "army")}
    return {part: places for part, places in ways.items() if places}


def by_power(units: Sequence[Unit]) -> Texts:
    """``{"FRANCE": ["A MAR", "A PAR"]}``, sorted; of one kind and place they stay in the order that
    they came there, by which they are told apart."""
    texts: Texts = {}
    for unit in sorted(units, key=lambda unit: (unit.power or "", unit.kind, unit.place)):
        texts.setdefault(unit.power or NEUTRAL, []).append(f"{unit} {unit.id}".rstrip())
    return texts


class _Reader:
    """The texts of one position file, read for its board; faults name where they stand.

    `open_board` has the centers, and the places that a retreat may lead to.
    """

    def __init__(self, board: Board, open_board: Board, document: Document, shares: bool) -> None:
        self.board = board
        self.open_board = open_board
        self.shares = shares
        self.fault = document.fault

    def known_power(self, power: str, path: str) -> None:
        if power not in self.board.powers:
            known = ", ".join(self.board.powers)
            message = f"there is no power {power!r}, only {known}"
            raise self.fault(path, message, "unknown_power")

    def unit(self, power: Seat | None, text: str, path: str) -> Unit:
        board = self.board
        kind, place, id_ = (*text.split(" ", 2), "", "")[:3]
        if kind not in board.spots or place not in board.number:
            message = f"{text!r} is no unit such as 'A PAR' or 'F STP/SC'"
            raise self.fault(path, message, "bad_unit")
        if place not in board.spots[kind]:
            coasts = board.coasts[board.province_of(place)] if kind == FLEET else ()
            hint = f"; name its coast: {' or '.join(coasts)}" if coasts else ""
            message = f"{text!r}: such a unit cannot stand there{hint}"
            raise self.fault(path, message, "bad_unit")
        return Unit(power, kind, place, id_)

    def owner(self, power: str, path: str) -> Seat | None:
        """The power, or nobody where there is something that is nobody's."""
        if power == NEUTRAL and self.board.garrisons:
            return None
        self.known_power(power, path)
        return power

    def units(self, texts: Texts) -> tuple[Unit, ...]:
        units = []
        standing: dict[str, Unit] = {}
        for power, listed in texts.items():
            owner = self.owner(power, f"$.units.{power}")
            for index, text in enumerate(listed):
                path = f"$.units.{power}[{index}]"
                unit = self.unit(owner, text, path)
                other = standing.setdefault(self.board.province_of(unit.place), unit)
                if other is not unit and not self.shares:
                    message = f"{text!r}: {named(other)} stands there too"
                    raise self.fault(path, message, "two_units")
                units.append(unit)
        return tuple(units)

    def centers(self, texts: Texts) -> dict[str, Seat | None]:
        owners: dict[str, Seat | None] = dict.fromkeys(sorted(self.open_board.centers))
        for power, listed in texts.items():
            self.known_power(power, f"$.centers.{power}")
            for index, center in enumerate(listed):
                path = f"$.centers.{power}[{index}]"
                if center not in owners:
                    raise self.fault(path, f"{center!r} is no center", "bad_center")
                if owners[center] is not None:
                    message = f"{center} belongs to {owners[center]} already"
                    raise self.fault(path, message, "two_owners")
                owners[center] = power
        return owners

    def standoffs(self, places: Sequence[str]) -> frozenset[str]:
        for index, place in enumerate(places):
            if place not in self.board.provinces:
                raise self.fault(f"$.standoffs[{index}]", f"{place!r} is no place", "bad_place")
        return frozenset(places)

    def dislodged(
        self, file: PositionFile, units: Sequence[Unit], step: str
    ) -> tuple[Dislodged, ...]:
        if file.dislodged and step != "R":
            message = "only a retreat phase has dislodged units"
            raise self.fault("$.dislodged", message, "bad_phase")
        listed: list[tuple[Seat, DislodgedFile, str]] = []
        if isinstance(file.dislodged, dict):
            for power, entries in file.dislodged.items():
                for index, entry in enumerate(entries):
                    path = f"$.dislodged.{power}[{index}]"
                    one = DislodgedFile(entry) if isinstance(entry, str) else entry
                    if one.power not in (None, power):
                        raise self.fault(path, f"belongs to {power} or {one.power}?", "bad_unit")
                    listed.append((power, one, path))
        else:
            for index, one in enumerate(file.dislodged):
                if one.power is None:
                    raise self.fault(f"$.dislodged[{index}]", "names no power", "bad_unit")
                listed.append((one.power, one, f"$.dislodged[{index}]"))
        occupied = {self.board.number[unit.place] for unit in units}
        occupied |= {self.board.number[place] for place in self.standoffs(file.standoffs)}
        occupied |= {
            n for n, code in enumerate(self.board.code) if code not in self.open_board.number
        }
        found: dict[str, Dislodged] = {}
        cases = []
        for power, one, path in listed:
            case = self._one_dislodged(power, one, path, occupied)
            province = self.board.province_of(case.unit.place)
            if province in found and not self.shares:
                message = f"{named(found[province].unit)} was dislodged there, too"
                raise self.fault(path, message, "two_units")
            found[province] = case
            cases.append(case)
        return tuple(cases)

    def _one_dislodged(
        self, power: Seat, one: DislodgedFile, path: str, occupied: set[int]
    ) -> Dislodged:
        board = self.board
        self.known_power(power, path)
        unit = self.unit(power, one.unit, path)
        exits = dict(board.spots[unit.kind][unit.place].exits)
        attackers = () if one.attacker is None else (self._attacker(one.attacker, path),)
        origins = {board.number[attacker.place] for attacker in attackers}
        if one.retreats is None:
            free = [to for to, n in exits.items() if n not in occupied and n not in origins]
        else:
            free = one.retreats
            for to in free:
                # Where a piece may share a space, the title knows whether it may go there.
                if to not in exits or (exits[to] in occupied and not self.shares):
                    raise self.fault(path, f"{one.unit} cannot retreat to {to!r}", "bad_retreat")
        came_from = frozenset(board.code[origin] for origin in origins)
        ways = [Retreat(to) for to in free]
        ways += [Retreat(to, "fleet") for to in one.fleet]
        ways += [Retreat(to, "army") for to in one.army]
        return Dislodged(unit, attackers, came_from, tuple(ways))

    def _attacker(self, text: str, path: str) -> Unit:
        """``A TYR``, or ``ITALY A TYR`` as results are written."""
        power, _, rest = text.partition(" ")
        if power in self.board.powers:
            return self.unit(power, rest, path)
        return self.unit(None, text, path)


def resolve_lines(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """A result for every line of JSON that is not blank; an error object for one that is wrong."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        id_ = None
        try:
            document = json_line(_text(line, number), number)
            if isinstance(document.value, dict):
                id_ = document.value.get("id")
            case = understand(document)
            yield written(case, resolve(case))
        except BadDocument as error:
            fault = {"code": error.code, "message": error.message, "where": error.where}
            yield {"id": id_, "error": fault}


def _text(line: bytes, number: int) -> str:
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} is not UTF-8 text"
        raise BadDocument(f"line {number}", message, "not_json") from None


def report_facts(case: Case, resolved: Resolved) -> dict[str, object]:
    """What the title's template ``resolution.txt.j2`` is filled with."""
    results = case.title.results(resolved.told)
    view = case.title.view(resolved.following, "public")
    return {"title": results.title, "results": results, "view": view}
