"""The game master's week: each act is recorded and told to those it concerns.

Every function raises NoSuchGame if there is none and CannotBeDone, in words, if the act cannot
be done; then nothing was.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from msgspec.structs import replace

from adjudicator import deadlines
from adjudicator.office import agreements, delivering, history, running, signup, writing
from adjudicator.office.drafts import Draft, change
from adjudicator.office.folder import Office
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.ordering import require_running, require_seat
from adjudicator.office.records import DeadlineMoved, Paused, Resumed, SeatIdle, SeatReplaced
from adjudicator.office.setup import Player, player_fault
from adjudicator.orders import Seat


def extend(
    office: Office, name: str, until: datetime | timedelta, now: datetime, reason: str = ""
) -> datetime:
    """Move the deadline of the open phase, to an instant or by so much; the new one."""

    def decide(draft: Draft) -> None:
        game = draft.game
        require_running(game)
        assert game.deadline is not None
        deadline = until if isinstance(until, datetime) else game.deadline + until
        if deadline <= now:
            raise CannotBeDone(f"{deadlines.shown(deadline, 'UTC')} is past")
        draft.record(DeadlineMoved(deadline, reason=reason))
        sentence = f"The deadline was moved. {reason}".strip()
        draft.mails += writing.redated(draft, "Another deadline", sentence)

    deadline = change(office, name, decide, now).game.deadline
    assert deadline is not None
    return deadline


def pause(office: Office, name: str, now: datetime, reason: str = "") -> None:
    """Nothing is run and nobody is reminded, until the game is resumed. Letters are read."""

    def decide(draft: Draft) -> None:
        require_running(draft.game)
        if draft.game.paused:
            raise CannotBeDone(f"{name} is paused already")
        draft.record(Paused(reason))
        draft.mails += writing.redated(draft, "Paused", f"The game rests. {reason}".strip())

    change(office, name, decide, now)


def resume(office: Office, name: str, now: datetime, until: datetime | None = None) -> datetime:
    """Go on with a paused game; its deadline, which is the schedule's next, if none is given."""

    def decide(draft: Draft) -> None:
        game = draft.game
        require_running(game)
        if not game.paused:
            raise CannotBeDone(f"{name} is not paused")
        deadline = until or deadlines.due(game.schedule, game.open_phase(), now, now)
        if deadline <= now:
            raise CannotBeDone(f"{deadlines.shown(deadline, 'UTC')} is past")
        draft.record(Resumed(deadline))
        draft.mails += writing.redated(draft, "Resumed", "The game goes on.")

    deadline = change(office, name, decide, now).game.deadline
    assert deadline is not None
    return deadline


def end(office: Office, name: str, powers: Sequence[Seat], now: datetime) -> str:
    """End the game: won by one power, drawn by several, without a result by none; how, in words."""

    def decide(draft: Draft) -> None:
        if draft.game.stage not in ("forming", "running"):
            raise CannotBeDone(f"{name} is {draft.game.stage.replace('_', ' ')} already")
        if powers and draft.game.stage == "forming":
            raise CannotBeDone(f"{name} has not begun: nobody can have won it")
        for seat in powers:
            require_seat(draft.game, seat)
        agreements.end(draft, powers)

    return change(office, name, decide, now).game.ending


def absent(office: Office, name: str, seat: Seat, dates: str, now: datetime) -> datetime:
    """A player is away: no deadline falls on these dates (``2026-12-20..2026-12-27``), that of the
    open phase neither; the deadline that stands now."""

    def decide(draft: Draft) -> None:
        game = draft.game
        require_seat(game, seat)
        assert game.deadline is not None
        try:
            first, last = deadlines.dates(dates)
        except ValueError as error:
            raise CannotBeDone(str(error)) from None
        zone = deadlines.zone_named(game.setup.schedule.zone)
        deadline = game.deadline
        if last < now.astimezone(zone).date():
            raise CannotBeDone(f"{dates} is past")
        if first <= deadline.astimezone(zone).date() <= last:
            schedule = replace(game.schedule, skipped=(*game.schedule.skipped, dates))
            deadline = deadlines.due(schedule, game.open_phase(), deadline, now)
        draft.record(DeadlineMoved(deadline, (dates,), seat))
        sentence = f"A player is away: no deadline falls on {_span(first, last)}."
        draft.mails += writing.redated(draft, "A player is away", sentence)

    deadline = change(office, name, decide, now).game.deadline
    assert deadline is not None
    return deadline


