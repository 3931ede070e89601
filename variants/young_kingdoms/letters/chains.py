"""Orders of one sheet that belong together, and a later letter upon an earlier, piece by piece.

Together are an A/F's boarding, sailing and landing (30), both of the Dragon's, all of Elric's.
"""

from collections.abc import Sequence

from adjudicator.boards import ARMY, FLEET, Board
from adjudicator.simultaneous.orders import Build, Move, Waive
from variants.young_kingdoms.orders import Boarding, Enlist, Landing, Order, Renounce
from variants.young_kingdoms.pieces.pieces import AF, DRAGON, ELRIC

Token = tuple[str, str]
"""A kind of piece and where it is ordered from; the army and the fleet of an A/F are two."""


def per_unit(board: Board, earlier: Sequence[Order], later: Sequence[Order]) -> tuple[Order, ...]:
    """A later letter's orders, and the earlier ones for pieces that it does not name.

    A chain is one piece. Enlisting and renouncing Elric stand unless the later letter says the
    contrary, or gives orders to him who was renounced. The later orders come first, and waived
    builds are not kept, as in the family.
    """
    named = {token for order in later for token in tokens(board, order, [*later, *earlier])}
    kept = []
    for chain in chains(board, earlier):
        if named.isdisjoint({token for order in chain for token in tokens(board, order, earlier)}):
            kept += chain
    return (*later, *(order for order in earlier if order in kept and _stands(order, later)))


def chains(board: Board, orders: Sequence[Order]) -> list[list[Order]]:
    """The orders in groups, those in one that name a piece in common, by one step or several."""
    groups: list[tuple[set[Token], list[Order]]] = []
    for order in orders:
        names, members = set(tokens(board, order, orders)), [order]
        apart = []
        for group in groups:
            if group[0] & names:
                names |= group[0]
                members = [*group[1], *members]
            else:
                apart.append(group)
        groups = [*apart, (names, members)]
    return [members for _, members in groups]


def tokens(board: Board, order: Order, sheet: Sequence[Order]) -> list[Token]:
    """The pieces that an order of this sheet names."""
    if isinstance(order, Waive | Enlist | Renounce):
        return []
    if isinstance(order, Build) and board.worth.get(order.place, 1) == 1:
        return [("", order.place)]
    if order.kind in (DRAGON, ELRIC):
        found = [(order.kind, "")]
    elif order.kind == AF:
        found = [(ARMY, order.place), (FLEET, order.place)]
    else:
        found = [(order.kind, order.place)]
    if isinstance(order, Boarding) and order.kind == ARMY:
        found.append((FLEET, order.fleet))
    if isinstance(order, Landing) and order.kind == ARMY:
        found += [(FLEET, sea) for sea in seas_sailed_from(sheet, order.place) or [order.place]]
    return found


def seas_sailed_from(sheet: Sequence[Order], sea: str) -> list[str]:
    """Where the ships come from that this sheet orders into a sea."""
    return [
        order.place
        for order in sheet
        if isinstance(order, Move) and order.kind in (AF, FLEET) and order.to == sea
    ]


def _stands(order: Order, later: Sequence[Order]) -> bool:
    """Whether an earlier order for no piece on the board is left standing."""
    if isinstance(order, Enlist):
        return not any(isinstance(other, Enlist | Renounce) for other in later)
    if isinstance(order, Renounce):
        return not any(
            isinstance(other, Enlist | Renounce) or getattr(other, "kind", "") == ELRIC
            for other in later
        )
    return not isinstance(order, Waive)
