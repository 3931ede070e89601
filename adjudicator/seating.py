"""Who plays which seat: by wishes, in an order that is drawn."""

from collections.abc import Mapping, Sequence

from adjudicator.chance import Chance
from adjudicator.orders import Seat


def seating(
    seats: Sequence[Seat], wishes: Mapping[str, Sequence[Seat]], chance: Chance
) -> dict[str, Seat]:
    """Each player's seat, the players sorted by their ids.

    `wishes` has every player, with the seats he would like, the dearest first, perhaps none. In an
    order drawn as "order of choice" each takes the first of his wishes that is free; what is left,
    drawn as "seats left", goes to those without. Before a draw, players are sorted and seats are as
    given.

    ValueError unless there are as many players as seats and all seats are different, for a wish
    that is no seat or that a player has twice, and if the chance has used one of these labels.
    """
    if len(set(seats)) != len(seats):
        raise ValueError("a seat is there twice")
    if len(wishes) != len(seats):
        raise ValueError(f"there are {len(seats)} seats, and {len(wishes)} players")
    for player, wished in wishes.items():
        unknown = [seat for seat in wished if seat not in seats]
        if unknown:
            raise ValueError(f"{player} wishes for {unknown[0]}, which is no seat")
        if len(set(wished)) != len(wished):
            raise ValueError(f"{player} wishes for a seat twice")
    free = list(seats)
    taken: dict[str, Seat] = {}
    for player in chance.shuffle("order of choice", sorted(wishes)):
        choice = next((seat for seat in wishes[player] if seat in free), None)
        if choice is not None:
            free.remove(choice)
            taken[player] = choice
    without = [player for player in sorted(wishes) if player not in taken]
    taken.update(zip(without, chance.shuffle("seats left", free), strict=True))
    return {player: taken[player] for player in sorted(taken)}
