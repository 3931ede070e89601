"""Players write to each other, and to the game master, through the office."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.documents import BadDocument, document
from adjudicator.office import (
    commands,
    correcting,
    handover,
    history,
    intake,
    sending,
    steering,
    verifying,
)
from adjudicator.office.delivering import LONGEST_PRESS, MOST_IN_AN_HOUR, MOST_PRESSES
from adjudicator.office.folder import Office, make_office
from adjudicator.office.kept import CannotBeDone
from adjudicator.office.press import ends, heading
from adjudicator.office.records import PressSent
from adjudicator.office.setup import Player, read_setup
from adjudicator.orders import Seat
from tests.office.desk import (
    BEGIN,
    DUE,
    POWERS,
    begin,
    game_file,
    mail,
    observe,
    out,
    send,
    sent,
    tag,
)

GM = "me@example.org"
ALL_KINDS = "press: [public, private, anonymous]"


def with_options(*options: str) -> str:
    return game_file(**{"variant: standard": "\n".join(("variant: standard", *options))})


@pytest.fixture
def open_office(tmp_path: Path) -> Iterator[Office]:
    """An office with a game in which press of all kinds is allowed."""
    make_office(tmp_path / "open")
    with Office(tmp_path / "open") as opened:
        begin(opened, with_options(ALL_KINDS))
        yield opened


def new_mails(office: Office, act: Callable[[], object]) -> dict[str, EmailMessage]:
    """The mails that something causes, by whom they are to; no more than one each."""
    sending.send(office, BEGIN)
    before = set(out(office).iterdir())
    act()
    sending.send(office, BEGIN)
    found: dict[str, EmailMessage] = {}
    for path in set(out(office).iterdir()) - before:
        message = message_from_bytes(path.read_bytes(), policy=default)
        assert isinstance(message, EmailMessage)
        to = str(message["To"]).partition("@example.org")[0]
        assert to not in found
        found[to] = message
    return found


def write(
    office: Office, seat: Seat, body: str, number: int = 1, phase: str = "S1901M"
) -> dict[str, EmailMessage]:
    """The mails that follow from a letter of this seat; those to himself are the answer."""
    raw = mail(tag(office, seat, phase), body, f"{seat.lower()}@example.org", number)
    return new_mails(office, lambda: send(office, raw))


def text(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return "\n".join(part.get_content().splitlines())


def joined(message: EmailMessage) -> str:
    return " ".join(f"{message['Subject']} {text(message)}".split())


def pressed(message: EmailMessage) -> str:
    """What stands between the dashes of a press, without its indentation."""
    lines = text(message).splitlines()
    first, last = (at for at, line in enumerate(lines) if line == "-" * 78)  # quoted are longer
    return "\n".join(line[2:] for line in lines[first + 1 : last])


def records(office: Office) -> list[PressSent]:
    way = history.way(office.store, "trial")
    return [step.record for step in way if isinstance(step.record, PressSent)]


# --- to whom it goes


def test_private_press_goes_to_those_it_names(office: Office) -> None:
    letter = (
        "A VIE - GAL\npress to Italy, France\nShall we?\n\nA VEN - TRI is an idea.\nend press\n"
    )
    mails = write(office, "AUSTRIA", letter + "F TRI - ALB")
    assert sorted(mails) == ["austria", "france", "italy"]
    for seat in ("FRANCE", "ITALY"):
        got = mails[seat.lower()]
        assert got["Subject"] == f"Trial: Press from Austria {tag(office, seat)}"
        assert "Austria writes to France and Italy:" in text(got)
        assert pressed(got) == "Shall we?\n\nA VEN - TRI is an idea."
        assert "`press to Austria`" in joined(got)
    answer = joined(mails["austria"])
    assert "OK: Spring 1901" in answer
    assert "2 orders read, 0 faults." in answer
    assert "Your press to France and Italy was sent: 3 lines." in answer
    assert [(one.seat, one.to, one.gm, one.how) for one in records(office)] == [
        ("AUSTRIA", ("FRANCE", "ITALY"), False, "private")
    ]
    assert verifying.verify(office) == []


def test_public_press_goes_to_all_and_to_observers(office: Office) -> None:
    observe(office, "walter@example.net")
    mails = write(office, "AUSTRIA", "Press to all:\nHello.\nEnd press.")
    others = [power.lower() for power in POWERS]
    assert sorted(mails) == sorted([*others, "walter@example.net"])
    assert {pressed(mails[one]) for one in mails if one != "austria"} == {"Hello."}
    assert "[" not in str(mails["walter@example.net"]["Subject"])
    assert "`press to Austria` or `press to all`" in joined(mails["italy"])
    assert "Your press to all was sent: 1 line." in joined(mails["austria"])


def test_a_reply_to_press_is_press(office: Office) -> None:
    got = write(office, "AUSTRIA", "press to Italy\nTake Trieste?\nend press")["italy"]
    quoted = "\n".join(f"> {line}" for line in text(got).splitlines())
    body = f"press to Austria\n{quoted}\nNo.\nend press\n\n{quoted}\n"
    raw = mail(f"Re: {got['Subject']}", body, "italy@example.org", 2)
    mails = new_mails(office, lambda: send(office, raw))
    assert sorted(mails) == ["austria", "italy"]
    answer = pressed(mails["austria"])
    assert ">   Take Trieste?" in answer
    assert answer.endswith("\nNo.")
    assert "0 faults." in joined(mails["italy"])


def test_several_presses_in_one_letter(office: Office) -> None:
    letter = (
        "* Press to Italy\nOne.\nend press\n- PRESS TO: the game master\nTwo.\n-- end press --\n"
        "**press to turkey and russia:**\nThree.\nENDPRESS\npress to Germany: Four!\nfive\n"
        "end press"
    )
    mails = write(office, "AUSTRIA", letter)
    got = {to: pressed(message) for to, message in mails.items() if to != "austria"}
    assert got == {
        "italy": "One.",
        "me": "Two.",
        "russia": "Three.",
        "turkey": "Three.",
        "germany": "Four!\nfive",
    }


@pytest.mark.parametrize(("seat", "names"), [("ITALY", "austria and italy"), ("ITALY", "AUSTRIA")])
def test_nobody_writes_to_himself(office: Office, seat: Seat, names: str) -> None:
    assert sorted(write(office, seat, f"press to {names}\nHi\nend press")) == ["austria", "italy"]
    mails = write(office, seat, "press to Italy\nHi\nend press", 2)
    assert sorted(mails) == ["italy"]
    assert "It is to nobody but yourself." in joined(mails["italy"])


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Itly", "Nobody is called 'itly' here; is Italy meant?"),
        ("Italy, Fra", "Nobody is called 'fra' here; is France meant?"),
        ("all, or", "Nobody is called 'or' here."),
        ("the moon", "Nobody is called 'the moon' here."),
        ("", "Say to whom"),
    ],
)
def test_an_unknown_name_sends_nothing_and_the_orders_count(
    office: Office, names: str, said: str
) -> None:
    mails = write(office, "AUSTRIA", f"press to {names}\nHi\nend press\nA VIE - GAL")
    assert sorted(mails) == ["austria"]
    answer = joined(mails["austria"])
    assert f"Your press of line 1 was not sent. {said}" in answer
    assert "ERROR: Spring 1901" in answer
    assert "1 order read, 1 fault." in answer
    assert records(office) == []


def test_an_ambiguous_name_is_refused(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        text_ = game_file(**{"variant: standard": "variant: young_kingdoms"})
        seats = ("MEL", "SHZ", "DHJ", "VLM", "PUR", "LOR", "OIY")
        for power, seat in zip(POWERS, seats, strict=True):
            text_ = text_.replace(f"  {power}:", f"  {seat}:")
        begin(office, text_)
        phase = history.load(office.store, "trial")[1].phase
        raw = mail(tag(office, "MEL", phase), "press to L\nHi\nend press")
        mails = new_mails(office, lambda: send(office, raw))
        assert "Nobody is called 'l' here; is Lormyr meant?" in joined(mails["austria"])
        raw = mail(tag(office, "MEL", phase), "press to isle of the purple towns\nHi", number=2)
        assert sorted(new_mails(office, lambda: send(office, raw))) == ["austria", "italy"]


def test_a_seat_that_nobody_plays_gets_none(office: Office) -> None:
    steering.resign(office, "trial", "ITALY", BEGIN)
    mails = write(office, "AUSTRIA", "press to Italy, France\nHi\nend press")
    assert sorted(mails) == ["austria", "france"]
    assert "Nobody plays Italy: it was not sent there." in joined(mails["austria"])
    mails = write(office, "AUSTRIA", "press to Italy\nHi\nend press", 2)
    assert sorted(mails) == ["austria"]
    assert "was not sent. Nobody plays Italy." in joined(mails["austria"])


def test_press_to_the_game_master_reaches_him(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office, with_options("press: []", "anonymous: true"))
        letter = "to gm: may I have another day?\nA VIE - GAL"
        mails = write(office, "AUSTRIA", letter)
        assert sorted(mails) == ["austria", "me"]
        assert mails["me"]["To"] == GM
        assert mails["me"]["Reply-To"] == "austria@example.org"
        assert mails["me"]["Subject"] == "Trial: Austria writes to you"
        assert "Austria, who plays Austria, writes to you:" in text(mails["me"])
        assert pressed(mails["me"]) == "may I have another day?"
        assert "Your press to the game master was sent" in joined(mails["austria"])
        assert "1 order read, 0 faults." in joined(mails["austria"])
        mails = write(office, "AUSTRIA", "press to GM, Italy\nHi\nend press", 2)
        assert sorted(mails) == ["austria"]
        assert "there is no private press, nor any other." in joined(mails["austria"])


# --- what is allowed


@pytest.mark.parametrize(
    ("option", "begun", "reached"),
    [
        ("press: [public]", "press to all", 6),
        ("press: [public]", "press to Italy", 0),
        ("press: [public]", "anonymous press to all", 0),
        ("press: [private]", "press to all", 0),
        ("press: [private]", "private press to Italy", 1),
        ("press: [anonymous]", "Anonymous press to Italy, France", 2),
        ("press: [anonymous]", "anonymous press to all", 6),
        ("press: []", "press to all", 0),
        ("press: []", "press to Italy", 0),
        ("anonymous: false", "press to all", 6),
        ("anonymous: false", "public press to Italy", 0),
        ("anonymous: false", "private press to all", 0),
        ("anonymous: false", "anonymous press to gm", 0),
    ],
)
def test_what_is_not_allowed_is_refused(
    tmp_path: Path, option: str, begun: str, reached: int
) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office, with_options(option))
        mails = write(office, "AUSTRIA", f"A VIE - GAL\n{begun}\nHi\nend press")
        assert len(mails) - 1 == reached
        answer = joined(mails["austria"])
        assert "1 order read" in answer
        assert ("ERROR" in answer) == (not reached)
        assert ("Your press of line 2 was not sent." in answer) == (not reached)


def test_the_option_is_checked() -> None:
    with pytest.raises(BadDocument, match="press"):
        read_setup(document(with_options("press: [loud]"), "game.yaml"))
    assert read_setup(document(game_file(), "game.yaml"))[0].press == ("public", "private")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("press: []", "There is no press: the office passes on nothing"),
        ("anonymous: false", "the office: to all and to some."),
        (ALL_KINDS, "to all, to some and without a name."),
    ],
)
def test_the_welcome_tells_what_there_is(tmp_path: Path, option: str, said: str) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office, with_options(option))
        welcome = " ".join(sent(office, "AUSTRIA")["welcome.trial.austria.1"].split())
        assert said in welcome
        assert "the same to the game master: press to gm" in welcome
        assert ("press to Russia, Turkey" in welcome) == (option != "press: []")


# --- secrets

BODIES = {
    "text": ("press to France\nNow!\nend press", "press to France\nNot now, and never.\nend press"),
    "reader": ("press to France\nNow!\nend press", "press to England\nNow!\nend press"),
    "whether": ("press to France\nNow!\nend press", ""),
}


@pytest.mark.parametrize("kind", BODIES)
def test_private_press_shows_to_nobody_else(tmp_path: Path, kind: str) -> None:
    """Two worlds that differ in it: not a byte differs for all others and the game master."""
    worlds = []
    for name, body in zip("ab", BODIES[kind], strict=True):
        make_office(tmp_path / name)
        (tmp_path / name / "secret").write_bytes(b"the same in both worlds")
        with Office(tmp_path / name) as office:
            begin(office, with_options(ALL_KINDS))
            observe(office, "walter@example.net")
            write(office, "AUSTRIA", body)
            write(office, "ITALY", "press to all\nHello\nend press", 2)
            commands.tick(office, DUE, catch_up=True)
            late = mail(tag(office, "AUSTRIA"), f"A VIE - BOH\n{body}", number=3)
            commands.receive(office, [late], DUE)
            readers = [*(f"{one.lower()}@example.org" for one in POWERS), GM, "walter@example.net"]
            apart = ("austria@", "france@", "england@")
            worlds.append(
                {
                    path.name: path.read_bytes()
                    for path in out(office).iterdir()
                    for reader in readers
                    if not reader.startswith(apart)
                    and b"To: " + reader.encode() in path.read_bytes().splitlines()
                }
            )
    worlds = [_without_letter_numbers(one) for one in worlds]
    assert len(worlds[0]) > 15
    assert worlds[0] == worlds[1]


def _without_letter_numbers(world: dict[str, bytes]) -> dict[str, bytes]:
    """A letter in quarantine is known to the game master by the hash of its bytes."""
    numbers = {name.split(".")[1] for name in world if name.startswith("gm.")}
    for number in numbers - {"trial"}:
        world = {
            name.replace(number, "N"): raw.replace(number.encode(), b"N")
            for name, raw in world.items()
        }
    return world


def test_anonymous_press_does_not_tell_who_wrote_it(tmp_path: Path) -> None:
    worlds = []
    for name, seat in (("a", "AUSTRIA"), ("b", "ENGLAND")):
        make_office(tmp_path / name)
        (tmp_path / name / "secret").write_bytes(b"the same in both worlds")
        with Office(tmp_path / name) as office:
            begin(office, with_options(ALL_KINDS, "anonymous: true"))
            observe(office, "walter@example.net")
            address = f"{seat.lower()}@example.org"
            body = f"anonymous press to all\nWrite to {address}!\nend press"
            raw = mail(tag(office, seat), body, address, In_Reply_To=f"<{seat}@{seat}>")
            mails = new_mails(office, lambda raw=raw: send(office, raw))  # type: ignore[misc]
            assert len(mails) == 8
            assert "was sent, without your name: 1 line." in joined(mails[seat.lower()])
            world = {to: mails[to] for to in ("italy", "turkey", "walter@example.net")}
            for to, message in world.items():
                assert pressed(message) == "Write to [removed]!"
                assert seat not in message.as_string().upper()
                assert "Somebody writes to all:" in text(message)
                # Of this length and these characters in both; nothing else may differ.
                assert len(str(message["Message-ID"])) == len("<press.trial.@example.org>") + 24 + (
                    13 if "@" in to else 0
                )
                del message["Message-ID"]
            worlds.append({to: message.as_bytes() for to, message in world.items()})
    assert worlds[0] == worlds[1]


def test_press_with_and_without_a_name_in_one_letter_is_warned_of(open_office: Office) -> None:
    body = "press to all\nI\nend press\nanonymous press to Italy\nYou\nend press"
    letter = mail(tag(open_office, "AUSTRIA"), body)
    send(open_office, letter)
    (answer,) = [one for name, one in sent(open_office).items() if name.startswith("answer.")]
    assert "that may tell who wrote them" in " ".join(answer.split())
    assert "WARNING" in answer.splitlines()[0]


def test_in_an_anonymous_game_no_address_is_passed_on(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office, with_options("anonymous: true"))
        body = "press to Italy\nI am AUSTRIA@example.org, not russia@example.org.\nend press"
        mails = write(office, "AUSTRIA", body)
        assert pressed(mails["italy"]) == "I am [removed], not [removed]."
        assert "austria@" not in mails["italy"].as_string().lower()
        assert "were taken out" in joined(mails["austria"])


HOSTILE: dict[str, Callable[[str, str], str]] = {
    "as it is": lambda token, tag_: f"mine: {token}.",
    "in small letters": lambda token, tag_: f"mine: {token.lower()}!",
    "wide": lambda token, tag_: "".join(chr(ord(c) + 0xFEE0) for c in token),
    "spaced": lambda token, tag_: " ".join(token),
    "dashed": lambda token, tag_: f"{token[:4]}-{token[4:]}",
    "in two lines": lambda token, tag_: f"{token[:3]}\n{token[3:]}",
    "in a quote of two lines": lambda token, tag_: f"> {token[:3]}\n> {token[3:]}",
    "with nothing visible in it": lambda token, tag_: f"{token[:3]}\u200b\u2060\u00ad{token[3:]}",
    "turned": lambda token, tag_: f"\u202e{token[:3]}\u202c{token[3:]}",
    "a tag": lambda token, tag_: f"Subject: Re: Trial {tag_}",
    "a tag in two lines": lambda token, tag_: "> x " + tag_.replace(" ", "\n> "),
    "a tag with a question": lambda token, tag_: tag_.replace("]", " Q12]"),
    "an address": lambda token, tag_: f"games+trial.s1901m.italy.{token.lower()}@example.org",
    "an address with a question": lambda t, _: f"games+trial.S1901M.ITALY.{t}.q3@example.org",
    "soft line end": lambda token, tag_: f"{token[:5]}=\n{token[5:]}",
    "as a link": lambda token, tag_: f"<mailto:games@example.org?subject=x%20{token}%5D>",
}


@pytest.mark.parametrize("form", HOSTILE)
@pytest.mark.parametrize("seat", ["AUSTRIA", "FRANCE"])
def test_no_token_is_passed_on(office: Office, form: str, seat: Seat) -> None:
    token = office.token("trial", seat, 1)
    hidden = HOSTILE[form](token, tag(office, seat))
    mails = write(office, "AUSTRIA", f"press to Italy, gm\nbefore\n{hidden}\nafter\nend press")
    for to in ("italy", "me"):
        got = pressed(mails[to])
        letters = "".join(c for c in got.upper() if c.isascii() and c.isalnum())
        assert token not in letters
        assert got.startswith("before\n")
        assert got.endswith("\nafter")
        assert len(got) < len(hidden) + 60
    assert "were taken out" in joined(mails["austria"])


def test_a_token_of_before_and_of_another_game_is_not_passed_on(office: Office) -> None:
    steering.replace_player(office, "trial", "FRANCE", Player("Zoe", "zoe@example.org"), BEGIN)
    old = office.token("trial", "FRANCE", 1)
    other = "[spring F1907M ITALY ABCDEFG2]"
    mails = write(office, "AUSTRIA", f"press to Italy\n{old} {other}\nend press")
    assert pressed(mails["italy"]) == "[removed] [removed]"


def test_a_token_of_an_earlier_phase_is_not_passed_on(office: Office) -> None:
    """Also those of a game that was over, and of who played then."""
    steering.replace_player(office, "trial", "FRANCE", Player("Zoe", "zoe@example.org"), BEGIN)
    commands.tick(office, DUE)
    later = commands.status(office, DUE)[0].phase
    steering.end(office, "trial", [], DUE)
    commands.tick(office, DUE)
    correcting.correct(office, "trial", "S1901M", {"ITALY": "A VEN - TYR"}, DUE)
    commands.tick(office, DUE)
    assert history.load(office.store, "trial")[1].phase == later == "F1901M"
    old = [
        office.token("trial", seat, holder, phase)
        for seat, holder in (("FRANCE", 1), ("FRANCE", 2), ("ITALY", 1))
        for phase in ("S1901M", "-")
    ]
    body = "\n".join(["press to all", *old, *(f"{one[:4]} {one[4:].lower()}" for one in old)])
    raw = mail(tag(office, "AUSTRIA", "F1901M"), f"{body}\nend press", number=9)
    mails = new_mails(office, lambda: send(office, raw, DUE))
    assert pressed(mails["italy"]) == "\n".join(["[removed]"] * 12)


def test_a_token_of_a_phase_that_is_open_no_more_is_not_passed_on(office: Office) -> None:
    """It was not run: by a correction the game is before it once more, and will come to it."""
    commands.tick(office, DUE)
    correcting.correct(office, "trial", "S1901M", {}, DUE, reopen=True)
    sending.send(office, DUE)
    assert history.load(office.store, "trial")[1].phase == "S1901M"
    body = f"press to Italy\n{office.token('trial', 'FRANCE', 1, 'F1901M')}\nend press"
    raw = mail(tag(office, "AUSTRIA"), body, number=9)
    mails = new_mails(office, lambda: send(office, raw, DUE))
    assert pressed(mails["italy"]) == "[removed]"


def test_headers_signatures_and_attachments_stay_behind(office: Office) -> None:
    body = (
        "press to Italy\nThis came.\n"
        "From: Ada <ada@example.net>\nSent: Monday\nTo: games@example.org\nSubject: secret\n"
        "Take Trieste.\nend press\n"
    )
    raw = mail(tag(office, "AUSTRIA"), body)
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    message.add_attachment("the attached plan", filename="plan.txt")
    message["X-Mailer"] = "Pine"
    message["References"] = "<thread@example.org>"
    mails = new_mails(office, lambda: send(office, message.as_bytes()))
    whole = mails["italy"].as_string()
    assert pressed(mails["italy"]) == "This came.\nTake Trieste."
    for secret in ("example.net", "Monday", "attached", "Pine", "thread@", "<1@example.org>"):
        assert secret not in whole
    assert "lines of a mail's header was left out" in joined(mails["austria"])
    body = "press to Italy\nHi\n-- \nAda Lovelace\nend press\n"
    assert pressed(write(office, "AUSTRIA", body, 2)["italy"]) == "Hi"


def test_what_is_shown_is_what_was_written(office: Office) -> None:
    long = "word " * 40 + "x" * 700
    body = f"press to Italy\na\u202eb\x07c\ufeffd \U0001f468\u200d\U0001f469\t.\n{long}\nend press"
    got = pressed(write(office, "AUSTRIA", body)["italy"])
    first, *rest = got.splitlines()
    assert first.split() == ["abcd", "\U0001f468\u200d\U0001f469", "."]
    assert "\u202e" not in got
    assert all(len(line) <= 500 for line in rest)
    assert "".join("".join(rest).split()) == "".join(long.split())
    assert sum(len(line) <= 76 for line in rest) >= 3


def test_press_in_html_is_passed_on_as_text(office: Office) -> None:
    message = EmailMessage()
    message["From"] = "austria@example.org"
    message["Subject"] = tag(office, "AUSTRIA")
    message["Message-ID"] = "<h@example.org>"
    message.set_content(
        "<p>press to Italy</p><p>Hello <b>you</b> <img src='http://x.example/spy'></p>"
        "<p>end press</p>",
        subtype="html",
    )
    got = new_mails(office, lambda: send(office, message.as_bytes()))["italy"]
    assert " ".join(pressed(got).split()) == "Hello you"
    assert "spy" not in got.as_string()
    assert got.get_content_type() == "text/plain"


# --- without an end, and limits


def test_press_without_an_end_goes_to_the_signature(office: Office) -> None:
    body = "A VIE - GAL\npress to Italy\nHi\nF TRI - ALB\nready\n> A BUD - RUM\nYours\n-- \nAda\n"
    mails = write(office, "AUSTRIA", body)
    assert pressed(mails["italy"]) == "Hi\nF TRI - ALB\nready\nYours"
    answer = joined(mails["austria"])
    assert "WARNING" in answer
    assert "1 order read" in answer
    assert "Your press of line 2 has no line `end press`" in answer
    assert "to line 7, was taken for it." in answer
    assert "Lines 4 and 5 read like what you would order or ask" in answer
    assert "what you quoted was left out." in answer
    assert "You are not ready" not in answer  # nobody waits for that here
    assert not history.load(office.store, "trial")[1].ready


def test_a_press_that_another_begins_in_is_not_sent(office: Office) -> None:
    body = "press to Italy\nFor you alone.\npress to France\nFor you.\nend press"
    mails = write(office, "AUSTRIA", body)
    assert sorted(mails) == ["austria"]
    assert "Line 3 begins another one." in joined(mails["austria"])
    body = "press to Italy\nHis plan:\npress to Paris\nand then\nend press"
    assert pressed(write(office, "AUSTRIA", body, 2)["italy"]).count("\n") == 2


def test_late_press_by_a_token_that_somebody_found_is_not_sent(office: Office) -> None:
    late = DUE + timedelta(minutes=1)
    body = "A VIE - TYR\npress to Italy\nHello.\nend press"
    for number, sender in enumerate(("phone@example.com", "austria@example.org"), 1):
        send(office, mail(tag(office, "AUSTRIA"), body, sender, number), late)
        sending.send(office, late)
        got = [name for name in sent(office, "ITALY") if name.startswith("press.")]
        assert len(got) == number - 1


def test_limits(office: Office) -> None:
    one = "press to Italy\nHi {}\nend press\n"
    body = "".join(one.format(number) for number in range(MOST_PRESSES + 1))
    raw = mail(tag(office, "AUSTRIA"), body)
    send(office, raw)
    got = [t for name, t in sent(office, "ITALY").items() if name.startswith("press.")]
    assert len(got) == MOST_PRESSES
    (answer,) = [t for name, t in sent(office, "AUSTRIA").items() if name.startswith("answer.")]
    assert f"A letter holds at most {MOST_PRESSES} of them." in " ".join(answer.split())
    line = "x" * 900 + "\n"
    body = "press to Italy\n" + line * (LONGEST_PRESS // 900 + 1) + "end press"
    mails = write(office, "AUSTRIA", body, 2)
    assert sorted(mails) == ["austria"]
    assert f"at most {LONGEST_PRESS} characters" in joined(mails["austria"])
    body = "press to Italy\n" + ("x" * 50 + "\n") * (LONGEST_PRESS // 50) + "{}end press"
    assert "Your press to Italy was sent" in joined(
        write(office, "AUSTRIA", body.format(""), 4)["austria"]
    )
    assert sorted(write(office, "AUSTRIA", body.format("x\n"), 5)) == ["austria"]
    mails = write(office, "AUSTRIA", "press to Italy\n \n\nend press", 3)
    assert sorted(mails) == ["austria"]
    assert "There is nothing in it." in joined(mails["austria"])


def test_a_line_that_was_cut_is_told(office: Office) -> None:
    mails = write(office, "AUSTRIA", "press to Italy\n" + "word " * 500 + "\nend press")
    assert "line 2 is too long, and only its beginning was sent." in joined(mails["austria"])


# --- when it counts


def test_press_of_a_late_letter_counts_and_its_orders_do_not(office: Office) -> None:
    commands.tick(office, DUE, catch_up=True)
    body = "press to Italy\nHi\nend press\n"
    mails = write(office, "AUSTRIA", body)  # with the tag of the phase that has run
    assert sorted(mails) == ["austria", "italy"]
    mails = write(office, "AUSTRIA", body + "A VIE - GAL", 2)
    assert sorted(mails) == ["austria", "italy", "me"]
    assert "Your letter was not used: it is for S1901M" in joined(mails["austria"])
    assert "But for the press in it: Your press to Italy was sent: 1 line." in joined(
        mails["austria"]
    )
    assert "Hi" not in text(mails["me"]).splitlines()
    assert "> Hi" not in text(mails["me"])
    (letter,) = office.store.quarantine()
    # The game goes back, and the letter is used after all: its press is not sent twice.
    correcting.correct(office, "trial", "S1901M", {}, BEGIN, reopen=True)
    mails = new_mails(office, lambda: intake.release(office, letter, "trial", "AUSTRIA", BEGIN))
    assert sorted(mails) == ["austria"]
    assert "Your press of line 1 was sent before." in joined(mails["austria"])
    assert "1 order read" in joined(mails["austria"])
    assert len(records(office)) == 2


def test_press_in_a_paused_game_and_after_its_end(office: Office) -> None:
    steering.pause(office, "trial", BEGIN)
    body = "press to all\nThank you!\nend press"
    assert len(write(office, "AUSTRIA", body)) == 7
    steering.end(office, "trial", ["ITALY"], BEGIN)
    assert len(write(office, "AUSTRIA", body, 2, "-")) == 7
    assert len(write(office, "ITALY", body, 3)) == 7  # to a mail from before the end
    mails = write(office, "ITALY", body + "\nA VEN - TRI", 4)
    assert len(mails) == 8
    assert "Your letter was not used: Trial is over." in joined(mails["italy"])


def test_press_in_a_game_that_was_handed_over_is_refused(office: Office) -> None:
    handover.hand_over(office, "trial", "zoe@example.net", BEGIN)
    mails = write(office, "AUSTRIA", "press to Italy, gm\nHi\nend press")
    assert sorted(mails) == ["austria", "me"]  # the game master's is about the quarantine
    assert "Your press of line 1 was not sent. Trial is mastered from zoe@example.net" in joined(
        mails["austria"]
    )


def test_who_is_in_civil_disorder_may_write_and_be_written_to(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office)
        steering.civil_disorder(office, "trial", "ITALY", BEGIN)
        assert sorted(write(office, "ITALY", "press to Austria\nHi\nend press")) == [
            "austria",
            "italy",
        ]
        assert sorted(write(office, "AUSTRIA", "press to Italy\nHi\nend press", 2)) == [
            "austria",
            "italy",
        ]


def test_a_letter_that_comes_twice_is_sent_once(office: Office) -> None:
    raw = mail(tag(office, "AUSTRIA"), "press to Italy\nHi\nend press")
    for _ in range(2):
        commands.receive(office, [raw], BEGIN)
    (kept,) = {one.letter for one in records(office)}
    assert intake.handle(office, kept, BEGIN) == "handled already"
    assert sum(name.startswith("press.") for name in sent(office)) == 1
    assert len(records(office)) == 1


def test_a_player_who_resigns_says_goodbye(office: Office) -> None:
    raw = mail(tag(office, "AUSTRIA"), "resign\npress to all\nGoodbye!\nend press")
    send(office, raw)
    assert sum(name.startswith("press.") for name in sent(office)) == 6


def test_press_goes_with_a_game_to_its_next_master(office: Office, tmp_path: Path) -> None:
    write(office, "AUSTRIA", "press to Italy\nSecret words.\nend press")
    assert b"Secret words" not in b"".join(
        entry.payload or b"" for entry in office.store.entries("trial")
    )
    content = handover.hand_over(office, "trial", "zoe@example.net", BEGIN)
    make_office(tmp_path / "next")
    with Office(tmp_path / "next") as other:
        handover.take_over(other, content, BEGIN)
        assert len(records(other)) == 1
        assert verifying.verify(other) == []
        raw = mail(tag(other, "AUSTRIA", holder=2), "press to Italy\nHi\nend press")
        send(other, raw)
        assert len(records(other)) == 2


# --- the game master writes to all


def test_the_game_master_tells_all(office: Office, tmp_path: Path) -> None:
    observe(office, "walter@example.net")
    steering.resign(office, "trial", "TURKEY", BEGIN)
    file = tmp_path / "news.txt"
    token = office.token("trial", "ITALY", 1)
    file.write_text(f"Happy new year!\n\n  - {token}\n", encoding="utf-8")
    arguments = ["game", "tell", "trial", str(file), "--office", str(office.folder)]

    def tell() -> None:
        done = CliRunner().invoke(main, arguments)
        assert (done.exit_code, done.output) == (0, "trial: all are told\n")

    mails = new_mails(office, tell)
    assert len(mails) == 7
    for to, message in mails.items():
        assert "The game master writes to all:" in text(message)
        assert pressed(message) == "Happy new year!\n\n  - [removed]"
        assert ("[trial S1901M" in str(message["Subject"])) == ("@" not in to)
    assert verifying.verify(office) == []
    assert len(new_mails(office, tell)) == 7
    with pytest.raises(CannotBeDone, match="nothing to tell"):
        steering.tell(office, "trial", " \n", BEGIN)


def test_the_game_master_tells_those_who_have_joined(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        begin(office, game_file().partition("seats:")[0])
        send(office, mail("join trial", "zone: UTC", "ada@example.org"))
        mails = new_mails(office, lambda: steering.tell(office, "trial", "Two more!", BEGIN))
        assert sorted(mails) == ["ada"]
        assert pressed(mails["ada"]) == "Two more!"


def test_no_line_of_our_own_mails_begins_or_ends_press(open_office: Office) -> None:
    """For in a quote that is not known as one they would be the writer's."""
    write(open_office, "AUSTRIA", "press to Italy\nHi\nend press\npress to Narnia\nHi")
    write(open_office, "FRANCE", "anonymous press to all\nHi\nend press\nto gm: hi", 2)
    commands.tick(open_office, DUE, catch_up=True)
    ours = [line for mail_ in sent(open_office).values() for line in mail_.splitlines()]
    assert len(ours) > 500
    assert not [line for line in ours if heading(line) or ends(line)]


