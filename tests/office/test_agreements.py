"""Players end a game together: draws, concessions, votes."""

import pytest

from adjudicator.office import commands, history, sending, steering, verifying
from adjudicator.office.folder import Office
from adjudicator.office.game import Game
from tests.office.desk import BEGIN, DUE, POWERS, mail, send, sent, tag


def game(office: Office) -> Game:
    return history.load(office.store, "trial")[1]


def say(office: Office, seat: str, text: str, number: int) -> str:
    """The answer to a letter of this line, its lines joined."""
    before = set(sent(office))
    send(office, mail(tag(office, seat), text, f"{seat.lower()}@example.org", number))
    sending.send(office, BEGIN)
    (answer,) = [
        answer
        for name, answer in sent(office, seat).items()
        if name.startswith("answer") and name not in before
    ]
    return " ".join(answer.split())


def notices(office: Office, number: int) -> dict[str, str]:
    start = f"notice.trial.{number}."
    return {name.removeprefix(start): " ".join(text.split())
            for name, text in sent(office).items() if name.startswith(start)}  # fmt: skip


def test_a_draw_that_all_agree_to(office: Office) -> None:
    assert "You have proposed a draw between Austria," in say(office, "ITALY", "Propose draw.", 1)
    asked = notices(office, 1)
    assert sorted(asked) == sorted(p.lower() for p in POWERS if p != "ITALY")
    assert "Italy proposes a draw between Austria, England" in asked["france"]
    for number, seat in enumerate(POWERS, 10):
        assert game(office).stage == "running"
        if seat != "ITALY":
            assert "You have said yes" in say(office, seat, "vote yes 1", number)
    assert game(office).stage == "over"
    ending = game(office).ending
    assert ending.startswith("The game is a draw between Austria, England,")
    last = [text for name, text in sent(office).items() if name.startswith("report.trial.end.1.")]
    assert len(last) == 7
    assert all(ending in " ".join(text.split()) for text in last)
    assert all(len(line) <= 78 for text in last for line in text.splitlines()[1:])
    assert all("The board" in text for text in last)
    assert commands.tick(office, DUE, catch_up=True).phases == ()
    assert verifying.verify(office) == []


def test_a_no_ends_it_and_nobody_is_told_whose_it_was(office: Office) -> None:
    say(office, "ITALY", "propose a draw between France, Italy", 1)
    say(office, "AUSTRIA", "vote yes 1", 2)
    assert "The proposal is off." in say(office, "FRANCE", "Vote: no 1", 3)
    told = notices(office, 2)
    assert sorted(told) == sorted(p.lower() for p in POWERS if p != "FRANCE")
    assert "not all agreed" in told["italy"]
    assert all("France" not in text.partition("was proposed")[2] for text in told.values())
    assert "There is no proposal to vote on." in say(office, "TURKEY", "vote yes 1", 4)
    assert game(office).stage == "running"


def test_a_concession_needs_no_vote_of_the_winner(office: Office) -> None:
    assert "that the game be conceded to Turkey" in say(office, "ITALY", "I concede to Turkey", 1)
    for number, seat in enumerate(("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "RUSSIA"), 10):
        say(office, seat, "vote yes 1", number)
    assert game(office).ending == "The others have conceded the game to Turkey."


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("propose draw Itly, France", "Nobody is called 'itly' here; is Italy meant?"),
        ("propose draw Xyz, France", "Nobody is called 'xyz' here."),
        ("propose draw Italy", "A draw is between two powers or more."),
        ("concede to Italy and France", "A game is conceded to one power."),
        ("vote yes", "There is no proposal to vote on."),
        ("report", "There is no report yet."),
    ],
)
def test_what_cannot_be_is_said(office: Office, line: str, said: str) -> None:
    assert said in say(office, "ITALY", line, 1)
    assert game(office).proposal is None


def test_there_is_one_proposal_at_a_time_until_the_turn_runs(office: Office) -> None:
    say(office, "ITALY", "propose draw", 1)
    assert "There is a proposal already" in say(office, "FRANCE", "concede to Italy", 2)
    commands.tick(office, DUE, catch_up=True)
    assert game(office).proposal is None


def test_who_is_gone_has_no_vote(office: Office) -> None:
    """Those nobody plays are not waited for; a proposal that stood when one left is off."""
    steering.resign(office, "trial", "FRANCE", BEGIN)
    steering.civil_disorder(office, "trial", "RUSSIA", BEGIN)
    say(office, "ITALY", "propose draw", 1)
    for number, seat in enumerate(("AUSTRIA", "ENGLAND", "GERMANY"), 10):
        say(office, seat, "vote yes 1", number)
    assert game(office).stage == "running"
    say(office, "TURKEY", "vote yes 1", 20)
    assert game(office).stage == "over"


def test_who_is_out_of_the_game_is_not_asked(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = type(game(office).title)
    left = frozenset(POWERS) - {"FRANCE"}
    monkeypatch.setattr(title, "voters", lambda self, state: left)
    say(office, "ITALY", "propose draw", 1)
    told = notices(office, 1)
    assert "Italy proposes a draw" in told["france"]
    assert "vote yes" not in told["france"]
    assert all("`vote yes 1`" in told[seat.lower()] for seat in left - {"ITALY"})


def test_the_report_is_sent_again_on_request(office: Office) -> None:
    commands.tick(office, DUE, catch_up=True)
    path = office.folder / "out" / "report.trial.s1901m.1.italy.eml"
    before = path.read_bytes()
    path.unlink()
    raw = mail(tag(office, "ITALY", "S1901M"), "report", "italy@example.org")
    assert send(office, raw, DUE) == "trial ITALY: done"  # whatever mail he answers
    assert path.read_bytes() == before
