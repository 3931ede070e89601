"""Questions as those read them who are asked."""

from typing import Any

from msgspec import Struct

from adjudicator.office.game import Game
from adjudicator.orders import Seat
from adjudicator.turns import forms
from adjudicator.turns.questions import Question
from adjudicator.turns.turn import stand_in


class Put(Struct, frozen=True):
    """A question as its seat reads it.

    `answer` is what was answered, or what counts if nothing is; `stands` says which, as a sentence.
    `template` are the lines that answer it as it stands.
    """

    label: str
    prompt: str
    choices: tuple[str, ...]
    answer: str
    stands: str

    @property
    def template(self) -> tuple[str, ...]:
        """``defence of 0304: stand``, to be changed and sent back; of several lines one each."""
        return tuple(f"{self.label}: {line}" for line in self.answer.split("; "))


def put(game: Game, seat: Seat) -> list[Put]:
    """What the open phase asks this seat, as it reads it."""
    return [_put(game, question) for question in game.questions(seat)]


def _put(game: Game, question: Question[Any]) -> Put:
    given = game.answer(question.label)
    if given is not None:
        answer = str(given.answer)
        stands = f"You have answered: {answer}. You can change it until the phase goes on."
    else:
        decision = stand_in(question, game.standing_orders(question.seat))
        answer = str(decision.answer)
        by = f"by your order `{decision.order}`" if decision.order else "by default"
        stands = f"Without an answer it is: {answer} ({by})."
    return Put(question.label, question.prompt, forms.template(question.form), answer, stands)
