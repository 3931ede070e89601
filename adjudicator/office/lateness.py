"""What of a letter counts when it is read, and why the rest comes too late."""

from collections.abc import Mapping

from adjudicator.deadlines import shown
from adjudicator.office import history
from adjudicator.office.confirming import Understood, understand
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.identity import Claim, Part, Tag
from adjudicator.office.press import press_in
from adjudicator.office.requests import Clear, Confirm, Help, Ready, Resend, Status
from mail.letters import Letter, Line


def parted(
    office: Office,
    game: Game,
    claim: Claim,
    letter: Letter,
    other: Mapping[Tag, tuple[Line, ...]],
    *,
    known: bool,
) -> tuple[list[Part], list[str]]:
    """The parts of a letter for one seat that count, and why others, with orders in them, do not;
    without any that counts why none does. `other` is what its other alternative says, by tag.

    One without orders counts, whatever phase the mail was about that it answers, if its player is
    `known` to have written it; once the game does not run here, for a report or press alone.
    """
    late = {part: _why_late(office, game, part.tag, letter) for part in claim.parts}
    said = {
        part: _said(office, game, letter, part, other) for part, reason in late.items() if reason
    }
    late = {
        part: reason
        for part, reason in late.items()
        if reason and not (known and _is_timeless(game, part, said[part]))
    }
    if len(late) == len(set(claim.parts)):
        return [], list(dict.fromkeys(late.values()))
    refused = {
        part: reason
        for part, reason in late.items()
        if said[part].reading.orders or said[part].held is not None
    }
    live = [part for part in claim.parts if part not in refused]
    return live, list(dict.fromkeys(refused.values()))


def _said(
    office: Office, game: Game, letter: Letter, part: Part, other: Mapping[Tag, tuple[Line, ...]]
) -> Understood:
    presses, own = press_in(part.lines)
    lines = other.get(part.tag, ())
    return understand(office, game, part.tag.seat, letter, presses, own, lines, current=True)


def _is_timeless(game: Game, part: Part, said: Understood) -> bool:
    presses, _ = press_in(part.lines)
    if not (said.asked or (presses and game.stage != "handed_over")):
        return False
    if game.stage == "running":
        timeless = not any(isinstance(one, Ready | Clear | Confirm) for one in said.asked)
    else:
        timeless = all(isinstance(one, Resend | Status | Help) for one in said.asked)
    return timeless and not (said.reading.orders or said.held is not None)


def _why_late(office: Office, game: Game, tag: Tag, letter: Letter) -> str:
    """Why no order under this tag counts any more; "" if they do."""
    title = game.setup.title
    if game.stage == "handed_over":
        return f"{title} is mastered from {game.handed_to} now"
    if game.stage != "running":
        return f"{title} is over"
    if tag.phase != game.phase:
        runs = history.Runs(history.way(office.store, game.name))
        ran = runs.before.get(tag.phase)
        if ran is None or not _sent_ahead(game, tag, ran):
            return _of_another_phase(game, tag, ran, letter)
    if not tag.token and letter.received < history.opened_at(office.store, game.name):
        return f"it reached us before {game.phase} was open, and does not say for which phase it is"
    closes = game.closes()
    concerned = game.due if game.asking is None else game.asking.seats
    if closes is None or letter.received <= closes or game.waits() or tag.seat not in concerned:
        return ""  # who has nothing to say in the open phase writes of later ones
    what = "the question in " if game.asking is not None else ""
    return f"it came after the deadline of {what}{game.phase}"


def _of_another_phase(game: Game, tag: Tag, ran: Game | None, letter: Letter) -> str:
    title = game.setup.title
    late = f"it is for {tag.phase}, and {title} is at {game.phase}"
    if ran is None and game.edition > 1:
        late += ", for it was set back"
    closed = ran.closes() if ran is not None else None
    if closed is not None and letter.received <= closed:
        at = shown(letter.received, "UTC")
        late += f"; it reached us in time ({at}), and was read when the phase had been run"
    return late


def _sent_ahead(game: Game, tag: Tag, ran: Game) -> bool:
    """Whether a letter about a phase that has run can only have been meant for the one that is
    open: the seat had nothing to order then, and could have sent its orders for this one."""
    ahead = ran.title.ahead(ran.position())
    return not tag.asked and tag.seat not in ran.due and game.phase in ahead
