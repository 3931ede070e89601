"""How a game begins: its seats given out by its GM, or drawn among those who joined by mail."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from adjudicator import deadlines
from adjudicator.chance import Chance, commitment
from adjudicator.documents import Document
from adjudicator.office import reporting, seeds, writing
from adjudicator.office.atlas import map_note
from adjudicator.office.changes import Opened
from adjudicator.office.drafts import Draft, commit
from adjudicator.office.folder import Office
from adjudicator.office.game import Applicant, Game
from adjudicator.office.history import Played
from adjudicator.office.kept import Moved
from adjudicator.office.ledger import START, utc_text
from adjudicator.office.records import Announced, Created, encode
from adjudicator.office.setup import Player, Setup, Title, read_setup
from adjudicator.orders import Seat
from adjudicator.seating import seating
from adjudicator.turns import runner
from adjudicator.turns.runner import Ran
from adjudicator.turns.turn import BEGINNING, Turn

LAST_TICK = "last tick"
"""The note of when the office was last seen to work."""


def new_game(office: Office, document: Document, now: datetime) -> Game:
    """A game begun and its players welcomed; or announced, if its file gives out no seats.

    BadDocument if the file is wrong or the game's name is taken.
    """
    setup, title, options = read_setup(document)
    if setup.identity == "authenticated" and not office.config.authserv_id:
        raise document.fault("$.identity", "authserv_id in office.yaml must name your mail server")
    draft = Draft(office, None, now)
    if setup.seats:
        try:
            started = start(office, setup, title, options, tuple(setup.seats))
        except ValueError as error:
            raise document.fault("$.seats", str(error)) from None
        _create(draft, setup, setup.seats, title, started, "")
    else:
        seed = office.seed(setup.game, seeds.DRAW)
        draft.record(Announced(setup, commitment(seed, setup.game, seeds.DRAW, 1)))
    try:
        commit(draft, START, None)
    except Moved:
        raise document.fault("$.game", f"there is a game {setup.game} already") from None
    if not office.store.note(LAST_TICK):
        office.store.set_note(LAST_TICK, utc_text(now))  # an outage is counted from here
    return draft.game


def begin(draft: Draft) -> None:
    """Begin an announced game whose seats are all taken: draw them and welcome everybody."""
    game = draft.game
    title = game.title
    seed = draft.office.seed(game.name, seeds.DRAW)
    drawn = drawn_seats(game, seed)
    players = {seat: drawn[seat].player for seat in title.seats(game.options())}
    started = start(draft.office, game.setup, title, game.options(), tuple(players))
    _create(draft, game.setup, players, title, started, seed.hex())


def start(office: Office, setup: Setup, title: Title, options: Any, seats: tuple[Seat, ...]) -> Ran:
    """The start of a game. ValueError unless these are its seats; Misuse if its rules are wrong."""
    chance = seeds.of_start(office, setup.game) if title.chance else None
    started = runner.run(
        lambda turn: title.start(options, seats, turn),
        None,
        title.state,
        lambda: Turn(BEGINNING, {}, seats=seats, seeds=chance, reactions="none"),
    )
    assert isinstance(started, Ran)  # a start cannot ask
    return started


def drawn_seats(game: Game, seed: bytes) -> Mapping[Seat, Applicant]:
    """Who gets which seat by this seed. ValueError unless there are as many as seats."""
    applicants = {one.player.address: one for one in game.applicants}
    nonces = {address: one.nonce for address, one in applicants.items() if one.nonce}
    chance = Chance(seed, seeds.DRAW, 1, nonces)
    wishes = {address: one.wishes for address, one in applicants.items()}
    drawn = seating(game.title.seats(game.options()), wishes, chance)
    return {seat: applicants[address] for address, seat in drawn.items()}


def _create(
    draft: Draft, setup: Setup, players: dict[Seat, Player], title: Title, started: Ran, seed: str
) -> None:
    state = started.state
    phase = title.phase(state)
    assert phase is not None
    deadline = deadlines.due(setup.schedule, phase, draft.now, draft.now)
    sealed = committed = ""
    if title.chance:
        sealed = seeds.committed_sealed(draft.office, setup.game)
        committed = seeds.committed(draft.office, setup.game, phase.id, 1)
    opened = Opened.of(title, state, deadline, committed)
    encoded, draws = encode(state), started.draws
    draft.record(Created(setup, dict(players), title.version, encoded, opened, seed, sealed, draws))
    draft.mails += writing.welcomes(draft, tuple(players))
    told = started.told or title.preface(draft.game.options()) or map_note(title)
    if told or title.chance:  # the commitments stand in it
        draft.mails += reporting.first_reports(draft, Played(BEGINNING, state, started.told))
