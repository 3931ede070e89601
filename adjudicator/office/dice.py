"""What is shown of a game's chance, and what of it anybody can check."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.office import history, seeds
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.history import Played
from adjudicator.office.play_records import PhaseRan
from adjudicator.office.records import Created
from adjudicator.orders import Seat
from adjudicator.turns.turn import BEGINNING, Draw, Rolled, Shuffled


class Dice(Struct, frozen=True):
    """What a report shows: lines for programs (``Commit: ...``), and the open draws in words."""

    seeds: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()


NO_DICE = Dice()


def shown(office: Office, before: Game | None, game: Game, played: Sequence[Played]) -> Dice:
    """The dice of phases that were played, with their seed, unless the game goes on with it, and
    the commitment to the next. To begin with, `before` is None, and nothing was played that was
    open."""
    if not game.title.chance:
        return NO_DICE
    lines = []
    if before is not None and not (game.phase and game.seeded == before.seeded):
        phase, run = before.seeded
        lines.append(f"Seed {phase} {run}: {seeds.open_seed(office, game.name, phase, run).hex()}")
    for seat, nonce in _nonces(before):
        lines.append(f"Nonce {seat}: {nonce}")
    if game.phase:
        phase, run = game.seeded
        lines.append(f"Commit {phase} {run}: {game.committed}")
        if before is None:
            lines.append(f"Commit {seeds.SEALED} 1: {game.sealed}")
    draws = [
        f"{draw.label}: {draw.value} of {draw.sides}"
        for step in played
        for draw in step.draws
        if isinstance(draw, Rolled) and not draw.sealed
    ]
    return Dice((*lines, *unsealed(office, game)), tuple(draws))


def unsealed(office: Office, game: Game) -> tuple[str, ...]:
    """The sealed seed, as a line for programs, once the game is over."""
    if game.phase or not game.sealed:
        return ()
    return (f"Seed {seeds.SEALED} 1: {seeds.sealed_seed(office, game.name).hex()}",)


class SeedShown(Struct, frozen=True):
    """A seed: for which phase and run it was committed to, and itself in hex, "" if it is not open
    yet."""

    phase: str
    run: int
    commitment: str
    seed: str = ""


class DrawShown(Struct, frozen=True, omit_defaults=True):
    """A die (`sides`, `value`) or a shuffle (`cards`, `shuffled`), by its label, and what goes into
    it: the phase and run, the nonces, and the seed by the phase and run it was committed to for."""

    phase: str
    run: int
    label: str
    seed: tuple[str, int]
    nonces: dict[Seat, str] = {}
    sides: int = 0
    value: int = 0
    cards: tuple[str, ...] = ()
    shuffled: tuple[str, ...] = ()


class Published(Struct, frozen=True):
    """All of a game's chance that is open: whoever has this can check it, and compares the
    commitments with those in the reports that he was sent. No commitment that was made is left out,
    even if the phase was never run with its seed."""

    game: str
    seeds: tuple[SeedShown, ...]
    draws: tuple[DrawShown, ...]


def published(office: Office, name: str) -> Published:
    """The chance of a game, as far as it is open now. NoSuchGame if there is none."""
    shown: dict[tuple[str, int], SeedShown] = {}
    open_draws: list[DrawShown] = []
    sealed_draws: list[DrawShown] = []
    sealed = (seeds.SEALED, 1)
    ended = False
    game = history.load(office.store, name)[1]
    for step in history.way(office.store, name):
        record, before = step.record, step.before
        ended |= step.after.stage == "over"  # a correction can set it going again
        if isinstance(record, Created) and record.seed and before is not None:
            shown[seeds.DRAW, 1] = SeedShown(seeds.DRAW, 1, before.commitment, record.seed)
        if isinstance(record, Created) and record.sealed:
            shown[sealed] = SeedShown(*sealed, record.sealed)
            sealed_draws += [_shown(one, BEGINNING, 1, sealed, {}) for one in record.draws]
        if isinstance(record, PhaseRan) and before is not None and before.committed:
            phase, run = before.seeded
            if record.seed:
                shown[phase, run] = SeedShown(phase, run, before.committed, record.seed)
            # Orders go into the phase they were given for, not into one that follows it at once.
            nonces = dict(_nonces(before)) if record.ran == phase else {}
            for one in record.draws:
                secret = isinstance(one, Shuffled) or one.sealed
                seed = sealed if secret else before.seeded
                draw = _shown(one, record.ran, run, seed, nonces)
                (sealed_draws if secret else open_draws).append(draw)
        if step.after.phase and step.after.committed:  # it was told, whether it is used or not
            seeded = step.after.seeded
            shown.setdefault(seeded, SeedShown(*seeded, step.after.committed))
    if sealed in shown and ended:
        shown[sealed] = replace(shown[sealed], seed=seeds.sealed_seed(office, name).hex())
        open_draws = sealed_draws + open_draws
    for used in {draw.seed for draw in open_draws} - {sealed, game.seeded}:
        # If it was kept for a phase that a correction has taken back, it is of no more use.
        opened = seeds.open_seed(office, name, *used).hex()
        shown[used] = replace(shown[used], seed=opened)
    # Not those of phases that were run with the seed of the open one.
    open_draws = [draw for draw in open_draws if draw.seed in shown and shown[draw.seed].seed]
    return Published(name, tuple(shown.values()), tuple(open_draws))


def _shown(
    draw: Draw, phase: str, run: int, seed: tuple[str, int], nonces: dict[Seat, str]
) -> DrawShown:
    if isinstance(draw, Shuffled):
        cards, shuffled = draw.cards, draw.shuffled
        return DrawShown(phase, run, draw.label, seed, nonces, cards=cards, shuffled=shuffled)
    return DrawShown(phase, run, draw.label, seed, nonces, draw.sides, draw.value)


def _nonces(game: Game | None) -> list[tuple[str, str]]:
    if game is None:
        return []
    sheets = ((seat, game.sheet(seat)) for seat in game.sheets)
    return [(seat, sheet.nonce) for seat, sheet in sorted(sheets) if sheet and sheet.nonce]
