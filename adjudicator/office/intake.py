"""Letters: kept first, then read, recorded and answered, each once."""

import traceback
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from adjudicator.office import (
    bounces,
    duplicates,
    envelopes,
    history,
    identity,
    lateness,
    replies,
    responses,
    signup,
    writing,
)
from adjudicator.office.confirming import PRESS_DIFFERS, understand
from adjudicator.office.delivering import deliver
from adjudicator.office.drafts import Account, Draft, Loaded, change, commit_all
from adjudicator.office.folder import Office
from adjudicator.office.identity import Claim, Tag, Unclear, Writer
from adjudicator.office.kept import (
    CannotBeDone,
    Handled,
    Moved,
    NoSuchGame,
    OutgoingMail,
    Seen,
    StoreError,
    Unavailable,
)
from adjudicator.office.ordering import require_seat
from adjudicator.office.press import press_in
from adjudicator.office.reading import read_letter_lines
from adjudicator.office.requests import ToOffice
from adjudicator.office.scrubbing import without
from adjudicator.office.taking import take
from adjudicator.orders import Seat
from mail.authentication import authenticated
from mail.compose import address_fault
from mail.letters import Letter, Line, read_letter

UNDIVIDED = (
    f"it is for more than {identity.MOST_TAGS} seats, or was sent to the addresses of several and "
    "does not say whose its first lines are"
)

MACHINE = "it was written by a machine"


def handle(office: Office, letter_id: str, now: datetime) -> str:
    """Read a kept letter, record its orders and answer it, in one commit; what was done, in words.

    What cannot be anybody's orders goes to the GM's quarantine and is not answered, unless its
    sender plays here or shows a token of a seat: he is told why. A late letter is refused and goes
    there too. A letter that the program fails on goes there with the trace of it; none stops those
    behind it. A machine's letter is put there without any mail. Unavailable if the store is.
    """
    try:
        kept = office.store.letter(letter_id)
        letter = read_letter(kept.raw, kept.received)
    except Unavailable:
        raise
    except StoreError as error:  # what is kept of it is not what came
        return _failed(office, letter_id, "", error, now)
    while True:
        try:
            return _Handling(office, letter_id, letter, kept.raw, now).done()
        except Moved:
            continue
        except Handled:
            return "handled already"
        except Unavailable:
            raise
        except Exception as error:
            return _failed(office, letter_id, letter.sender, error, now)


def release(office: Office, letter_id: str, name: str, seat: Seat, now: datetime) -> str:
    """Take a letter in quarantine as that of this seat, whoever sent it and however late it came.
    Of a letter that names several seats only its part is taken.

    KeyError if it is not there; CannotBeDone if its phase is not open any more, or the game or seat
    is not there.
    """
    kept = office.store.letter(letter_id)
    letter = read_letter(kept.raw, kept.received)
    found, rest = identity.claims(letter, lambda tag: (tag.game, tag.seat) == (name, seat))
    own = [claim for claim in found if (claim.game, claim.seat) == (name, seat)]
    tags = {part.tag for claim in own for part in claim.parts}
    phases = {tag.phase for tag in tags}
    parts = [part for claim in own or found for part in claim.parts]
    lines = (*rest, *(line for part in parts for line in part.lines))
    other = letter.other if len(found) < 2 else ()

    def decide(draft: Draft) -> None:
        game = draft.game
        require_seat(game, seat)
        if game.chairs[seat].vacant:
            raise CannotBeDone(f"nobody plays {seat}; to order for it: adjudicator order")
        if phases and game.phase not in phases:
            raise CannotBeDone(
                f"it is for {min(phases)}, and {game.setup.title} is at {game.phase}; "
                f"see: adjudicator correct"
            )
        asked = max((tag.asked for tag in tags), default=0)
        taken = take(draft, seat, letter, letter_id, *press_in(lines), other, asked)
        # Its first answer, that it was refused, has the letter's own number.
        number = f"answer.{letter_id}.released"
        draft.mails.append(responses.answer(draft, seat, letter, number, taken.said))

    try:
        change(office, name, decide, now, letter=letter_id, released=True)
    except NoSuchGame:
        raise CannotBeDone(f"there is no game {name}") from None
    except Handled:
        raise KeyError(letter_id) from None
    return f"{name} {seat}: taken"


