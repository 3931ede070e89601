"""Whose letter it is: by what our mails gave its writer to show, and by where he writes from."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.office.game import Game
from adjudicator.office.press import press_in
from adjudicator.orders import Seat
from mail.letters import Letter, Line

TAG = re.compile(
    r"\[([a-z][a-z0-9-]*)\s+([A-Z0-9]+|-)\s+([A-Z0-9+]+)\s+([A-Z2-7]{8})(?:\s+Q([0-9]{1,6}))?\]",
    re.IGNORECASE,
)
"""What our mails carry in their subject and above the orders to be changed: game, phase (-: it is
over), seat, token; and, while the seat is asked something, the number of that (Q1)."""

PLUS = re.compile(
    r"\+([a-z][a-z0-9-]*)\.([A-Z0-9]+|-)\.([A-Z0-9+]+)\.([A-Z2-7]{8})(?:\.q([0-9]{1,6}))?@",
    re.IGNORECASE,
)
"""The same in the address to which a reply goes."""

OBSERVER = "OBSERVER"
"""In a tag, in the place of a seat: who carries it was asked whether he wants to observe the game.
No seat is called so."""

LONGEST_LOCAL = 64  # octets before the @ of an address: RFC 5321, 4.5.3.1.1
MOST_TAGS = 20  # of one letter: each costs a look into a game

Tokens = Callable[[str, Seat, int, str], str]
"""The token of game, seat, holder and phase (""; of all phases, as mails of earlier versions)."""


class Tag(NamedTuple):
    """Whose letter it says it is, for which phase, and which question was open (0: none)."""

    game: str
    phase: str
    seat: Seat
    token: str
    asked: int = 0

    def __str__(self) -> str:
        """As it stands in a subject."""
        asked = f" Q{self.asked}" if self.asked else ""
        return f"[{self.game} {self.phase} {self.seat} {self.token}{asked}]"

    def address(self, office: str) -> str:
        """The address of the office with the tag in it; "" if that is too long for mail servers."""
        local, _, host = office.partition("@")
        asked = f".q{self.asked}" if self.asked else ""
        local += f"+{self.game}.{self.phase}.{self.seat}.{self.token}{asked}".lower()
        return f"{local}@{host}" if len(local.encode()) <= LONGEST_LOCAL else ""


def tag_of(game: Game, seat: Seat, tokens: Tokens) -> Tag | None:
    """What a mail to who plays this seat carries now; None if nobody does."""
    chair = game.chairs[seat]
    if chair.vacant:
        return None
    phase = game.phase or "-"
    asked = game.asking.numbers.get(seat, 0) if game.asking is not None else 0
    return Tag(game.name, phase, seat, tokens(game.name, seat, chair.holder, phase), asked)


def observer_tag(game: Game, address: str, tokens: Tokens) -> Tag:
    """What the mail carries that asks whoever reads it at this address (in lower case) whether he
    wants to observe the game; nobody else can know it."""
    phase = game.phase or "-"
    return Tag(game.name, phase, OBSERVER, _observer_token(game.name, address, phase, tokens))


def is_of_observer(tag: Tag, address: str, tokens: Tokens) -> bool:
    """Whether the tag is what that mail to this address carried, in whatever phase."""
    return tag.seat == OBSERVER and tag.token == _observer_token(
        tag.game, address, tag.phase, tokens
    )


def _observer_token(game: str, address: str, phase: str, tokens: Tokens) -> str:
    return tokens(game, f"{OBSERVER} {address}", 0, phase)


class Part(NamedTuple):
    """Lines of a letter for one seat, and the tag that stands over them."""

    tag: Tag
    lines: tuple[Line, ...]


class Claim(NamedTuple):
    """What of a letter is said to be one seat's, and all tags of that seat in the letter."""

    game: str
    seat: Seat
    parts: tuple[Part, ...]
    tags: tuple[Tag, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """Those of all its parts."""
        return tuple(line for part in self.parts for line in part.lines)


def claims(letter: Letter, is_right: Callable[[Tag], bool]) -> tuple[list[Claim], tuple[Line, ...]]:
    """Whose the parts of a letter are said to be, and the lines that are said to be nobody's.

    A tag in the writer's own lines stands over those that follow it; for what stands before the
    first of them the subject speaks, else the address it was sent to (unless that is several), else
    that first one, else what is quoted; of several tags there the first that `is_right`. What is
    said to be that of more than `MOST_TAGS` seats is nobody's, too.
    """
    before, parts = _divided(letter.lines)
    found = _tags_in([letter.subject])
    addressed = _tags(PLUS, letter.recipients)
    quoted = _tags_in(line.text for line in letter.lines if line.kind != "text")
    seats = {(tag.game, tag.seat) for tag in addressed}
    if any(line.text.strip() for line in before) or not parts:
        heads = found or (addressed if len(seats) == 1 else [])
        heads = heads or [part.tag for part in parts[:1]] or (quoted if not seats else [])
        if heads:
            head = next((tag for tag in heads[:MOST_TAGS] if is_right(tag)), heads[0])
            parts.insert(0, Part(head, before))
            before = ()
    else:
        before = ()
    every = [*found, *addressed, *(part.tag for part in parts), *quoted]
    own: dict[tuple[str, Seat], list[Part]] = {}
    for part in parts:
        own.setdefault((part.tag.game, part.tag.seat), []).append(part)
    for beyond in list(own.values())[MOST_TAGS:]:
        before += tuple(line for part in beyond for line in part.lines)
    made = [
        Claim(*key, tuple(lines), tuple(dict.fromkeys(t for t in every if (t.game, t.seat) == key)))
        for key, lines in list(own.items())[:MOST_TAGS]
    ]
    return made, before


def _divided(lines: Sequence[Line]) -> tuple[tuple[Line, ...], list[Part]]:
    """The lines before the first tag of the writer's own, and those under each. What he writes to
    others, from its beginning to its end, is theirs whatever tag is in it."""
    pressed = {number for press in press_in(lines)[0] if press.ended for number in press.numbers}
    before: list[Line] = []
    under: list[tuple[Tag, list[Line]]] = []
    at = before
    for line in lines:
        rest = line
        own = line.kind == "text" and line.number not in pressed
        while own and (match := TAG.search(rest.text)):
            if rest.text[: match.start()].strip(" \t-*>\u2022"):
                at.append(replace(rest, text=rest.text[: match.start()]))
            at = []
            under.append((_tag(match), at))
            rest = replace(rest, text=rest.text[match.end() :])
        if rest is line or rest.text.strip():
            at.append(rest)
    return tuple(before), [Part(tag, tuple(own)) for tag, own in under]


def _tag(match: re.Match[str]) -> Tag:
    game, phase, seat, token, asked = match.groups()
    return Tag(game.lower(), phase.upper(), seat.upper(), token.upper(), int(asked or 0))


def _tags(pattern: re.Pattern[str], texts: Iterable[str]) -> list[Tag]:
    return list(dict.fromkeys(_tag(match) for text in texts for match in pattern.finditer(text)))


def _tags_in(texts: Iterable[str]) -> list[Tag]:
    found = []
    for text in texts:
        found += [*_tags(TAG, [text]), *_tags(PLUS, [text])]
    return list(dict.fromkeys(found))


# --- whether he may


class Writer(NamedTuple):
    """Who writes: his address, and whether our mail server vouches for its domain."""

    address: str
    authenticated: bool


def why_not(game: Game, claim: Claim, writer: Writer, tokens: Tokens) -> str:
    """Why what is claimed is not taken as the seat's; "" if it is."""
    name = game.setup.title
    chair = game.chairs.get(claim.seat)
    if claim.seat == OBSERVER:
        return f"it answers the question whether to observe {name}, and has no line `yes`"
    if chair is None:
        return f"its token is not that of a seat of {claim.game}"
    known = writer.address == chair.player.address.lower()
    good = [tag for tag in claim.tags if _is_right(game, tag, tokens, chair.holder)]
    if not good and any(
        _is_right(game, tag, tokens, holder)
        for tag in claim.tags
        for holder in range(1, chair.holder)
    ):
        return f"its token is that of an earlier player of {claim.seat} in {name}"
    if chair.vacant:
        return f"nobody plays {claim.seat} in {name}"
    policy = game.setup.identity
    if policy in ("token", "any"):
        if any(_is_now(game, tag, tokens, chair.holder) for tag in good) or (good and known):
            return ""
        if good and policy == "token":
            return _not_now(game, good[0], tokens, chair.holder)
        if policy == "token":
            return f"its token is not that of a seat of {claim.game}"
    if not known:
        return f"{writer.address or 'no one'} is not the address of {claim.seat} in {claim.game}"
    if policy == "authenticated" and not writer.authenticated:
        return f"our mail server does not vouch for it that {writer.address} wrote it"
    return ""


def holds_token(game: Game, claim: Claim, tokens: Tokens) -> bool:
    """Whether it carries a token that the seat's player was given, of whatever phase."""
    chair = game.chairs.get(claim.seat)
    return chair is not None and any(
        _is_right(game, tag, tokens, chair.holder) for tag in claim.tags
    )


def shown_now(game: Game, claim: Claim, tokens: Tokens) -> Tag | None:
    """The tag of it that is good for the open phase, None if none is."""
    holder = game.chairs[claim.seat].holder
    return next((tag for tag in claim.tags if _is_now(game, tag, tokens, holder)), None)


def _is_now(game: Game, tag: Tag, tokens: Tokens, holder: int) -> bool:
    now = game.phase or "-"
    return tag.phase == now and tag.token == tokens(game.name, tag.seat, holder, now)


def _is_right(game: Game, tag: Tag, tokens: Tokens, holder: int) -> bool:
    return tag.token in (tokens(game.name, tag.seat, holder, phase) for phase in (tag.phase, ""))


def _not_now(game: Game, tag: Tag, tokens: Tokens, holder: int) -> str:
    """Why a token of the seat's proves nothing from an address that is not known."""
    if tag.token == tokens(game.name, tag.seat, holder, ""):
        return "its token is of an older kind, which counts from the player's own address alone"
    return f"its token is for {tag.phase}, and {game.setup.title} is at {game.phase or 'its end'}"


# --- letters that carry no tag


class Unclear(ValueError):
    """It cannot be known whose letter it is: why, in words."""


def by_address(games: Sequence[Game], letter: Letter, lines: tuple[Line, ...]) -> Claim:
    """The claim of a letter without a tag: its sender's seat in the game that it names, in its
    subject or in a line of its own, or in the only one he plays. Unclear if it is none.

    `games` are those he takes part in.
    """
    seats = {game.name: _seats_of(game, letter.sender) for game in games}
    played = [game for game in games if seats[game.name] and game.stage == "running"]
    if not any(game.setup.identity != "token" for game in played):
        raise Unclear("it does not say for which game and seat it is")
    named = [game for game in played if _names(game, letter.subject)]
    own = [line.text for line in lines if line.kind == "text"]
    named = named or [game for game in played if any(_is_name(game, text) for text in own)]
    if len(named or played) != 1:
        titles = ", ".join(game.name for game in named or played)
        raise Unclear(f"it does not say for which of these games it is: {titles}")
    (game,) = named or played
    if len(seats[game.name]) != 1:
        raise Unclear(
            f"it does not say for which of these seats it is: {', '.join(seats[game.name])}"
        )
    (seat,) = seats[game.name]
    kept = tuple(line for line in lines if line.kind != "text" or not _is_name(game, line.text))
    tag = Tag(game.name, game.phase or "-", seat, "")
    return Claim(game.name, seat, (Part(tag, kept),), ())


def _seats_of(game: Game, address: str) -> list[Seat]:
    return [
        seat
        for seat, chair in game.chairs.items()
        if not chair.vacant and chair.player.address.lower() == address
    ]


def _names(game: Game, subject: str) -> bool:
    return any(
        re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", subject, re.IGNORECASE)
        for name in (game.name, game.setup.title)
    )


def _is_name(game: Game, text: str) -> bool:
    bare = " ".join(text.casefold().split()).strip(" .:[]*")
    names = (game.name, game.setup.title.casefold())
    return bare.removeprefix("game").lstrip(" :") in names or bare in names


# --- what is kept of it


def content_of(letter: Letter) -> str:
    """A digest of who wrote a letter and what: of its sender, its subject and all its lines. What
    he quotes, or has written below his signature, is part of it: there may be orders there, of
    which he must be told; and so is the other alternative."""
    lines = (*letter.lines, *letter.other)
    said = [f"{line.depth} {' '.join(line.text.split())}" for line in lines if line.text.strip()]
    parts = (letter.sender, letter.subject, *said)
    return sha256("\n".join(parts).encode()).hexdigest()


def state_of(game: Game, seat: Seat) -> str:
    """What must be the same for the same words to mean the same: phase, edition, question, who
    plays the seat, and what its game master has entered for it."""
    chair = game.chairs[seat]
    asked = game.asking.numbers.get(seat, 0) if game.asking is not None else 0
    return f"{game.phase or '-'} {game.edition} {asked} {chair.holder} {chair.entered}"


def masked(text: str) -> str:
    """A text without the tokens in its tags, to be shown to somebody else than its writer."""
    for pattern in (TAG, PLUS):
        text = pattern.sub(lambda match: match[0].replace(match[4], "..."), text)
    return text


def all_tokens(game: Game, tokens: Tokens, phases: Iterable[str] = ()) -> Iterator[str]:
    """The tokens of all seats of a game, for the open phase and these, or of the older kind, of who
    plays there and who did."""
    for seat, chair in game.chairs.items():
        for holder in range(1, chair.holder + 1):
            for phase in (game.phase or "-", "", *phases):
                yield tokens(game.name, seat, holder, phase)
