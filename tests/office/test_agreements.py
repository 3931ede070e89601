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


DRAWS = ("propose draw", "propose draw Italy, France", "propose draw Italy, Turkey")


def test_what_was_turned_down_is_not_proposed_again_in_the_phase(office: Office) -> None:
    say(office, "ITALY", "propose draw Italy, France", 1)
    say(office, "FRANCE", "draw no 1", 2)
    told = len(sent(office))
    again = say(office, "ITALY", "propose a draw for France and Italy", 3)
    assert "turned down or withdrawn. You can propose it again after this phase" in again
    assert "(Spring 1901, movement)" in again
    assert len(sent(office)) == told + 1  # nobody but Italy is written to
    # Another draw may be proposed, and this one by another.
    assert "You have proposed" in say(office, "ITALY", "propose draw", 4)
    say(office, "ITALY", "draw no 2", 5)
    assert "turned down or withdrawn" in say(office, "ITALY", "propose draw", 6)
    assert "You have proposed" in say(office, "GERMANY", "propose draw Italy, France", 7)
    assert verifying.verify(office) == []


def test_in_the_next_phase_it_can_be_proposed_again(office: Office) -> None:
    say(office, "ITALY", "propose draw", 1)
    say(office, "ITALY", "draw no 1", 2)
    commands.tick(office, DUE, catch_up=True)
    raw = mail(tag(office, "ITALY", "F1901M"), "propose draw", "italy@example.org", 3)
    send(office, raw, DUE)
    proposal = game(office).proposal
    assert proposal is not None
    assert (proposal.by, proposal.number) == ("ITALY", 2)


def test_a_player_cannot_flood_the_others_with_proposals(office: Office) -> None:
    for number, line in enumerate((*DRAWS, *DRAWS, "concede to France", "concede to Russia")):
        say(office, "ITALY", line, 100 + 2 * number)
        if (proposal := game(office).proposal) is not None:
            say(office, "ITALY", f"draw no {proposal.number}", 101 + 2 * number)
    assert game(office).proposals == 3
    assert "3 proposals of yours were turned down" in say(office, "ITALY", "concede to Turkey", 300)
    notices_to_france = [one for one in sent(office, "FRANCE") if one.startswith("notice.")]
    assert len(notices_to_france) == 6
    assert "You have proposed" in say(office, "FRANCE", "concede to Turkey", 301)


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


@pytest.mark.parametrize("line", ["draw yes", "vote yes"])
def test_the_first_proposal_needs_no_number(office: Office, line: str) -> None:
    say(office, "ITALY", "propose draw", 1)
    assert "You have said yes to a draw" in say(office, "FRANCE", line, 2)
    proposal = game(office).proposal
    assert proposal is not None
    assert proposal.agreed == ("ITALY", "FRANCE")


@pytest.mark.parametrize("line", ["draw no", "vote yes"])
def test_where_there_was_another_proposal_it_does(office: Office, line: str) -> None:
    """His mail may have crossed with the end of the one and the making of the other."""
    say(office, "ITALY", "propose draw Italy, France", 1)
    say(office, "AUSTRIA", "vote no 1", 2)
    say(office, "ITALY", "propose draw", 3)
    answer = say(office, "FRANCE", line, 4)
    assert "The proposal that is open is number 2: a draw between Austria," in answer
    assert "write `vote yes 2` or `vote no 2`" in answer
    proposal = game(office).proposal
    assert proposal is not None
    assert proposal.agreed == ("ITALY",)


def test_a_vote_on_a_draw_is_none_on_a_concession(office: Office) -> None:
    say(office, "ITALY", "concede to Turkey", 1)
    assert "The proposal that is open is number 1" in say(office, "FRANCE", "draw yes", 2)
    assert "You have said yes" in say(office, "FRANCE", "vote yes", 3)
    assert "You have said yes" in say(office, "RUSSIA", "draw yes 1", 4)


@pytest.mark.parametrize("lines", ["propose draw\ndraw yes", "draw yes\npropose draw"])
def test_who_proposes_himself_votes_on_that(office: Office, lines: str) -> None:
    say(office, "ITALY", "propose draw Italy, France", 1)
    assert "The proposal that is open is number 1" in say(office, "FRANCE", lines, 2)
    proposal = game(office).proposal
    assert proposal is not None
    assert proposal.agreed == ("ITALY",)


def test_of_two_votes_in_one_letter_the_last_counts(office: Office) -> None:
    say(office, "ITALY", "propose draw", 1)
    assert "You have said no" in say(office, "FRANCE", "vote yes 1\nvote no 1", 2)
    assert game(office).proposal is None


def test_a_proposal_and_a_yes_in_one_letter(office: Office) -> None:
    answer = say(office, "ITALY", "propose draw\nvote yes", 1)
    assert "You have proposed a draw" in answer
    assert "You have said yes" in answer


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
