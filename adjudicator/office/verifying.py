"""A game checked from its ledger: the chain, the draw of the seats, and every phase once more."""

from msgspec import Raw

from adjudicator.chance import commitment
from adjudicator.office import beginning, history, running, seeds
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from adjudicator.office.history import Played, Step
from adjudicator.office.play_records import PhaseRan, SetBack
from adjudicator.office.records import Created, encode
from adjudicator.turns.turn import Draw


def verify(office: Office) -> list[str]:
    """Everything that is wrong with the office's file and the games in it, each a sentence."""
    found = list(office.store.damage())
    if not found:
        for name in office.store.games():
            found += verify_game(office, name)
    return found


def verify_game(office: Office, name: str) -> list[str]:
    """What is wrong with a game's ledger, each a sentence."""
    broken = office.store.verify(name)
    if broken is not None:
        return [f"{name}: the ledger does not hold at entry {broken}"]
    found: list[str] = []
    again: list[Played] = []
    runs = history.Runs()
    game: Game | None = None
    try:
        for step in history.way(office.store, name):
            record, before, game = step.record, step.before, step.after
            if isinstance(record, Created):
                found += _start_faults(office, step)
            elif isinstance(record, SetBack):
                earlier = runs.before.get(record.opened.phase)
                if before is not None and before.phase == record.opened.phase:
                    earlier = before  # it had begun, and waited for an answer
                if earlier is None or earlier.state != record.state:
                    found.append(f"{name}: it was not set back to {record.opened.phase} as it was")
            elif isinstance(record, PhaseRan) and before is not None:
                if record.version != before.title.version:
                    found.append(f"{name}: {record.ran} was run by version {record.version}")
                    again = []
                else:
                    again = again or running.play(office, before)[0]
                    played = again.pop(0)
                    if _outcome(played) != (record.ran, record.state, record.draws):
                        found.append(f"{name}: {record.ran} comes out otherwise than it did")
                        again = []
                    elif record.trace and played.trace != record.trace:
                        found.append(f"{name}: {record.ran} is told otherwise than it was")
                found += _seed_faults(before, record)
            runs.add(step)
        if encode(game) != encode(history.load(office.store, name)[1]):
            found.append(f"{name}: it does not stand as its records make it")
    except Exception as error:  # whatever it is, it is said, and the other games are verified
        found.append(f"{name}: {type(error).__name__}: {error}")
    return found


def _outcome(played: Played) -> tuple[str, Raw, tuple[Draw, ...]]:
    return played.phase, encode(played.state), played.draws


def _seed_faults(before: Game, record: PhaseRan) -> list[str]:
    """What is wrong with the seeds that a phase was run with, and that were shown after it."""
    name = before.name
    found = []
    if record.seed:
        seed = bytes.fromhex(record.seed)
        if commitment(seed, name, *before.seeded) != before.committed:
            found.append(f"{name}: the seed of {record.ran} is not the one that was committed to")
    if record.sealed:
        sealed = bytes.fromhex(record.sealed)
        if commitment(sealed, name, seeds.SEALED, 1) != before.sealed:
            found.append(f"{name}: the sealed seed is not the one that was committed to")
    return found


def _start_faults(office: Office, step: Step) -> list[str]:
    """What is wrong with how the game began."""
    record, after = step.record, step.after
    name, title = after.name, after.title
    found = _draw_faults(step) if record.seed else []
    if record.version != title.version:
        return [*found, f"{name}: it was begun by version {record.version}"]
    started = beginning.start(office, after.setup, title, after.options(), tuple(record.players))
    if (encode(started.state), started.draws) != (record.state, record.draws):
        found.append(f"{name}: it begins otherwise than it did")
    return found


def _draw_faults(step: Step) -> list[str]:
    """What is wrong with the draw of the seats: its seed, or what came of it."""
    before, record = step.before, step.record
    if before is None:
        return ["the seats were drawn, and nobody had joined"]
    seed = bytes.fromhex(record.seed)
    if commitment(seed, before.name, seeds.DRAW, 1) != before.commitment:
        return [f"{before.name}: the seed of the draw is not the one that was committed to"]
    drawn = {seat: one.player for seat, one in beginning.drawn_seats(before, seed).items()}
    if drawn != record.players:
        return [f"{before.name}: the seats were not given out as they were drawn"]
    return []