def moved(office: Office, name: str, seat: Seat, address: str, zone: str | None) -> Player:
    """The player of a seat at another address, and in another zone if one is given."""
    game = history.load(office.store, name)[1]
    require_seat(game, seat)
    if game.chairs[seat].vacant:
        raise CannotBeDone(f"nobody plays {seat} in {name}: say who will, with --name")
    player = game.chairs[seat].player
    return replace(player, address=address, zone=zone or player.zone)


def replace_player(office: Office, name: str, seat: Seat, player: Player, now: datetime) -> None:
    """Somebody else plays the seat from now on. He is welcomed, the others are told; the token of
    him who played it is no longer good."""

    def decide(draft: Draft) -> None:
        require_seat(draft.game, seat)
        if found := player_fault(player):
            raise CannotBeDone(f"{found[0]}: {found[1]}")
        off = agreements.proposal_off(draft.game)
        left = draft.game.chairs[seat]
        stays = player.name == left.player.name and not left.vacant
        game = draft.record(SeatReplaced(seat, player))
        power = game.title.seat_name(seat)
        subject = "Another address" if stays else "A new player"
        sentence = f"{power} has a new player.{off}"
        if stays:
            sentence = f"The player of {power} has another address.{off}"
        if not game.setup.anonymous:
            sentence = f"{power} is played by {player.name} <{player.address}> from now on.{off}"
        others = [other for other in game.chairs if other != seat]
        draft.mails += writing.notices(draft, others, subject, [sentence])
        draft.mails += writing.welcomes(draft, [seat])
        running.report_to(draft, seat, history.Runs(history.way(office.store, name)).last)

    change(office, name, decide, now)


def resign(office: Office, name: str, seat: Seat, now: datetime) -> None:
    """A player has left the game: his seat is vacant until somebody replaces him."""

    def decide(draft: Draft) -> None:
        require_seat(draft.game, seat)
        if draft.game.chairs[seat].vacant:
            raise CannotBeDone(f"nobody plays {seat} in {name} already")
        agreements.resign(draft, seat)

    change(office, name, decide, now)


def bot(office: Office, name: str, seat: Seat, now: datetime) -> None:
    """Nobody plays the seat: its orders and answers are drawn by chance, until it is replaced."""

    def decide(draft: Draft) -> None:
        require_seat(draft.game, seat)
        if draft.game.chairs[seat].bot:
            raise CannotBeDone(f"a bot plays {seat} in {name} already")
        if not draft.game.chairs[seat].vacant:
            draft.mails.append(writing.to_who_leaves(draft, seat))
        what = "is played by a bot from now on: its orders are drawn by chance."
        _idle(draft, SeatIdle(seat, "bot"), "A bot plays", what)

    change(office, name, decide, now)


def civil_disorder(office: Office, name: str, seat: Seat, now: datetime) -> None:
    """Nobody waits for the seat any more, until it is replaced or its player writes again."""

    def decide(draft: Draft) -> None:
        require_seat(draft.game, seat)
        if draft.game.chairs[seat].disorder:
            raise CannotBeDone(f"{seat} in {name} is in civil disorder already")
        what = "is in civil disorder: the game does not wait for it."
        _idle(draft, SeatIdle(seat, "civil_disorder"), "Civil disorder", what)

    change(office, name, decide, now)


def _idle(draft: Draft, record: SeatIdle, subject: str, what: str) -> None:
    """Record that nobody is waited for there any more, and tell all what the seat is now."""
    off = agreements.proposal_off(draft.game)
    game = draft.record(record)
    sentence = f"{game.title.seat_name(record.seat)} {what}{off}"
    draft.mails += writing.notices(draft, game.chairs, subject, [sentence])


def tell(office: Office, name: str, text: str, now: datetime) -> None:
    """Send the players and observers what the game master writes to them."""
    change(office, name, lambda draft: delivering.tell(draft, text), now)


def observe(office: Office, name: str, address: str, begins: bool, now: datetime) -> str:
    """Send an address the public reports from now on, or no more; what was done, in words."""
    done = ""

    def decide(draft: Draft) -> None:
        nonlocal done
        act = signup.observe if begins else signup.stop_observing
        done = " ".join(act(draft, address.lower()))
        draft.mails.append(writing.to_observer(draft, address.lower(), done))

    change(office, name, decide, now)
    return done


def _span(first: date, last: date) -> str:
    return str(first) if first == last else f"{first} to {last}"