def _failed(office: Office, letter_id: str, sender: str, error: Exception, now: datetime) -> str:
    """To the quarantine, with the trace of what the program failed by; the game master is told."""
    reason = f"it could not be read:\n{''.join(traceback.format_exception(error))}"
    draft = Draft(office, None, now)
    draft.quarantine = reason
    replies.tell_gm(
        draft,
        letter_id,
        sender,
        f"{letter_id}, from {sender[:100] or 'nobody'}: the program failed on it",
        lambda: writing.failure_to_gm(draft, letter_id, error),
    )
    try:
        commit_all([Loaded(draft)], letter=letter_id)
    except Handled:
        return "handled already"
    except Unavailable:
        raise
    except StoreError:  # an earlier version wrote that mail, and was killed before it got further
        return _put_aside(office, letter_id, reason)
    return f"quarantine: {reason.splitlines()[0]}"


def _put_aside(office: Office, letter_id: str, reason: str) -> str:
    """To the quarantine without a mail, for writing one might fail, too."""
    try:
        office.store.commit({}, (), letter_id, quarantine=reason)
    except Handled:
        return "handled already"
    return f"quarantine: {reason.splitlines()[0]}"


class _Handling:
    """One letter: the games it is about, each loaded once, and all that is drafted because of it.

    `_letter` is without tokens once it is known whose it is; `_aside` are the reasons why the game
    master shall see it.
    """

    def __init__(
        self, office: Office, letter_id: str, letter: Letter, raw: bytes, now: datetime
    ) -> None:
        self._office, self._id, self._letter, self._now = office, letter_id, letter, now
        self._as_it_came = letter
        self._raw = raw
        self._account = Account()
        self._loaded: dict[str, Loaded] = {}
        self._nobody = Draft(office, None, now, self._account)
        self._content = identity.content_of(letter)
        self._quiet = letter.automatic or letter.bulk
        self._answerable = not (
            self._quiet or address_fault(letter.sender) or self._office.is_own(letter.sender)
        )
        self._aside: list[str] = []

    def done(self) -> str:
        """Decide whose the letter is and take it; what was done, in words. Moved and Handled."""
        letter = self._letter
        if letter.loop == self._office.instance:
            return _put_aside(self._office, self._id, "it is a mail of ours that came back")
        found, rest = identity.claims(letter, self._is_right)
        asked = signup.asked(letter, found, self._is_right)
        if asked is not None and self._answerable:
            return self._repeated_by_nobody() or self._sign_up(asked)
        claims, reasons = self._owned(found, rest)
        if letter.automatic:
            claims = [claim for claim in claims if self._is_meant(claim)]
        if self._quiet and not claims:
            noted = bounces.noted(self._office, self._id, self._now)
            if noted is not None:
                return noted
            if letter.automatic:
                return _put_aside(self._office, self._id, MACHINE)
        if not claims and (repeated := self._repeated_by_nobody()):
            return repeated
        self._letter = self._without_tokens(letter)
        told = []
        for index, claim in enumerate(claims):
            number = f"answer.{self._id}"
            told.append(
                self._take(claim, f"{number}.{claim.game}.{claim.seat}" if index else number)
            )
        if reasons:
            told.append(f"quarantine: {'; '.join(reasons)}")
            self._refuse(reasons, found, part=bool(claims))
        if self._quiet and claims:
            self._tell_marked(claims)
        self._commit()
        return "; ".join(told)

    # --- whose it is

    def _game(self, name: str) -> Draft:
        """The draft of a game. NoSuchGame if there is none."""
        if name not in self._loaded:
            head, game = history.load(self._office.store, name)
            draft = Draft(self._office, game, self._now, self._account)
            self._loaded[name] = Loaded(draft, head, game)
        return self._loaded[name].draft

    def _is_right(self, tag: Tag) -> bool:
        if tag.seat == identity.OBSERVER:
            return identity.is_of_observer(tag, self._letter.sender, self._office.token)
        try:
            game = self._game(tag.game).game
        except NoSuchGame:
            return False
        return identity.holds_token(game, Claim(tag.game, tag.seat, (), (tag,)), self._office.token)

    def _owned(self, found: list[Claim], rest: tuple[Line, ...]) -> tuple[list[Claim], list[str]]:
        """What of the letter its writer may send, and why not the rest."""
        letter, config = self._letter, self._office.config
        vouched = authenticated(self._raw, letter.sender, config.authserv_id, config.received_by)
        writer = Writer(letter.sender, vouched)
        claims, reasons = list(found), []
        if not found:
            try:
                claims = [self._by_address(rest)]
            except Unclear as error:
                return [], [str(error)]
        elif rest:
            reasons.append(UNDIVIDED)
        owned = []
        for claim in claims:
            try:
                game = self._game(claim.game).game
            except NoSuchGame:
                reasons.append(f"there is no game {claim.game}")
                continue
            if reason := identity.why_not(game, claim, writer, self._office.token):
                reasons.append(reason)
            else:
                owned.append(claim)
        return owned, reasons

    def _by_address(self, lines: tuple[Line, ...]) -> Claim:
        names = self._office.store.games_of(self._letter.sender)
        games = [self._game(name).game for name in names]
        return identity.by_address(games, self._letter, lines)

    def _is_known(self, claim: Claim) -> bool:
        chair = self._game(claim.game).game.chairs[claim.seat]
        return self._letter.sender == chair.player.address.lower()

    def _is_meant(self, claim: Claim) -> bool:
        """Whether orders in a letter that says it is a machine's are the player's: he has put in
        his token, and they are not just those of a mail of ours that is quoted without marks."""
        game = self._game(claim.game).game
        if not self._is_known(claim) or not identity.holds_token(game, claim, self._office.token):
            return False
        _, lines = press_in(claim.lines)
        reading = read_letter_lines(game, claim.seat, lines)
        orders = {_plain(line.text) for line in reading.orders if line.orders}
        others = {_plain(line.text) for line in lines if line.kind == "text"} - orders - {""}
        return bool(orders) and not any(
            orders <= sent and others & sent
            for mail in self._office.store.mail_of(game.name, claim.seat)
            for sent in [{_plain(line.text) for line in read_letter(mail.raw, self._now).lines}]
        )

    def _without_tokens(self, letter: Letter) -> Letter:
        """The letter as it may be quoted to anybody."""
        subject = identity.masked(letter.subject)
        return replace(letter, subject=subject, lines=self._scrubbed(letter.lines))

    def _scrubbed(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        games = [one.draft.game for one in self._loaded.values()]
        known = self._office.token
        tokens = frozenset(token for game in games for token in identity.all_tokens(game, known))
        return tuple(
            replace(line, text=without(identity.masked(line.text), tokens)) for line in lines
        )

    # --- what becomes of it

    def _take(self, claim: Claim, number: str) -> str:
        """Take what is a seat's own, or say why it comes too late; what was done, in words."""
        draft, seat, letter = self._game(claim.game), claim.seat, self._letter
        before, known = draft.game, self._is_known(claim)
        if known:
            draft.notes |= bounces.mended(self._office, before, seat, self._id)
        other = self._other(claim)
        live, late = lateness.parted(self._office, before, claim, letter, other, known=known)
        if first := duplicates.repeated(
            self._office.store, before, claim, letter, self._content, late=not live
        ):
            return f"{claim.game} {seat}: duplicate of {first}"
        self._see(claim.game, seat, duplicates.state(before, seat, late=not live))
        self._aside += late
        # A copy is no answer to a mail that its reader has not written.
        answered = letter if known else replace(letter, message_id="")
        copied = [] if known else [responses.copied(letter.sender, self._office.config.gm)]
        if not live:
            reason = late[0]
            unused = [f"Your letter was not used: {reason}."]
            besides = self._press_of(claim, other) if known else ()
            if besides:
                besides = ("But for the press in it:", *besides)
            self._reply(
                claim,
                known,
                f"not used: {reason}",
                number,
                lambda own: responses.refusal(
                    draft, seat, answered, own, [*copied, *unused, *besides]
                ),
                lambda: responses.unused(draft, letter, number, unused),
            )
            return reason
        tag = identity.shown_now(before, claim, self._office.token)
        presses, own = press_in([line for part in live for line in part.lines])
        asked = max(part.tag.asked for part in live)
        lines = tuple(line for part in live for line in other.get(part.tag, ()))
        taken = take(draft, seat, letter, self._id, presses, self._scrubbed(own), lines, asked)
        passed = (f"What is not for the open phase was not used: {reason}." for reason in late)
        said = replace(taken.said, refused=(*taken.said.refused, *passed))
        whole = replace(said, done=(*copied, *said.done))
        self._reply(
            claim,
            known,
            said.counts,
            number,
            lambda own: responses.answer(draft, seat, answered, own, whole),
            lambda: responses.answer_elsewhere(draft, seat, letter, number, said, tag),
        )
        return f"{claim.game} {seat}: {taken.words}"

    def _other(self, claim: Claim) -> dict[Tag, tuple[Line, ...]]:
        """What the letter's other alternative says for the same seat, by the tag above it."""
        letter = self._as_it_came
        if not letter.other:
            return {}
        found, rest = identity.claims(replace(letter, lines=letter.other), self._is_right)
        if not found:
            try:
                found = [self._by_address(rest)]
            except Unclear:
                return {}
        theirs = [one for one in found if (one.game, one.seat) == (claim.game, claim.seat)]
        other: dict[Tag, tuple[Line, ...]] = {}
        for part in (part for one in theirs for part in one.parts):
            other[part.tag] = (*other.get(part.tag, ()), *self._scrubbed(part.lines))
        return other

    def _press_of(self, claim: Claim, other: Mapping[Tag, tuple[Line, ...]]) -> tuple[str, ...]:
        """Send the press of a letter that comes too late for all else; what there is to say of
        it."""
        draft, seat = self._game(claim.game), claim.seat
        presses, own = press_in(claim.lines)
        lines = tuple(line for part in other.values() for line in part)
        said = understand(self._office, draft.game, seat, self._letter, presses, own, lines, True)
        press = deliver(draft, seat, said.presses, self._id)
        unsent = [PRESS_DIFFERS] if len(said.presses) < len(presses) else []
        return (*press.sent, *press.warned, *press.refused, *unsent)

    def _reply(
        self,
        claim: Claim,
        known: bool,
        done: str,
        number: str,
        to_player: Callable[[str], OutgoingMail],
        to_writer: Callable[[], OutgoingMail],
    ) -> None:
        """Answer the seat's player; if it was not he who wrote, the writer, and send him a copy."""
        draft, seat = self._game(claim.game), claim.seat
        player = draft.game.chairs[seat].player.address
        if not known:
            if self._answerable:
                replies.reply(draft, self._id, self._letter.sender, done, to_writer, seat=seat)
            done = f"from {self._letter.sender[:100] or 'an unknown address'}: {done}"
            number += ".copy"
        make = partial(to_player, number)
        replies.reply(draft, self._id, player, done, make, seat=seat, quiet=self._quiet)

    def _refuse(self, reasons: Sequence[str], found: Sequence[Claim], *, part: bool) -> None:
        """Say why the letter, or part of it, is nobody's: to its writer, if he plays here or has
        been given a token of ours."""
        letter, draft = self._letter, self._nobody
        self._aside += reasons
        if not part:
            self._see("", "", "")
        ours = any(self._is_right(tag) for claim in found for tag in claim.tags)
        if self._answerable and (ours or self._office.store.games_of(letter.sender)):
            what = "Part of your letter" if part else "Your letter"
            sentences = [f"{what} was not used: {reason}." for reason in reasons]
            number = f"answer.{self._id}{'.unused' if part else ''}"
            replies.reply(
                draft,
                self._id,
                letter.sender,
                f"not used: {'; '.join(reasons)}",
                lambda: responses.unused(draft, letter, number, [*sentences, responses.ADVICE]),
            )

    def _sign_up(self, asked: ToOffice) -> str:
        """Do what a letter asks that is of no seat."""
        self._see("", "", "")
        try:
            draft = self._game(asked.game)
        except NoSuchGame:
            done = signup.refuse(self._nobody, asked, self._letter, self._id)
        else:
            done = signup.handle(draft, asked, self._letter, self._id)
        self._commit()
        return done

    def _tell_marked(self, claims: Sequence[Claim]) -> None:
        """Tell the game master once of a player whose letters are not answered."""
        for claim in claims:
            chair = self._game(claim.game).game.chairs[claim.seat]
            number = f"gm.marked.{claim.game}.{claim.seat}.{chair.holder}"
            envelopes.tell_gm_once(
                self._office,
                number,
                "Letters marked as automatic",
                writing.marked(claim.seat, claim.game),
                self._now,
            )

    def _commit(self) -> None:
        if self._aside:
            draft = self._nobody
            draft.quarantine = "; ".join(dict.fromkeys(self._aside))
            replies.tell_gm(
                draft,
                self._id,
                self._letter.sender,
                f"{self._id}, from {self._letter.sender[:100] or 'nobody'}: {draft.quarantine}",
                lambda: writing.letter_to_gm(draft, self._letter, self._id, draft.quarantine or ""),
            )
        commit_all([*self._loaded.values(), Loaded(self._nobody)], letter=self._id)

    # --- letters that come twice

    def _see(self, game: str, seat: Seat, state: str) -> None:
        letter = self._letter
        self._account.seen.append(
            Seen(self._id, game, seat, letter.received, letter.message_id, self._content, state)
        )

    def _repeated_by_nobody(self) -> str:
        letter = self._letter
        found = self._office.store.seen("", "", letter.message_id, self._content)
        if not found:
            return ""
        commit_all([Loaded(self._nobody)], letter=self._id)
        return f"duplicate of {found[0].letter}"


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
