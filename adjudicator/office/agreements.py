"""What players ask for besides orders: to end the game together, to leave it, a report or the map.

A proposal stands until the open phase is run. One that was turned down its proposer cannot make
again before that, nor more than a few others: each of them is a mail to all. Only that it was made
and what came of it is told; who said yes or no is not.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, assert_never

from adjudicator.office import phrases, replies, reporting, writing
from adjudicator.office.drafts import Draft
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.records import Ended, Proposed, SeatIdle, Voted, encode
from adjudicator.office.requests import Help, Propose, Resend, Resign, ShowMap, Status, Vote
from adjudicator.orders import Seat
from adjudicator.turns.turn import Turn

MOST_TURNED_DOWN = 3
"""Proposals of one seat that were turned down or withdrawn, in one phase: it makes no more."""

Ask = Propose | Vote | Resign | Resend | ShowMap | Status | Help


def do(draft: Draft, seat: Seat, request: Ask, letter_id: str, *, proposes: bool) -> str:
    """Do what this seat's player asks; what to answer him, as a sentence. CannotBeDone, a sentence
    too, if it cannot be done. `proposes`: his letter makes a proposal, too."""
    if isinstance(request, Resend):
        again = partial(reporting.send_again, draft, seat, request.phase)
        return replies.besides(draft, letter_id, seat, again)
    if isinstance(request, ShowMap):
        return replies.besides(draft, letter_id, seat, partial(_show_map, draft, seat, letter_id))
    if isinstance(request, Status):
        return phrases.status(draft.game)
    if isinstance(request, Help):
        return "What a line can say besides orders stands below."
    if draft.game.stage != "running":
        raise CannotBeDone("The game is over.")
    if isinstance(request, Resign):
        resign(draft, seat, letter_id)
        return "You have left the game. Thank you for telling it."
    if isinstance(request, Propose):
        return _propose(draft, seat, request, letter_id)
    if isinstance(request, Vote):
        return _vote(draft, seat, request, letter_id, proposes=proposes)
    assert_never(request)


def _show_map(draft: Draft, seat: Seat, letter_id: str) -> str:
    draft.mails.append(writing.map_in_words(draft, seat, letter_id))
    return "The map is sent to you."


def resign(draft: Draft, seat: Seat, letter_id: str = "") -> None:
    """The seat is given up; all are told, and the game master."""
    off = proposal_off(draft.game)
    game = draft.record(SeatIdle(seat, "vacant", letter_id))
    sentence = f"The player of {game.title.seat_name(seat)} has left the game.{off}"
    others = [other for other in game.chairs if other != seat]
    draft.mails += writing.notices(draft, others, "A player has left", [sentence])
    how = (
        f"adjudicator seat replace {game.name} {seat} ADDRESS --name NAME, or: "
        f"adjudicator seat civil-disorder {game.name} {seat}"
    )
    draft.mails.append(
        writing.to_gm(draft, "A player has left", [sentence, f"To go on without him: {how}."])
    )


def proposal_off(game: Game) -> str:
    """What there is to say of an open proposal when its voters change; "" if there is none."""
    return " The proposal that was open is off." if game.proposal is not None else ""


def end(draft: Draft, powers: Sequence[Seat]) -> None:
    """End the game as a win of one power, or a draw of several; without any, with no result.

    CannotBeDone if one of them cannot share in it.
    """
    game = draft.game
    if powers:
        title = game.title
        turn: Turn[Any, Any] = Turn(game.phase, {})
        try:
            state = title.agree(game.position(), tuple(powers), turn)
        except ValueError as error:
            raise CannotBeDone(str(error)) from None
        draft.record(Ended(title.version, encode(state), title.view(state, "public").ending))
    else:
        sentence = "The game was ended without a result."
        draft.record(Ended(game.version, game.state, sentence))
    draft.mails += reporting.last_reports(draft)


def voters(game: Game) -> frozenset[Seat]:
    """The seats whose agreement it takes: those that are left and that somebody plays."""
    left: frozenset[Seat] = game.title.voters(game.position())
    return frozenset(
        seat for seat in left if not (game.chairs[seat].vacant or game.chairs[seat].disorder)
    )


def _propose(draft: Draft, seat: Seat, request: Propose, letter_id: str) -> str:
    game = draft.game
    if game.proposal is not None:
        raise CannotBeDone(f"There is a proposal already, number {game.proposal.number}.")
    left = game.title.voters(game.position())
    if seat not in left:
        raise CannotBeDone("Only those who are left in the game can propose its end.")
    powers = [game.seat_called(text) for text in request.powers]
    among = tuple(sorted(set(powers))) if powers else tuple(sorted(left))
    if request.concession and len(among) != 1:
        raise CannotBeDone("A game is conceded to one power.")
    if not request.concession and len(among) < 2:
        raise CannotBeDone("A draw is between two powers or more.")
    if gone := [game.title.seat_name(one) for one in among if one not in left]:
        raise CannotBeDone(f"{', '.join(gone)} cannot share in it.")
    _require_new(game, seat, among)
    game = draft.record(Proposed(seat, among, letter_id))
    if _all_agree(draft):
        return "The game is over."
    what = phrases.proposed(game)
    proposes = f"{game.title.seat_name(seat)} proposes {what}. It is proposal {game.proposals}."
    asked = [
        "It needs a yes of all who are left. Answer this mail with a line "
        f"`vote yes {game.proposals}` or `vote no {game.proposals}`. It stands until the "
        f"end of this phase ({game.open_phase().title}). Nobody is told who said what.",
    ]
    others = [other for other in game.chairs if other != seat]
    draft.mails += writing.notices(draft, others, "A proposal", [proposes], asked, of=left)
    return f"You have proposed {what}. All are asked for their vote."


def _require_new(game: Game, seat: Seat, among: tuple[Seat, ...]) -> None:
    """CannotBeDone, with when it can be, if the seat has proposed this in the open phase, or too
    much else, and it was turned down."""
    own = [one.powers for one in game.turned_down if one.by == seat]
    when = f"after this phase ({game.open_phase().title})."
    if among in own:
        raise CannotBeDone(
            "You have proposed that in this phase, and it was turned down or withdrawn. You can "
            f"propose it again {when}"
        )
    if len(own) >= MOST_TURNED_DOWN:
        raise CannotBeDone(
            f"{MOST_TURNED_DOWN} proposals of yours were turned down or withdrawn in this phase. "
            f"You can make another {when}"
        )


def _vote(draft: Draft, seat: Seat, vote: Vote, letter_id: str, *, proposes: bool) -> str:
    game = draft.game
    if game.proposal is None:
        raise CannotBeDone("There is no proposal to vote on. To make one, write `propose draw`.")
    if seat not in game.title.voters(game.position()):
        raise CannotBeDone("Only those who are left in the game vote.")
    number = game.proposal.number
    if vote.number != number and not _is_plain(game, seat, vote, proposes=proposes):
        raise CannotBeDone(
            f"The proposal that is open is number {number}: {phrases.proposed(game)}. To vote on "
            f"it, write `vote yes {number}` or `vote no {number}`."
        )
    what = phrases.proposed(game)
    game = draft.record(Voted(seat, vote.yes, letter_id))
    if not vote.yes:
        sentence = f"{what[0].upper()}{what[1:]} was proposed, and not all agreed. It is off."
        others = [other for other in game.chairs if other != seat]
        draft.mails += writing.notices(draft, others, "The proposal is off", [sentence])
        return f"You have said no to {what}. The proposal is off."
    over = " All agree: the game is over." if _all_agree(draft) else ""
    return f"You have said yes to {what}.{over}"


def _is_plain(game: Game, seat: Seat, vote: Vote, *, proposes: bool) -> bool:
    """Whether a vote without a number can only be meant for the open proposal: there has been no
    other that its mail may have crossed with, it is of the sort that the vote says, and what the
    letter itself proposes is not something else."""
    proposal = game.proposal
    if proposal is None or vote.number or game.proposals > 1:
        return False
    return (proposal.by == seat or not proposes) and not (vote.draw and len(proposal.powers) == 1)


def _all_agree(draft: Draft) -> bool:
    """End the game if all whom it takes have agreed; to whom it is conceded needs not say so."""
    proposal = draft.game.proposal
    assert proposal is not None
    agreed = {*proposal.agreed, *(proposal.powers if len(proposal.powers) == 1 else ())}
    if not voters(draft.game) <= agreed:
        return False
    end(draft, proposal.powers)
    return True
