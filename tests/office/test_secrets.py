"""Two worlds that differ in one secret: until it is told, others are sent the same bytes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.documents import document
from adjudicator.office import beginning, commands, correcting, ordering, sending, steering
from adjudicator.office.folder import Office, make_office
from adjudicator.office.setup import Player
from tests.office.desk import BEGIN, DUE, POWERS, begin, game_file, mail, observe, send, tag

SCHEDULE = 'default: {weekdays: [tue, fri], time: "20:00"}'
LETTERS: dict[str, tuple[str, str]] = {
    "orders": ("A PAR - BUR", "F BRE - ENG\nA MAR - PIE\nA PAR - PIC"),
    "no orders": ("A PAR - BUR", "Thank you!"),
    "orders sent ahead": ("A PAR - BUR", "A PAR - BUR\nA PAR R PIC\nF1901A: build A par"),
    "readiness": ("A PAR - BUR", "A PAR - BUR\nready"),
    "a vote": ("vote yes 1", "Thank you!"),
    "a refused request": ("concede to Narnia", "propose draw Narnia, France"),
}


def world(
    folder: Path, act: Callable[[Office], None], secret_of: str = "france"
) -> dict[str, bytes]:
    """Every mail to others than this player before the turn, by name."""
    make_office(folder)
    (folder / "secret").write_bytes(b"the same in both worlds")
    with Office(folder) as office:
        extra = SCHEDULE + "\n  reminders: [24]\n  early: 90"
        begin(office, game_file(**{SCHEDULE: extra}))
        observe(office, "walter@example.net")
        send(office, mail(tag(office, "ITALY"), "propose draw", "italy@example.org", 91))
        act(office)
        for number, seat in enumerate(POWERS):
            if seat != "FRANCE":
                order = mail(tag(office, seat), "ready", f"{seat.lower()}@example.org", number)
                send(office, order)
        steering.extend(office, "trial", DUE, BEGIN)
        commands.tick(office, DUE.replace(hour=1), catch_up=True)
        sending.send(office, DUE.replace(hour=1))
        return {
            path.name: path.read_bytes()
            for path in sorted((folder / "out").iterdir())
            if b"To: france@example.org" not in path.read_bytes()
        }


@pytest.mark.parametrize("kind", LETTERS)
def test_a_letter_s_secret_is_its_writer_s(tmp_path: Path, kind: str) -> None:
    worlds = []
    for name, text in zip("ab", LETTERS[kind], strict=True):

        def act(office: Office, text: str = text) -> None:
            send(office, mail(tag(office, "FRANCE"), text, "france@example.org", 50))

        worlds.append(world(tmp_path / name, act))
    # Only whether all were ready shows at once, and then by the turn itself.
    assert len(worlds[0]) > 20
    assert worlds[0] == worlds[1]


def test_orders_that_the_game_master_enters_are_secret(tmp_path: Path) -> None:
    worlds = []
    for name, times in (("a", 1), ("b", 2)):

        def act(office: Office, times: int = times) -> None:
            for _ in range(times):
                ordering.order(office, "trial", "FRANCE", "A PAR - BUR", BEGIN)

        worlds.append(world(tmp_path / name, act))
    assert worlds[0] == worlds[1]


def test_a_letter_in_quarantine_is_the_game_master_s(tmp_path: Path) -> None:
    worlds = []
    for name, text in (("a", "A PAR - BUR"), ("b", "A PAR - GAS")):

        def act(office: Office, text: str = text) -> None:
            send(office, mail("orders", text, "france@example.org", 50))

        mails = world(tmp_path / name, act)
        worlds.append({k: raw for k, raw in mails.items() if b"To: me@example.org" not in raw})
    assert worlds[0] == worlds[1]


def test_wishes_and_nonces_are_secret_until_the_draw(tmp_path: Path) -> None:
    worlds = []
    for name, text in (("a", "prefer: Italy"), ("b", "prefer: Turkey\nnonce: 7\nname: X")):
        make_office(tmp_path / name)
        (tmp_path / name / "secret").write_bytes(b"the same in both worlds")
        with Office(tmp_path / name) as office:
            announced = game_file().partition("seats:")[0]
            beginning.new_game(office, document(announced, "game.yaml"), BEGIN)
            send(office, mail("join trial", text, "ada@example.org", 1))
            send(office, mail("join trial", "prefer: Italy", "bob@example.org", 2))
            mails = (office.folder / "out").iterdir()
            to_bob = (path for path in mails if b"To: bob@" in path.read_bytes())
            worlds.append({path.name: path.read_bytes() for path in to_bob})
    assert len(worlds[0]) == 1
    assert worlds[0] == worlds[1]


def test_an_anonymous_game_names_nobody_before_its_end(tmp_path: Path) -> None:
    worlds = []
    for name, player in (("a", "Ada"), ("b", "Zoe")):
        make_office(tmp_path / name)
        (tmp_path / name / "secret").write_bytes(b"the same in both worlds")
        with Office(tmp_path / name) as office:
            text = game_file(**{"variant: standard": "variant: standard\nanonymous: true"})
            old = "FRANCE: {name: France, address: france@example.org}"
            new = f"FRANCE: {{name: {player}, address: {player.lower()}@example.org}}"
            assert old in text
            begin(office, text.replace(old, new))
            send(office, mail(tag(office, "FRANCE"), "propose draw", f"{player}@example.org", 1))
            steering.absent(office, "trial", "FRANCE", "2026-12-24", BEGIN)
            commands.tick(office, DUE, catch_up=True)
            to_others = {
                path.name: path.read_bytes()
                for path in (office.folder / "out").iterdir()
                if f"To: {player.lower()}@".encode() not in path.read_bytes()
            }
            assert len(to_others) > 20
            worlds.append(to_others)
            steering.end(office, "trial", [], DUE)
            sending.send(office, DUE)
            last = (office.folder / "out" / "notice.trial.3.italy.eml").read_text()
            assert f"France: {player}" in last
    assert worlds[0] == worlds[1]


def test_builds_sent_ahead_are_secret_when_the_moves_are_run(tmp_path: Path) -> None:
    worlds = []
    for name, text in (
        ("a", "A PAR - BUR"),
        ("b", "A PAR - BUR\nF1901A: build F bre\nA PAR R PIC"),
    ):
        make_office(tmp_path / name)
        (tmp_path / name / "secret").write_bytes(b"the same in both worlds")
        with Office(tmp_path / name) as office:
            begin(office)
            send(office, mail(tag(office, "FRANCE"), text, "france@example.org", 50))
            commands.tick(office, DUE)
            steering.replace_player(office, "trial", "ITALY", Player("Zoe", "zoe@example.org"), DUE)
            correcting.correct(office, "trial", "S1901M", {"ITALY": "A VEN - TYR"}, DUE)
            sending.send(office, DUE)
            mails = (path for path in sorted((office.folder / "out").iterdir()))
            worlds.append({path.name: path.read_bytes() for path in mails
                           if b"To: france@" not in path.read_bytes()})  # fmt: skip
    assert len(worlds[0]) > 20
    assert worlds[0] == worlds[1]
