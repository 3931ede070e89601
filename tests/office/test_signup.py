"""Players join by mail, and the powers are drawn among them."""

from pathlib import Path

import msgspec
import pytest

from adjudicator.chance import commitment
from adjudicator.documents import document
from adjudicator.office import beginning, commands, history, sending, steering, verifying
from adjudicator.office.folder import Office, make_office
from adjudicator.office.game import Game
from tests.office.desk import BEGIN, DUE, POWERS, game_file, mail, send, sent, tag

PEOPLE = ("ada", "bob", "cleo", "dov", "eve", "fay", "gil")


@pytest.fixture
def office(tmp_path: Path) -> Office:
    make_office(tmp_path / "office")
    office = Office(tmp_path / "office")
    announced = game_file().partition("seats:")[0]
    beginning.new_game(office, document(announced, "game.yaml"), BEGIN)
    return office


def game(office: Office) -> Game:
    return history.load(office.store, "trial")[1]


def join(
    office: Office, who: str, text: str = "", number: int = 0, subject: str = "join trial"
) -> str:
    return send(office, mail(subject, text, f"{who}@example.org", number))


def answer(office: Office, who: str) -> str:
    """The last answer to this person, its lines joined."""
    found = [text for name, text in sent(office, who).items() if name.startswith("answer")]
    return " ".join(found[-1].split())


def all_join(office: Office, **texts: str) -> None:
    for number, who in enumerate(PEOPLE):
        assert join(office, who, texts.get(who, ""), 100 + number) == "trial: join"


def test_who_joins_is_told_what_was_understood(office: Office) -> None:
    text = "name: Ada Lovelace\nzone: Europe/Rome\nprefer: Italy, france\n\nLooking forward!"
    assert join(office, "ada", text) == "trial: join"
    said = answer(office, "ada")
    assert said.startswith("Trial: OK You have joined Trial as Ada Lovelace; your time zone is Eur")
    assert "What you would like to play: Italy, France." in said
    assert "1 of 7 players have joined." in said
    assert game(office).commitment in said
    assert commands.status(office, BEGIN)[0].remarks == ("1 of 7 have joined",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prefer: Itly", "There is no 'Itly' to play; is Italy meant?"),
        ("prefer: Xyz", "There is no 'Xyz' to play."),
        ("zone: Rome", "there is no time zone 'Rome'"),
        ("nonce: " + "x" * 65, "The nonce: at most 64 characters."),
    ],
)
def test_a_wrong_field_is_told_and_nothing_is_changed(office: Office, text: str, said: str) -> None:
    assert join(office, "ada", text) == "trial: join refused"
    assert said in answer(office, "ada")
    assert "Nothing was changed." in answer(office, "ada")
    assert game(office).applicants == ()


def test_a_player_joins_again_or_leaves(office: Office) -> None:
    join(office, "ada", "prefer: Italy", 1)
    join(office, "ada", "prefer: France", 2, "Re: Join game trial")
    (applicant,) = game(office).applicants
    assert applicant.wishes == ("FRANCE",)
    assert join(office, "bob", "", 3, "leave trial") == "trial: leave refused"
    assert join(office, "ada", "leave trial", 4, "sorry") == "trial: leave"
    assert game(office).applicants == ()


def test_there_is_no_such_game(office: Office) -> None:
    assert join(office, "ada", "", 1, "join trail") == "trail: join refused"
    assert "There is no game trail here; is trial meant?" in answer(office, "ada")


def test_with_the_last_player_the_game_begins(office: Office) -> None:
    all_join(office, ada="prefer: Turkey", bob="prefer: Turkey, Austria", cleo="prefer: Turkey")
    now = game(office)
    assert (now.stage, now.phase, sorted(now.chairs)) == ("running", "S1901M", sorted(POWERS))
    turk = now.chairs["TURKEY"].player.address.partition("@")[0]
    assert turk in ("ada", "bob", "cleo")
    if turk != "bob":
        assert now.chairs["AUSTRIA"].player.address == "bob@example.org"
    sending.send(office, BEGIN)
    welcomes = {name: text for name, text in sent(office).items() if name.startswith("welcome")}
    assert len(welcomes) == 7
    text = welcomes["welcome.trial.turkey.1"]
    assert "You play Turkey." in text
    seed = office.seed("trial", "seats")
    assert commitment(seed, "trial", "seats", 1) == now.commitment
    assert f"  {now.commitment}\n  {seed.hex()}\n" in text
    assert "the game begins" in answer(office, "gil")
    assert verifying.verify(office) == []
    assert join(office, "zoe", "", 9) == "trial: join refused"


def test_the_draw_is_verified(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    all_join(office)
    drawn = beginning.drawn_seats

    def otherwise(before: Game, seed: bytes) -> object:
        found = dict(drawn(before, seed))
        found["ITALY"], found["FRANCE"] = found["FRANCE"], found["ITALY"]
        return found

    monkeypatch.setattr(beginning, "drawn_seats", otherwise)
    assert verifying.verify(office) == ["trial: the seats were not given out as they were drawn"]


def test_the_seed_is_secret_until_the_draw(office: Office) -> None:
    for number, who in enumerate(PEOPLE[:-1]):
        join(office, who, "", number)
    seed = office.seed("trial", "seats").hex()
    assert all(seed not in text for text in sent(office).values())
    recorded = [entry.payload or b"" for entry in office.store.entries("trial")]
    assert all(seed.encode() not in payload for payload in recorded)


def test_a_nonce_changes_the_draw(tmp_path: Path) -> None:
    draws = set()
    for nonce in range(8):
        make_office(tmp_path / str(nonce))
        (tmp_path / str(nonce) / "secret").write_bytes(b"the same every time")
        with Office(tmp_path / str(nonce)) as office:
            announced = game_file().partition("seats:")[0]
            beginning.new_game(office, document(announced, "game.yaml"), BEGIN)
            all_join(office, ada=f"nonce: {nonce}")
            seats = {seat: chair.player.name for seat, chair in game(office).chairs.items()}
            draws.add(msgspec.json.encode(seats))
    assert len(draws) > 1


def test_a_game_nobody_began_is_ended(office: Office) -> None:
    join(office, "ada")
    with pytest.raises(ValueError, match="has not begun"):
        steering.end(office, "trial", ["ITALY"], BEGIN)
    steering.end(office, "trial", [], BEGIN)
    sending.send(office, BEGIN)
    assert "ended without a result" in " ".join(" ".join(sent(office, "ada").values()).split())
    assert commands.tick(office, DUE, catch_up=True).phases == ()
    with pytest.raises(ValueError, match="is not running"):
        steering.pause(office, "trial", BEGIN)


def test_the_drawn_players_play(office: Office) -> None:
    all_join(office)
    address = game(office).chairs["ITALY"].player.address
    order = mail(tag(office, "ITALY"), "A VEN - TYR", address, 50)
    assert send(office, order) == "trial ITALY: 1 order"