def test_who_writes_too_much_in_an_hour_is_told_to_wait(office: Office) -> None:
    """Whether in one letter or in many; the orders beside it count all the same."""
    letters = MOST_IN_AN_HOUR // MOST_PRESSES
    for number in range(letters):
        body = "".join(f"press to Italy\n{number} {n}\nend press\n" for n in range(MOST_PRESSES))
        send(office, mail(tag(office, "AUSTRIA"), body, number=number + 1))
    got = len(office.store.mail_of("trial", "ITALY"))
    body = "press to Italy\nmore\nend press\nA VIE - TYR\n"
    again = mail(tag(office, "AUSTRIA"), body, number=50)
    assert send(office, again) == "trial AUSTRIA: 1 order"
    assert len(office.store.mail_of("trial", "ITALY")) == got
    answer = office.store.mail_of("trial", "AUSTRIA")[-1].raw.decode()
    assert f"At most {MOST_IN_AN_HOUR} are sent in an hour" in answer
    send(office, mail(tag(office, "FRANCE"), body, "france@example.org", 51))
    assert len(office.store.mail_of("trial", "ITALY")) == got + 1
    later = mail(tag(office, "AUSTRIA"), body, number=52)
    send(office, later, BEGIN + timedelta(hours=1, seconds=1))
    assert len(office.store.mail_of("trial", "ITALY")) == got + 2
