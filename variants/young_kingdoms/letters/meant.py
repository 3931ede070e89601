"""Which piece an order means: its kind put right where that is certain, and asked for elsewhere.

A wrong or missing kind is put right only where one piece of the seat stands; where two do, they are
named and the writer is asked (part 5 of the rulings, d).
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.orders import Diagnostic, Seat
from adjudicator.simultaneous.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    RetreatOrder,
    Support,
    Waive,
    piece,
)
from adjudicator.simultaneous.phases import PhaseCode
from adjudicator.simultaneous.position import Position
from adjudicator.simultaneous.reader import AS_WRITTEN
from variants.young_kingdoms import retreats
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.letters.ahead import imagined, kinds_at, may_be_boarded
from variants.young_kingdoms.letters.notation import Parsed
from variants.young_kingdoms.letters.standing import Piece, called, orderable, pieces_at
from variants.young_kingdoms.orders import (
    Admit,
    Boarding,
    Enlist,
    FirstMove,
    Landing,
    Order,
    Renounce,
)
from variants.young_kingdoms.pieces.names import Name
from variants.young_kingdoms.pieces.pieces import (
    AF,
    CHAOS,
    DRAGON,
    ELRIC,
    FERRIED,
    GARRISON,
    PASSENGERS,
    has_harbour,
)
from variants.young_kingdoms.reasons import TEXTS
from variants.young_kingdoms.winter.removals import SUPPLIED

LANDING = (ARMY, ELRIC)
SHIPS = (FLEET, AF)


def note(code: str, message: str) -> Diagnostic:
    """A note whose place in the line is not known yet."""
    return Diagnostic("note", code, 0, 0, "", message)


class Refused(Exception):
    """The order is not taken; what is wrong has been said."""


class Meant:
    """One order on its way from what was written to what is taken; what is said about it."""

    def __init__(
        self,
        board: Board,
        position: Position,
        elric: Elric,
        seat: Seat,
        phase: PhaseCode,
        parsed: Parsed,
    ) -> None:
        assert parsed.order is not None
        self.board, self.position, self.elric = board, position, elric
        self.seat, self.phase, self.parsed = seat, phase, parsed
        self.written: Order = parsed.order
        self.order: Order = parsed.order
        self.ahead = str(phase) != position.phase
        self.said: list[Diagnostic] = []

    def say(self, code: str, message: str) -> None:
        """A note to the writer."""
        self.said.append(note(code, message))

    def fault(self, code: str, message: str, suggestions: Iterable[str] = ()) -> Refused:
        """What is raised for an order that is not taken."""
        self.said.append(Diagnostic("error", code, 0, 0, "", message, tuple(suggestions)))
        return Refused()

    def refuse(self, code: str, suggestions: Iterable[str] = ()) -> Refused:
        """The same, for a reason that orders have."""
        shown = self.written if code in AS_WRITTEN else self.order
        return self.fault(code, f"{shown}: {TEXTS[code]}.", suggestions)

    def which(self, pieces: Sequence[Piece | str]) -> Refused:
        """The same, for an order that may be for several pieces (part 5 of the rulings, d)."""
        names = tuple(map(str, pieces))
        message = f"{self.written}: say which piece is meant, {' or '.join(names)}."
        return self.fault("which_piece", message, names)

    # --- movement

    def in_movement(self) -> Order:
        """The order with the pieces that it means, of those that stand there or may by then."""
        order = self.order
        if isinstance(order, Enlist | Renounce | Waive):
            return order
        if self._goes_ashore(order):
            assert isinstance(order, Move)
            order = Landing(order.kind, order.place, order.to)
        if isinstance(order, Landing) and self.board.at_sea(order.place):
            return self._landing(order)
        if isinstance(order, Admit) and order.kind == ARMY and self._ships_by_then(order.place):
            return order  # of the army that lands from there
        order = replace(order, kind=self._kind_ordered(order))
        self.order = order
        if isinstance(order, Move):
            is_ferried = Name.of(order.kind).kind in PASSENGERS
            if self.parsed.path and not is_ferried:
                message = (
                    f"{order.kind} {order.place} goes one step by an order, and is not ferried."
                )
                raise self.fault("several_steps", message)
            if self.parsed.path:
                message = "The way of a ferry is not ordered; any fleet that is open is used."
                self.say("path_ignored", message)
            if order.via and not is_ferried:
                message = "Only an army or a unit of Chaos is ferried, and Elric with an army."
                self.say("via_ignored", message)
                return replace(order, via=False)
        if isinstance(order, Support | Convoy):
            return replace(order, other_kind=self._kind_helped(order))
        return order

    def _goes_ashore(self, order: Order) -> bool:
        """An army that moves from a sea onto land can only land. Elric may go into port with a
        fleet, by the same order (60), if it has no army aboard or that port is its harbour."""
        if not isinstance(order, Move) or order.via:
            return False
        if not self.board.at_sea(order.place) or self.board.at_sea(order.to):
            return False
        if order.kind != ELRIC:
            return order.kind == ARMY
        his = self._places_of(ELRIC)
        return bool(his) and (his != [order.place] or self._is_laden_outside(order))

    def _places_of(self, kind: str) -> list[str]:
        """Where the seat's pieces of this kind are."""
        units = self.position.units
        return [unit.place for unit in units if (unit.power, unit.kind) == (self.seat, kind)]

    def _is_laden_outside(self, order: Move) -> bool:
        """Whether an A/F of the seat's is there, and may not go into the port as a whole (18)."""
        into = has_harbour(self.board, self.position.centers, self.seat, order.to)
        return order.place in self._places_of(AF) and not into

    def _landing(self, order: Landing) -> Landing:
        """From a sea where a ship of the seat's is, or may come to be with an army aboard."""
        if not self._ships_by_then(order.place):
            raise self.refuse("no_unit")
        if order.kind in LANDING:
            return order
        if not order.kind and any(
            unit.kind == ELRIC and unit.power == self.seat for unit in self.position.units
        ):
            raise self.which([f"{kind} {order.place}" for kind in LANDING])
        if order.kind:
            named = piece(order.kind, order.place)
            self.say("kind_corrected", f"The army aboard lands, A {order.place}, not {named}.")
        return replace(order, kind=ARMY)

    def _ships_by_then(self, place: str) -> bool:
        """Whether a ship of the seat's is in this sea, or next to it."""
        number = self.board.number[place]
        return self.board.at_sea(place) and any(
            unit.power == self.seat
            and unit.kind in SHIPS
            and number in (self.board.number[unit.place], *self._sailed_to(unit.place))
            for unit in self.position.units
        )

    def _sailed_to(self, place: str) -> frozenset[int]:
        """The seas next to a place."""
        return self.board.seas[self.board.number[place]]

    def _kind_ordered(self, order: Order) -> str:
        """The kind of the seat's piece that this order is for."""
        assert not isinstance(order, Waive | Enlist | Renounce)
        here = self._pieces(order.place)
        mine = orderable(here, self.seat)
        garrison = any(one.power == self.seat and one.kind == GARRISON for one in here)
        if garrison and (order.kind == GARRISON or not mine):
            raise self.fault("no_orders", f"{self.written}: a garrison has no orders.")
        if (
            isinstance(order, FirstMove)
            and order.kind == DRAGON
            and self._dragon_is_elsewhere(mine)
        ):
            raise self.refuse("no_dragon")
        found = called(mine, order.kind) if order.kind else mine
        if len(found) == 1:
            return found[0].kind
        if found:
            raise self.which(found)
        if self._may_come_to_be(order):
            return order.kind
        if isinstance(order, Boarding) and order.kind == ARMY and AF in {one.kind for one in mine}:
            raise self.refuse("aboard")  # from ship to ship no army goes (33)
        if Name.of(order.kind).number and mine and all(one.name.is_chaos for one in mine):
            raise self.refuse("no_unit")
        return self._corrected(order, mine, here)

    def _pieces(self, place: str) -> list[Piece]:
        """The pieces of a place, with Elric where the seat has found him and may enlist him."""
        here = pieces_at(self.board, self.position.units, place, split=False)
        province = self.board.province_of(place)
        if self.elric.finder == self.seat and self.elric.hidden == province:
            here.append(Piece(ELRIC, province, self.seat))
        return here

    def _may_come_to_be(self, order: Order) -> bool:
        """Whether a piece of the kind that was written may be there when this order is due."""
        assert not isinstance(order, Waive | Enlist | Renounce)
        own = [unit for unit in self.position.units if unit.power == self.seat]
        if order.kind == DRAGON:
            dragon = any(unit.kind == DRAGON for unit in own)
            return dragon and isinstance(order, Hold | Move | Support)
        if order.kind == AF:
            number = self.board.number[order.place]
            return any(
                self.board.number[unit.place] == number
                and may_be_boarded(self.board, self.position, unit)
                for unit in own
            )
        return False

    def _corrected(self, order: Order, mine: Sequence[Piece], here: Sequence[Piece]) -> str:
        """The kind of the only piece of the seat there, whatever was written."""
        assert not isinstance(order, Waive | Enlist | Renounce)
        if not mine:
            if order.kind == DRAGON and self._dragon_is_elsewhere(here):
                raise self.refuse("no_dragon")
            raise self.refuse("not_yours" if here else "no_unit")
        if order.kind in SHIPS:  # with Elric or the Dragon aboard, who are no ship
            mine = [one for one in mine if one.kind in SHIPS] or mine
        if len(mine) > 1:
            raise self.which(mine)
        named = piece(order.kind, order.place)
        self.say("kind_corrected", f"The unit there is {mine[0]}, not {named}.")
        return mine[0].kind

    def _dragon_is_elsewhere(self, here: Sequence[Piece]) -> bool:
        return self._dragon_lives() and all(one.kind != DRAGON for one in here)

    def _kind_helped(self, order: Support | Convoy) -> str:
        """The kind of the piece that is supported or ferried, with its power where it is Chaos in
        a land of Chaos and the power was named (103)."""
        name = replace(Name.of(order.other_kind), power="")
        kind = str(name)
        here = self._pieces(order.other)
        if order.to:
            here = [one for one in here if one.kind != GARRISON]
        if isinstance(order, Convoy):
            here = [one for one in here if one.name.kind in FERRIED]
        if kind == ARMY and order.to and self._lands(order):
            return kind
        chaos = [one for one in here if one.name.is_chaos]
        if chaos and (name.is_chaos or not kind):
            return self._chaos_helped(order, kind, chaos, here)
        found = called(here, kind) if kind else here
        if not found and {kind, *(one.kind for one in here)} & {AF} and kind in (AF, FLEET):
            found = [one for one in here if one.kind in (AF, FLEET)]  # one piece by two names (27)
            if len(found) == 1 and kind == AF:
                self._check_owner(found[0])
                return kind
        if not found and kind == DRAGON and self._dragon_lives():
            return kind
        if not found and kind == ELRIC and self._may_be_enlisted_in(order.other):
            return kind
        if not found and len(here) == 1:
            named = piece(kind, order.other)
            self.say("kind_corrected", f"The unit there is {here[0]}, not {named}.")
            found = here
        if not found and not here:
            return order.other_kind
        if len(found) != 1:
            raise self.which(found or here)
        (one,) = found
        self._check_owner(one)
        if one.kind == AF and not kind and order.to and self._lands(order):
            if order.to in self.board.spots[AF]:
                raise self.which([piece(part, order.other) for part in (ARMY, AF)])
            return ARMY
        return one.kind

    def _lands(self, order: Support | Convoy) -> bool:
        """Whether what is helped goes from a sea onto land."""
        return self.board.at_sea(order.other) and not self.board.at_sea(order.to)

    def _dragon_lives(self) -> bool:
        return any(unit.kind == DRAGON for unit in self.position.units)

    def _may_be_enlisted_in(self, place: str) -> bool:
        """Whether Elric, as the writer knows, was found there: he can be helped at once (69)."""
        return self.elric.hidden == self.board.province_of(place)

    def _check_owner(self, one: Piece) -> None:
        if self.parsed.of and self.parsed.of != one.power:
            owner = self.board.powers[one.power].names[0] if one.power else "nobody"
            self.say("nationality_ignored", f"{one} belongs to {owner}.")

    def _chaos_helped(
        self, order: Support | Convoy, kind: str, chaos: list[Piece], here: list[Piece]
    ) -> str:
        """Which Chaos unit is meant; in a land of Chaos the power must be named where it can be
        another's, and the number where it has several (103)."""
        of = self.parsed.of
        peaceful = self.board.provinces[self.board.province_of(order.other)].peaceful
        theirs = [one for one in chaos if not of or one.power == of or not peaceful]
        found = called(theirs, kind) if kind else here
        several = not of and len({one.power for one in chaos}) > 1
        if len(found) != 1 or several:
            if not found and len(chaos) == 1:
                raise self.refuse("nobody_there")
            raise self.which([f"{one.power} {one}" if peaceful else str(one) for one in chaos])
        (one,) = found
        if not peaceful:
            self._check_owner(one)
        return str(replace(one.name, power=of)) if of and peaceful else one.kind

    # --- retreats

    def in_retreats(self) -> Order:
        """The order with the dislodged piece that it means."""
        order = self.order
        assert isinstance(order, RetreatOrder | Disband)
        position = self.position
        if self.ahead:
            position = imagined(self.board, position, self.seat, self.phase, order)
        beaten = [case.unit for case in position.dislodged]
        here = pieces_at(self.board, beaten, order.place, split=True)
        mine = orderable(here, self.seat)
        found = called(mine, order.kind) if order.kind else mine
        if len(found) == 1:
            order = replace(order, kind=found[0].kind)
        elif found:
            order = replace(order, kind=self._retreating(order, found, position))
        elif mine or not position.units:
            order = replace(order, kind=self._corrected(order, mine, here))
        else:
            raise self._not_beaten(order, here)
        self.order = order
        to_sea = isinstance(order, RetreatOrder) and self.board.at_sea(order.to)
        whole = replace(order, kind=AF)
        if to_sea and order.kind == ARMY and not retreats.legality(position, self.seat, whole):
            message = f"{order}: to a sea the army goes only with its fleet, as {whole}."
            raise self.fault("cannot_retreat", message, [str(whole)])
        return order

    def _retreating(
        self, order: RetreatOrder | Disband, found: Sequence[Piece], position: Position
    ) -> str:
        """Of an A/F named without its kind, the whole if that may go there, for its fleet alone
        would leave the army behind (26); else the only part that may."""
        able = [
            one
            for one in found
            if isinstance(order, RetreatOrder)
            and not retreats.legality(position, self.seat, replace(order, kind=one.kind))
        ]
        whole = [one for one in able if one.kind == AF]
        if len({one.kind for one in found} & {ARMY, FLEET, AF}) < len(found) or not able:
            raise self.which(found)
        if len(whole or able) > 1:
            raise self.which(able)
        (one,) = whole or able
        if whole:
            self.say("whole_meant", f"Read for army and fleet together, as {one}.")
        return one.kind

    def _not_beaten(self, order: RetreatOrder | Disband, here: Sequence[Piece]) -> Refused:
        standing = self._pieces(order.place)
        if any(one.power == self.seat for one in standing):
            return self.refuse("not_dislodged")
        return self.refuse("not_yours" if here or standing else "no_unit")

    # --- adjustments

    def in_adjustments(self) -> tuple[Order, ...]:
        """The order with the kind that it means; an A/F is built as two."""
        order = self.order
        if isinstance(order, Build):
            return self._builds(order)
        if not isinstance(order, Disband):
            return (order,)
        if self.ahead:
            kinds = kinds_at(self.board, order.place)
            kind = order.kind or (kinds[0] if len(kinds) == 1 else "")
            if not kind:
                raise self.which([piece(kind, order.place) for kind in kinds])
            if kind not in kinds and not Name.of(kind).is_chaos:
                raise self.refuse("no_place_for_kind")
        else:
            kind = self._kind_removed(order)
        return (replace(order, kind=kind),)

    def _builds(self, order: Build) -> tuple[Order, ...]:
        """An A/F is two builds (32); in a land of Chaos only Chaos is built (41)."""
        province = self.board.provinces[self.board.province_of(order.place)]
        kind = order.kind
        if province.peaceful:
            if kind and not Name.of(kind).is_chaos:
                named = piece(kind, order.place)
                self.say("kind_corrected", f"There a Chaos army is built, not {named}.")
            kind = CHAOS
        elif not kind:
            if province.terrain != "inland":
                raise self.refuse("no_kind")
            kind = ARMY
        parts = (ARMY, FLEET) if kind == AF else (kind,)
        standing = [] if self.ahead else [one.kind for one in self._mine_at(order.place)]
        left = tuple(part for part in parts if part not in standing)
        if kind == AF and len(left) == 1:
            self.say(
                "part_built", f"Only {left[0]} {order.place} is built; the other part is there."
            )
            parts = left
        return tuple(Build(part, order.place) for part in parts)

    def _mine_at(self, place: str) -> list[Piece]:
        here = pieces_at(self.board, self.position.units, place, split=True)
        return orderable(here, self.seat)

    def _kind_removed(self, order: Disband) -> str:
        here = pieces_at(self.board, self.position.units, order.place, split=True)
        mine = self._mine_at(order.place)
        removable = [one for one in mine if one.name.kind in SUPPLIED]
        found = called(mine, order.kind) if order.kind else removable
        if len(found) == 1:
            return found[0].kind
        if found:
            raise self.which(found)
        return self._corrected(order, removable, here)
