"""What the office writes to those who play: welcomes, answers, notices, reminders."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import fields

from adjudicator.office import delivering, envelopes, phrases, questioning, replies
from adjudicator.office.atlas import map_of
from adjudicator.office.drafts import Draft
from adjudicator.office.game import Game
from adjudicator.office.kept import CannotBeDone, OutgoingMail
from adjudicator.office.press import press_in
from adjudicator.orders import Seat
from adjudicator.wording import series
from mail.letters import Letter


def welcomes(draft: Draft, seats: Iterable[Seat]) -> list[OutgoingMail]:
    """The first mail to each of these seats: who he is, how to order, what is unusual."""
    game = draft.game
    mails = []
    for seat in seats:
        chair = game.chairs[seat]
        facts = {
            "title": game.setup.title,
            "player": chair.player.name,
            "power": game.title.seat_name(seat),
            "phase": phrases.phase_title(game),
            "due": phrases.due(game, seat),
            "terms": _terms(game),
            "options": _unusual(game),
            "others": _others(game, seat),
            "examples": game.title.examples,
            "requests": phrases.requests(game),
            "gm": draft.office.config.gm,
            "standing": phrases.standing(game, seat),
            "form": phrases.form(game, seat),
            "standing_orders": phrases.standing_orders(game, seat),
            "policies": game.title.policies(game.position(), seat),
            "questions": questioning.put(game, seat),
            "chance": game.title.chance,
            "commitment": game.commitment,
            "seed": game.seed,
        }
        number = f"welcome.{game.name}.{seat}.{chair.holder}"
        mails.append(envelopes.to_seat(draft, seat, "Welcome", "welcome", number, facts))
    return mails


def map_in_words(draft: Draft, seat: Seat, letter_id: str) -> OutgoingMail:
    """The map as it is now, to who asked for it. CannotBeDone if it has no provinces."""
    game = draft.game
    atlas = map_of(game.title, game.position())
    if atlas is None:
        raise CannotBeDone("There is no map in words.")
    facts = {"game": game.setup.title, "map": atlas}
    number = f"map.{game.name}.{seat}.{letter_id}"
    return envelopes.to_seat(draft, seat, "The map", "map", number, facts, html=True)


def notices(
    draft: Draft,
    seats: Iterable[Seat],
    subject: str,
    sentences: Sequence[str],
    asked: Sequence[str] = (),
    of: Collection[Seat] = (),
) -> list[OutgoingMail]:
    """A few sentences to these seats and to all who observe; what is `asked` is told only those of
    whom it is asked."""
    return _notices(
        draft, seats, subject, lambda seat: (*sentences, *(asked if seat in of else ()))
    )


def _notices(
    draft: Draft, seats: Iterable[Seat], subject: str, said: Callable[[Seat], Sequence[str]]
) -> list[OutgoingMail]:
    """What is `said` to each of these seats, to him, and to all who observe what is said to ""."""
    game = draft.game
    number = f"notice.{game.name}.{game.notices}"
    mails = []
    for seat in seats:
        if not game.chairs[seat].vacant:
            facts = {"sentences": said(seat), "quoted": ()}
            mails.append(
                envelopes.to_seat(draft, seat, subject, "notice", f"{number}.{seat}", facts)
            )
    facts = {"sentences": said(""), "quoted": ()}
    return mails + envelopes.to_observers(draft, subject, "notice", number, facts, html=False)


def to_players(draft: Draft, subject: str, sentences: Sequence[str]) -> list[OutgoingMail]:
    """A few sentences to all; those who have joined, while the game has not begun."""
    game = draft.game
    text = envelopes.sentences(sentences)
    mails = [
        envelopes.plain(
            draft.office,
            one.player.address,
            f"{game.setup.title}: {subject}",
            text,
            f"notice.{game.name}.{game.notices}.{index}",
            draft.now,
            game=game.name,
        )
        for index, one in enumerate(game.applicants)
    ]
    return [*mails, *notices(draft, game.chairs, subject, sentences)]


def redated(draft: Draft, subject: str, sentence: str) -> list[OutgoingMail]:
    """To all: what happened, and until when orders are due now, each in his zone."""
    game = draft.game
    return _notices(
        draft, game.chairs, subject, lambda seat: (sentence, phrases.due_sentence(game, seat))
    )


def reminders(draft: Draft, seats: Iterable[Seat], *, late: bool) -> list[OutgoingMail]:
    """To those who owe orders; of those whom the game waits for, all others are told."""
    game = draft.game
    seats = tuple(seats)
    phase = phrases.phase_title(game)
    mails = []
    for seat in seats:
        if game.chairs[seat].vacant:
            continue
        subject = "Your orders"
        due = phrases.due(game, seat)
        sentence = f"Your orders have not come for this phase: {phase}. They are due {due}."
        if late:
            sentence = f"Your orders are overdue for this phase: {phase}. The game waits for them."
        asked = ["Answer this mail with them."]
        if game.asking is not None:
            subject = "Your answer"
            sentence = f"Your answer has not come. It is due {due}."
            asked = [
                line
                for put in questioning.put(game, seat)
                for line in (f"{put.prompt} {put.stands}", "To answer, send:", *put.template)
            ]
        facts = {"sentences": [sentence, *asked], "quoted": ()}
        number = f"reminder.{game.name}.{game.phase}.{game.edition}.{seat}"
        number += f".{game.notices}.{game.reminded}.{game.chased}"
        if game.asking is not None:  # a phase can ask a seat several times
            number += f".q{game.asking.numbers[seat]}"
        mails.append(envelopes.to_seat(draft, seat, subject, "notice", number, facts))
    if late and game.chased == 1:
        names = series([game.title.seat_name(seat) for seat in seats])
        sentence = f"{phase} is not run yet: the game waits for the orders of {names}."
        others = [seat for seat in game.chairs if seat not in seats]
        mails += notices(draft, others, "The game waits", [sentence])
    return mails


def ordered(draft: Draft, seat: Seat) -> list[OutgoingMail]:
    """To a player for whom the game master has entered orders: how they stand."""
    game = draft.game
    if game.chairs[seat].vacant:
        return []
    facts = {
        "phase": phrases.phase_title(game),
        "due": phrases.due(game, seat),
        "standing": phrases.standing(game, seat),
        "standing_orders": phrases.standing_orders(game, seat),
        "questions": questioning.put(game, seat),
    }
    number = f"ordered.{game.name}.{game.phase}.{game.edition}.{seat}.{game.chairs[seat].entered}"
    subject = f"Orders entered for you: {phrases.phase_title(game)}"
    return [envelopes.to_seat(draft, seat, subject, "ordered", number, facts)]


def to_who_leaves(draft: Draft, seat: Seat) -> OutgoingMail:
    """To a player whose seat a bot plays from now on."""
    game = draft.game
    chair = game.chairs[seat]
    sentence = (
        f"A bot plays {game.title.seat_name(seat)} in {game.setup.title} from now on. Your letters "
        "have no effect in it any more. If that is a mistake, write to the game master: "
        f"{draft.office.config.gm}"
    )
    return envelopes.plain(
        draft.office,
        chair.player.address,
        f"{game.setup.title}: a bot plays your seat",
        envelopes.sentences([sentence]),
        f"left.{game.name}.{seat}.{chair.holder}",
        draft.now,
        game=game.name,
        seat=seat,
    )


def to_observer(draft: Draft, address: str, sentence: str) -> OutgoingMail:
    """To somebody who was made an observer, or is none any more."""
    game = draft.game
    number = draft.office.seed(game.name, f"{address} {game.observings}").hex()[:16]
    return envelopes.plain(
        draft.office,
        address,
        f"{game.setup.title}: observing",
        envelopes.sentences([sentence]),
        f"observer.{game.name}.{number}",
        draft.now,
        game=game.name,
    )


# --- to the game master


def letter_to_gm(draft: Draft, letter: Letter, letter_id: str, reason: str) -> OutgoingMail:
    """A letter that waits in the quarantine, and those that came when he had been told of many."""
    sentences = [
        f"A letter from {letter.sender or 'nobody'} waits in your quarantine: {reason}.",
        f"Its subject: {letter.subject or 'none'}. Its number: {letter_id}.",
        "To see it, and to take it or not:",
        f"adjudicator quarantine show {letter_id}",
        "If its phase has been run already, only a correction can use it: adjudicator correct",
    ]
    # What he has written to other players is not for the game master's eyes.
    rest = press_in(letter.lines)[1]
    return _of_quarantine(draft, f"gm.{letter_id}", sentences, phrases.quoted(rest))


def failure_to_gm(draft: Draft, letter_id: str, error: Exception) -> OutgoingMail:
    """A letter in the quarantine that the program failed on, and others as for `letter_to_gm`."""
    sentences = [
        f"A letter waits in your quarantine: the program failed on it ({error!r}).",
        "Its writer was not answered. To see it, and to take it or not:",
        f"adjudicator quarantine show {letter_id}",
    ]
    return _of_quarantine(draft, f"gm.{letter_id}", sentences)


def letters_to_gm(draft: Draft, letter_id: str) -> OutgoingMail:
    """Letters that wait in the quarantine, the last of them this one."""
    return _of_quarantine(draft, f"gm.{letter_id}.others", [])


def _of_quarantine(
    draft: Draft, number: str, sentences: Sequence[str], quoted: Sequence[str] = ()
) -> OutgoingMail:
    """To the game master: these sentences, and the letters that he was not told of before."""
    office = draft.office
    text = envelopes.sentences([*sentences, *_others_waiting(draft)], quoted)
    return envelopes.plain(office, office.config.gm, "Quarantine", text, number, draft.now)


def _others_waiting(draft: Draft) -> list[str]:
    owed = replies.owed(draft, replies.GM)
    about = "These letters wait in your quarantine, too, and you were not written to about each:"
    return [about, *owed] if owed else []


def marked(seat: str, game: str) -> list[str]:
    """To the game master, of a player whose letters must not be answered."""
    return [
        f"A letter of {seat} in {game} was marked as that of a list or of a machine. It was taken, "
        "for it carried the player's token and orders, but not answered: the next mail to the "
        "player tells him what became of it.",
        "If that goes on, ask him which program or list puts the marks in. You are told this once.",
    ]


def to_gm(draft: Draft, subject: str, sentences: Sequence[str]) -> OutgoingMail:
    """A few sentences about a game, after a record that all are told of."""
    game = draft.game
    return envelopes.plain(
        draft.office,
        draft.office.config.gm,
        f"{game.setup.title}: {subject}",
        envelopes.sentences(sentences),
        f"gm.{game.name}.{game.notices}",
        draft.now,
    )


def _terms(game: Game) -> list[str]:
    """What this game agrees on about time and missing orders, as sentences."""
    setup = game.setup
    terms = [
        {
            "hold": "Who sends no orders in time does not hold up the game.",
            "wait": "The game waits for the orders of all who have to give any.",
            "civil_disorder": "A power without orders falls into civil disorder: the game does not "
            "wait for it any more, until it orders again.",
        }[setup.missing_orders]
    ]
    if setup.schedule.early is not None:
        terms.append(
            f"Once all say `ready`, the turn is run, {_hours(setup.schedule.early)} later."
        )
    if until := {rule.grace_hours for rule in setup.schedule.phases.values()} - {0}:
        hours = " or ".join(map(_hours, sorted(until)))
        terms.append(f"A late letter may still count, up to {hours} after a deadline.")
    can = delivering.allowed(game)
    terms.append(
        f"Players write to each other through the office: {can}."
        if can
        else "There is no press: the office passes on nothing from player to player."
    )
    terms.append(
        {
            "confirm": "What you change in a mail of ours that you quote counts once you have "
            "confirmed it.",
            "take": "What you change in a mail of ours that you quote counts like any order.",
        }[setup.quoted_changes]
    )
    if setup.anonymous:
        terms.append("Nobody is told who plays which power before the end.")
    return terms


def _others(game: Game, seat: Seat) -> list[str]:
    """Who plays what, and where to write to him."""
    if game.setup.anonymous:
        return []
    return [
        f"{game.title.seat_name(other)}: {chair.player.name} <{chair.player.address}>"
        for other, chair in game.chairs.items()
        if other != seat and not chair.vacant
    ]


def _unusual(game: Game) -> list[str]:
    """The options that are not at their defaults."""
    title = game.title
    readings = {ruling.option: ruling for ruling in title.rulings if ruling.option}
    defaults = {field.name: field.default for field in fields(title.options)}
    return [
        f"{name}: {readings[name].values.get(str(value).lower(), _spelled(value))}"
        for name, value in game.setup.options.items()
        if str(value).lower() != str(defaults[name]).lower()
    ]


def _spelled(value: object) -> str:
    """The value of an option that has no words of its own: a list's members, not a whole table."""
    if isinstance(value, Mapping):
        return "the game master's own"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def _hours(hours: float) -> str:
    return f"{hours:g} hour{'' if hours == 1 else 's'}"
