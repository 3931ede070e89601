"""Whose letter it is: tokens, addresses, policies, two seats in one mail, machines."""

import re
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from adjudicator.documents import BadDocument
from adjudicator.office import commands, correcting, history, sending, steering, verifying
from adjudicator.office.folder import CONFIG, Office, make_office
from adjudicator.office.identity import MOST_TAGS
from adjudicator.office.setup import Player
from tests.office.desk import (
    BEGIN,
    DUE,
    POWERS,
    answers,
    begin,
    game_file,
    mail,
    out,
    send,
    sent,
    tag,
    units,
)

PHONE = "phone@example.com"
VOUCHED = (
    "Authentication-Results: auth.example.org; dkim=pass header.d=example.org\n"
    "Received: from mx.example.com by mail.example.org; Tue, 1 Dec 2026 10:00:00 +0000\n"
)


def to(office: Office, address: str) -> dict[str, str]:
    """The mails to an address: subject and text by file."""
    return {
        path.stem: f"{message['Subject']}\n{message.get_body(('plain',)).get_content()}"
        for path in sorted(out(office).glob("*.eml"))
        for message in [message_from_bytes(path.read_bytes(), policy=default)]
        if str(message["To"]) == address
    }


def orders(office: Office, seat: str, name: str = "trial") -> set[str]:
    sheet = history.load(office.store, name)[1].sheet(seat)
    return {str(order) for order in sheet.orders} if sheet is not None else set()


def reply_to(office: Office, stem: str) -> str:
    message = message_from_bytes((out(office) / f"{stem}.eml").read_bytes(), policy=default)
    return str(message["Reply-To"] or "")


def addressed(raw: bytes, address: str) -> bytes:
    return raw.replace(b"To: games@example.org", b"To: " + address.encode())


def changed(folder: Path, old: str, new: str) -> None:
    """Change a line of an office's configuration."""
    text = (folder / CONFIG).read_text(encoding="utf-8")
    assert old in text
    (folder / CONFIG).write_text(text.replace(old, new), encoding="utf-8")


# --- the token


def test_a_token_is_of_one_seat_one_holder_and_one_phase(office: Office) -> None:
    tokens = {
        office.token("trial", "ITALY", 1, "S1901M"),
        office.token("trial", "ITALY", 1, "F1901M"),
        office.token("trial", "ITALY", 2, "S1901M"),
        office.token("trial", "FRANCE", 1, "S1901M"),
        office.token("other", "ITALY", 1, "S1901M"),
        office.token("trial", "ITALY", 1),
    }
    assert len(tokens) == 6
    assert all(re.fullmatch("[A-Z2-7]{8}", token) for token in tokens)


def test_the_template_alone_is_enough(office: Office) -> None:
    """Copied out of the welcome into a new mail, under whatever subject."""
    welcome = sent(office)["welcome.trial.austria.1"]
    template = welcome[welcome.index(f"  {tag(office, 'AUSTRIA')}\n") :]
    assert template.splitlines()[1:] == ["  A BUD H", "  A VIE H", "  F TRI H"]
    pasted = template.replace("A VIE H", "A VIE - TYR")
    assert send(office, mail("my orders", pasted)) == "trial AUSTRIA: 3 orders"
    assert orders(office, "AUSTRIA") == {"A BUD H", "A VIE - TYR", "F TRI H"}
    commands.tick(office, DUE)
    report = sent(office)["report.trial.s1901m.1.austria"]
    assert f"  {tag(office, 'AUSTRIA', 'F1901M')}\n  A BUD H\n" in report
    page = (out(office) / "report.trial.s1901m.1.austria.eml").read_bytes()
    html = (
        message_from_bytes(page, policy=default).get_body(("html",)).get_content().replace("\r", "")
    )
    assert f"<pre>\n{tag(office, 'AUSTRIA', 'F1901M')}\nA BUD H\n" in html


def test_a_reply_s_address_is_enough(office: Office) -> None:
    address = reply_to(office, "welcome.trial.austria.1")
    token = office.token("trial", "AUSTRIA", 1, "S1901M").lower()
    assert address == f"games+trial.s1901m.austria.{token}@example.org"
    for number, form in enumerate((address, address.upper(), f"GM <{address}>"), 1):
        raw = addressed(
            mail("orders", f"A VIE - {('TYR', 'GAL', 'BOH')[number - 1]}", number=number), form
        )
        assert send(office, raw) == "trial AUSTRIA: 1 order"
    delivered = mail("orders", "A VIE H", number=4, Delivered_To=address)
    assert send(office, delivered) == "trial AUSTRIA: 1 order"
    assert orders(office, "AUSTRIA") == {"A VIE H"}


def test_a_seat_with_a_plus_in_its_code_survives_the_address() -> None:
    from adjudicator.office.identity import PLUS, Tag

    one = Tag("duel", "S1901M", "WHITE+BLACK", "ABCDEFGH", 12)
    address = one.address("games@example.org")
    assert address == "games+duel.s1901m.white+black.abcdefgh.q12@example.org"
    assert PLUS.search(address).groups() == ("duel", "s1901m", "white+black", "abcdefgh", "12")
    also = one.address("me+games@example.org")
    assert PLUS.search(also).groups() == ("duel", "s1901m", "white+black", "abcdefgh", "12")
    # RFC 5321: 64 octets before the @.
    left = 64 - len("+duel.s1901m.white+black.abcdefgh.q12")
    assert one.address(f"{'g' * left}@example.org")
    assert one.address(f"{'g' * (left + 1)}@example.org") == ""


def test_an_office_without_plus_addresses(tmp_path: Path) -> None:
    """One made before there were any: nothing is said in its file."""
    make_office(tmp_path / "office")
    changed(tmp_path / "office", "plus_addresses: true\n", "")
    with Office(tmp_path / "office") as office:
        begin(office)
        assert reply_to(office, "welcome.trial.austria.1") == ""
        assert tag(office, "AUSTRIA") in sent(office)["welcome.trial.austria.1"]


@pytest.mark.parametrize(
    ("line", "new", "key"),
    [
        ("answers_per_hour: 20", "answers_per_hour: 0", "answers_per_hour"),
        ('authserv_id: ""', "authserv_id: mail.example.org", "authserv_id"),
        ("plus_addresses: true", "plus_addresses: perhaps", "plus_addresses"),
    ],
)
def test_a_fault_in_the_configuration_is_named(
    tmp_path: Path, line: str, new: str, key: str
) -> None:
    make_office(tmp_path / "office")
    changed(tmp_path / "office", line, new)
    with pytest.raises(BadDocument, match=key):
        Office(tmp_path / "office")


def test_a_token_of_a_mail_from_an_earlier_version(office: Office) -> None:
    """A running game's players hold mails whose tokens are of no phase: they count as they did,
    from the player's own address."""
    old = f"[trial S1901M AUSTRIA {office.token('trial', 'AUSTRIA', 1)}]"
    assert send(office, mail(old, "A VIE - TYR", number=1)) == "trial AUSTRIA: 1 order"
    done = send(office, mail(old, "A VIE - GAL", PHONE, 2))
    assert done.startswith("quarantine: its token is of an older kind")
    assert orders(office, "AUSTRIA") == {"A VIE - TYR"}
    steering.replace_player(office, "trial", "AUSTRIA", Player("Zoe", "zoe@example.org"), BEGIN)
    done = send(office, mail(old, "A VIE - BOH", number=3))
    assert done == "quarantine: its token is that of an earlier player of AUSTRIA in Trial"


def test_a_token_that_is_over_is_refused_with_the_reason(office: Office) -> None:
    commands.tick(office, DUE)
    stale = tag(office, "AUSTRIA", "S1901M")
    done = send(office, mail(stale, "A VIE - TYR", number=1), DUE)
    assert done.startswith("it is for S1901M, and Trial is at F1901M")
    # From another address it proves nothing any more; its writer had it from us, and is told.
    done = send(office, mail(stale, "resign", PHONE, 2), DUE)
    assert done == "quarantine: its token is for S1901M, and Trial is at F1901M"
    (answer,) = to(office, PHONE).values()
    assert "Your letter was not used: its token is for S1901M" in answer
    assert office.token("trial", "AUSTRIA", 1, "F1901M") not in answer
    assert not history.load(office.store, "trial")[1].chairs["AUSTRIA"].vacant


def test_a_token_of_a_phase_that_was_taken_back(office: Office) -> None:
    commands.tick(office, DUE)
    correcting.correct(office, "trial", "S1901M", {}, DUE, reopen=True)
    done = send(office, mail(tag(office, "AUSTRIA", "F1901M"), "A VIE - TYR"), DUE)
    assert done == "it is for F1901M, and Trial is at S1901M, for it was set back"
    again = history.load(office.store, "trial")[1].deadline
    assert again is not None
    commands.tick(office, again, catch_up=True)
    # What has run since is over for no other reason.
    stale = mail(tag(office, "AUSTRIA", "S1901M"), "A VIE - TYR", number=2)
    done = send(office, stale, again)
    assert done.startswith("it is for S1901M, and Trial is at F1901M")
    assert "set back" not in done


def test_who_has_left_is_sent_no_token_any_more(office: Office) -> None:
    send(office, mail(tag(office, "ITALY"), "I resign.", "italy@example.org"))
    (answer,) = answers(office)
    assert "You have left the game." in answer
    assert "[trial" not in answer
    assert reply_to(office, next(p.stem for p in out(office).glob("answer.*"))) == ""


# --- from another address


def test_after_the_deadline_nobody_but_the_player_resigns(office: Office) -> None:
    """What he may say at any time, others may not by a token that they have found."""
    late = DUE + timedelta(minutes=1)
    found = mail(tag(office, "ITALY"), "resign", PHONE, 1)
    assert send(office, found, late) == "it came after the deadline of S1901M"
    assert not history.load(office.store, "trial")[1].chairs["ITALY"].vacant
    own = mail(tag(office, "ITALY"), "resign", "italy@example.org", 2)
    assert send(office, own, late) == "trial ITALY: done"
    assert history.load(office.store, "trial")[1].chairs["ITALY"].vacant


def test_from_another_address_with_the_token(office: Office) -> None:
    send(office, mail(tag(office, "ITALY"), "F1901A: build F NAP", "italy@example.org", 1))
    sending.send(office, BEGIN)
    before = len(to(office, "italy@example.org"))
    raw = mail(f"Re: {tag(office, 'ITALY')}", "A VEN - TYR\nA ROM - Venise", PHONE, 2)
    assert send(office, raw) == "trial ITALY: 1 order"
    assert orders(office, "ITALY") == {"A VEN - TYR"}
    (answer,) = to(office, PHONE).values()
    assert "read as A VEN - TYR" in answer
    assert "did you mean" in answer
    # Whoever he is, he learns nothing that he did not write himself.
    assert "NAP" not in answer
    assert "italy@example.org" not in answer
    assert tag(office, "ITALY") in answer.splitlines()[0]
    copy = list(to(office, "italy@example.org").values())
    assert len(copy) == before + 1
    (copy,) = [text for name, text in to(office, "italy@example.org").items() if "copy" in name]
    assert f"This letter came from {PHONE}" in copy
    assert "  F1901A: F NAP B\n" in copy.replace("\r", "")


def test_a_token_in_what_is_quoted_is_enough(office: Office) -> None:
    body = f"A VEN - TYR\n\nOn Tuesday the office wrote:\n> {tag(office, 'ITALY')}\n> A ROM H\n"
    assert send(office, mail("orders", body, PHONE)) == "trial ITALY: 1 order"
    assert orders(office, "ITALY") == {"A VEN - TYR"}


def test_a_display_name_is_no_sender_and_two_addresses_are_none(tmp_path: Path) -> None:
    office = office_of(tmp_path, "address")
    with office:
        for number, sender in enumerate(
            (
                '"austria@example.org" <evil@example.com>',
                "austria@example.org, evil@example.com",
                "evil@example.com, austria@example.org",
            )
        ):
            raw = mail(tag(office, "AUSTRIA"), "A VIE - TYR", sender, number + 1)
            assert "is not the address of AUSTRIA in trial" in send(office, raw)
        twice = b"From: austria@example.org\n" + mail(
            tag(office, "AUSTRIA"), "A VIE - TYR", "evil@example.com", 9
        )
        assert "is not the address" in send(office, twice)
        assert orders(office, "AUSTRIA") == set()


# --- the policies


def office_of(folder: Path, policy: str, *more: str, config: tuple[str, str] = ("", "")) -> Office:
    """An office with the game ``trial`` of this policy, and ``more`` games of the same."""
    make_office(folder / "office")
    if config[0]:
        changed(folder / "office", *config)
    office = Office(folder / "office")
    for name in ("trial", *more):
        begin(office, game_file(name).replace("title: Trial", f"title: {name.title()}")
              + f"identity: {policy}\n")  # fmt: skip
    return office


TRUSTED = (
    "received_by: []",
    "received_by: [mail.example.org]",
)


def raw_from(subject: str, sender: str, number: int, *, vouched: bool = False) -> bytes:
    raw = mail(subject, "A VIE - TYR", sender, number)
    return VOUCHED.encode() + raw if vouched else raw


@pytest.mark.parametrize(
    ("policy", "token_alone", "address_alone", "vouched_alone", "address_and_token"),
    [
        ("token", True, False, False, True),
        ("address", False, True, True, True),
        ("authenticated", False, False, True, False),
        ("any", True, True, True, True),
    ],
)
def test_what_each_policy_asks_for(
    tmp_path: Path,
    policy: str,
    token_alone: bool,
    address_alone: bool,
    vouched_alone: bool,
    address_and_token: bool,
) -> None:
    make_office(tmp_path / "office")
    changed(tmp_path / "office", *TRUSTED)
    changed(tmp_path / "office", 'authserv_id: ""', "authserv_id: auth.example.org")
    with Office(tmp_path / "office") as office:
        begin(office, game_file() + f"identity: {policy}\n")
        right, known = tag(office, "AUSTRIA"), "austria@example.org"
        for number, (raw, good) in enumerate(
            (
                (raw_from(right, PHONE, 1), token_alone),
                (raw_from("orders", known, 2), address_alone),
                (raw_from("orders", known, 3, vouched=True), vouched_alone),
                (raw_from(right, known, 4), address_and_token),
                (raw_from(right, known, 5, vouched=True), True),
                (raw_from("orders", PHONE, 6, vouched=True), False),
                (raw_from("[trial S1901M AUSTRIA AAAAAAAA]", PHONE, 7), False),
            )
        ):
            done = send(office, raw)
            assert (done == "trial AUSTRIA: 1 order") == (good and number != 9), (number, done)
            assert done.startswith("quarantine: ") != good, (number, done)
            # So that the next one is no duplicate.
            send(office, mail(right, f"A BUD H\n{number}", known, 100 + number))


def test_authenticated_needs_a_server_to_believe(office: Office) -> None:
    with pytest.raises(BadDocument, match=r"identity.*authserv_id"):
        begin(office, game_file("other") + "identity: authenticated\n")


def test_by_address_the_only_game_or_the_one_that_is_named(tmp_path: Path) -> None:
    with office_of(tmp_path, "address") as office:
        assert send(office, mail("hello", "A VIE - TYR", number=1)) == "trial AUSTRIA: 1 order"
        begin(office, game_file("other").replace("title: Trial", "title: Other One")
              + "identity: address\n")  # fmt: skip
        done = send(office, mail("hello", "A VIE - GAL", number=2))
        assert done == "quarantine: it does not say for which of these games it is: other, trial"
        for number, (subject, body, name) in enumerate(
            (
                ("orders for trial", "A VIE - BOH", "trial"),
                ("Re: Other One: Spring", "A VIE - BOH", "other"),
                ("orders", "Game: other\nA VIE - GAL", "other"),
                ("orders", "A BUD - RUM\nTRIAL.", "trial"),
            ),
            3,
        ):
            done = send(office, mail(subject, body, number=number))
            assert done == f"{name} AUSTRIA: 1 order"
        done = send(office, mail("trial and other", "A VIE - TYR", number=9))
        assert done.startswith("quarantine: it does not say for which of these games")
        assert orders(office, "AUSTRIA") == {"A BUD - RUM"}
        assert orders(office, "AUSTRIA", "other") == {"A VIE - GAL"}


def test_by_address_a_letter_for_a_phase_that_is_over_is_not_for_the_next(tmp_path: Path) -> None:
    with office_of(tmp_path, "address") as office:
        commands.tick(office, DUE)
        raw = mail("orders", "A VIE - TYR", number=1)
        office.store.keep_letter(raw, BEGIN, "it reached us in time, and was found later")
        (done,) = commands.read_waiting(office, DUE)
        assert done == (
            "it reached us before F1901M was open, and does not say for which phase it is"
        )
        assert orders(office, "AUSTRIA") == set()
        done = send(office, mail("orders", "A VIE - TYR", number=2), DUE)
        assert done == "trial AUSTRIA: 1 order"
        stale = mail("[trial S1901M AUSTRIA AAAAAAAA]", "A VIE - GAL", number=3)
        assert "it is for S1901M" in send(office, stale, DUE)


def test_by_address_who_plays_two_seats_must_say_for_which(tmp_path: Path) -> None:
    make_office(tmp_path / "office")
    with Office(tmp_path / "office") as office:
        text = game_file().replace("italy@example.org", "austria@example.org")
        begin(office, text + "identity: address\n")
        done = send(office, mail("orders", "A VIE - TYR", number=1))
        assert done == "quarantine: it does not say for which of these seats it is: AUSTRIA, ITALY"
        done = send(office, mail(tag(office, "ITALY"), "A VEN - TYR", number=2))
        assert done == "trial ITALY: 1 order"


# --- two in one mail


@pytest.fixture
def two(office: Office) -> Office:
    begin(office, game_file("other").replace("title: Trial", "title: Other"))
    return office


def test_two_games_in_one_mail(two: Office) -> None:
    body = f"Hi,\nA VIE - TYR\n\n{tag(two, 'AUSTRIA', game='other')}\nA VIE - GAL\nA BUD H\n"
    done = send(two, mail(f"Re: {tag(two, 'AUSTRIA')}", body))
    assert done == "trial AUSTRIA: 1 order; other AUSTRIA: 2 orders"
    assert orders(two, "AUSTRIA") == {"A VIE - TYR"}
    assert orders(two, "AUSTRIA", "other") == {"A VIE - GAL", "A BUD H"}
    first, second = sorted(answers(two), reverse=True)
    assert first.startswith("Trial: ")
    assert "GAL" not in first
    assert second.startswith("Other: OK")
    assert "TYR" not in second
    assert verifying.verify(two) == []


def test_without_a_subject_s_tag_what_stands_first_is_of_the_first(two: Office) -> None:
    first, second = tag(two, "AUSTRIA"), tag(two, "AUSTRIA", game="other")
    body = f"A VIE - TYR\n{first}\nA BUD H\n{second}\nA VIE - GAL"
    assert send(two, mail("orders", body)) == "trial AUSTRIA: 2 orders; other AUSTRIA: 1 order"


def test_what_stands_before_a_tag_in_its_line_is_of_what_went_before(two: Office) -> None:
    other = tag(two, "AUSTRIA", game="other")
    body = f"A VIE - TYR {other} A VIE - GAL\nA BUD H"
    done = send(two, mail(tag(two, "AUSTRIA"), body))
    assert done == "trial AUSTRIA: 1 order; other AUSTRIA: 2 orders"
    assert orders(two, "AUSTRIA") == {"A VIE - TYR"}
    assert orders(two, "AUSTRIA", "other") == {"A VIE - GAL", "A BUD H"}


def test_two_seats_of_one_game_in_one_mail(office: Office) -> None:
    body = f"{tag(office, 'AUSTRIA')}\nA VIE - TYR\n{tag(office, 'ITALY')}\nA VEN - PIE"
    done = send(office, mail("orders", body))
    assert done == "trial AUSTRIA: 1 order; trial ITALY: 1 order"
    assert (orders(office, "AUSTRIA"), orders(office, "ITALY")) == (
        {"A VIE - TYR"},
        {"A VEN - PIE"},
    )
    assert verifying.verify(office) == []


def test_of_two_parts_one_can_be_refused(two: Office) -> None:
    body = f"{tag(two, 'AUSTRIA')}\nA VIE - TYR\n[other S1901M AUSTRIA AAAAAAAA]\nA VIE - GAL"
    done = send(two, mail("orders", body))
    assert done == "trial AUSTRIA: 1 order; quarantine: its token is not that of a seat of other"
    assert orders(two, "AUSTRIA") == {"A VIE - TYR"}
    assert orders(two, "AUSTRIA", "other") == set()
    assert any(
        "Part of your letter was not used: its token is not that" in text for text in answers(two)
    )
    assert len(two.store.quarantine()) == 1


def test_a_part_for_a_phase_that_is_over_counts_for_no_other(office: Office) -> None:
    commands.tick(office, DUE)
    new, old = tag(office, "AUSTRIA", "F1901M"), tag(office, "AUSTRIA", "S1901M")
    # A new template in the answer to an old mail: only what stands over it is of the old phase.
    done = send(office, mail(f"Re: {old}", f"Hi Fred,\n{new}\nA VIE - TYR", number=1), DUE)
    assert done == "trial AUSTRIA: 1 order"
    assert len(office.store.quarantine()) == 0
    done = send(office, mail(f"Re: {old}", f"A BUD - GAL\n{new}\nA VIE - BOH", number=2), DUE)
    assert done == "trial AUSTRIA: 1 order"
    assert orders(office, "AUSTRIA") == {"A VIE - BOH"}
    assert any("What is not for the open phase was not used: it is for S1901M" in
               " ".join(text.split()) for text in answers(office))  # fmt: skip
    assert len(office.store.quarantine()) == 1


def test_the_addresses_of_two_seats_do_not_say_whose_the_lines_are(two: Office) -> None:
    one = reply_to(two, "welcome.trial.austria.1")
    other = reply_to(two, "welcome.other.austria.1")
    raw = addressed(mail("orders", "A VIE - TYR"), f"{one}, {other}")
    assert send(two, raw).startswith("quarantine: ")
    assert orders(two, "AUSTRIA") == orders(two, "AUSTRIA", "other") == set()


def test_what_is_beyond_so_many_seats_is_told_to_be_unused(office: Office) -> None:
    own = f"{tag(office, 'AUSTRIA')}\nA VIE - TYR\n"
    others = "".join(f"[other{n} S1901M AUSTRIA AAAABBBB]\nA VIE H\n" for n in range(MOST_TAGS))
    done = send(office, mail("orders", own + others))
    assert done.startswith("trial AUSTRIA: 1 order; quarantine: ")
    assert f"it is for more than {MOST_TAGS} seats" in done
    assert orders(office, "AUSTRIA") == {"A VIE - TYR"}
    assert any(f"it is for more than {MOST_TAGS} seats" in " ".join(text.split())
               for text in answers(office))  # fmt: skip


def test_a_game_is_loaded_once_for_a_letter(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = []
    load = history.load

    def counted(store: object, name: str) -> object:
        loaded.append(name)
        return load(store, name)

    monkeypatch.setattr(history, "load", counted)
    send(office, mail(tag(office, "AUSTRIA"), f"> {tag(office, 'AUSTRIA')}\nA VIE - TYR"))
    assert loaded == ["trial"]


# --- machines


MARKS = [
    {"Precedence": "bulk"},
    {"List_Id": "<players.example.org>"},
    {"X_Auto_Response_Suppress": "All"},
    {"Auto_Submitted": "auto-generated"},
    {"Auto_Submitted": "auto-replied"},
    {"Precedence": "auto-reply"},
    {"X_Autoreply": "yes"},
]


@pytest.mark.parametrize("headers", MARKS)
def test_a_player_s_orders_are_never_lost_to_a_mark(
    office: Office, headers: dict[str, str]
) -> None:
    subject = f"Re: {tag(office, 'AUSTRIA')}"
    assert (
        send(office, mail(subject, "A VIE - TYR", number=1, **headers)) == "trial AUSTRIA: 1 order"
    )
    assert (
        send(office, mail(subject, "A BUD - SER", number=2, **headers)) == "trial AUSTRIA: 1 order"
    )
    assert answers(office) == []
    gm = [text for name, text in sent(office).items() if name.startswith("gm.marked")]
    assert len(gm) == 1
    assert "A letter of AUSTRIA in trial was marked" in gm[0]
    commands.tick(office, DUE)
    assert units(office, "AUSTRIA") == {"A SER", "A VIE", "F TRI"}  # by the later letter
    report = sent(office)["report.trial.s1901m.1.austria"]
    assert report.count("1 order read, 0 faults.") == 2
    assert "1 order read" not in sent(office)["report.trial.s1901m.1.france"]
    # Once is enough.
    send(office, mail(tag(office, "AUSTRIA", "F1901M"), "A SER - BUL", number=3), DUE)
    assert "not answered one by one" not in answers(office)[0]


@pytest.mark.parametrize("headers", MARKS)
def test_the_next_answer_tells_of_them(office: Office, headers: dict[str, str]) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR", number=1, **headers))
    send(office, mail(tag(office, "AUSTRIA"), "A BUD - SER", number=2))
    (answer,) = answers(office)
    assert "not answered one by one" in answer
    assert "Tue 1 Dec 2026 10:00 UTC: 1 order read, 0 faults." in answer


@pytest.mark.parametrize("how", ["marked", "bare", "below a header"])
def test_a_vacation_notice_has_no_effect(office: Office, how: str) -> None:
    """Whether it quotes our mail with marks, below a header, or as if its writer had written it."""
    own = sent(office)["welcome.trial.austria.1"].splitlines()
    head = ["From: games@example.org", "To: austria@example.org", "Subject: Trial", ""]
    quoted = {
        "marked": [f"> {line}" for line in own],
        "bare": own,
        "below a header": [*head, *own],
    }[how]
    body = "\n".join(["I am on holiday until Friday. Write to my deputy.", "", *quoted])
    raw = mail(f"Re: {tag(office, 'AUSTRIA')}", body, Auto_Submitted="auto-replied")
    assert send(office, raw) == "quarantine: it was written by a machine"
    assert orders(office, "AUSTRIA") == set()
    assert len(sent(office)) == 7


def test_orders_that_our_mail_has_too_are_no_quotation_by_themselves(office: Office) -> None:
    """The template's own orders, sent by a program that marks all that it sends."""
    assert "A VIE H" in sent(office)["welcome.trial.austria.1"]
    raw = mail(tag(office, "AUSTRIA"), "A VIE H\n\nFred", Auto_Submitted="auto-generated")
    assert send(office, raw) == "trial AUSTRIA: 1 order"
    assert orders(office, "AUSTRIA") == {"A VIE H"}


def test_a_machine_s_letter_counts_from_the_player_s_own_address_alone(office: Office) -> None:
    for sender in (PHONE, "mailer-daemon@example.org"):
        raw = mail(tag(office, "AUSTRIA"), "A VIE - TYR", sender, Auto_Submitted="auto-replied")
        assert send(office, raw) == "quarantine: it was written by a machine"


def test_what_comes_back_of_ours_is_put_aside_in_silence(office: Office) -> None:
    """Sent on by a player's mail program, all its marks but ours removed."""
    raw = mail(tag(office, "AUSTRIA"), "A VIE - TYR", X_Pbem_Loop=office.instance)
    assert send(office, raw) == "quarantine: it is a mail of ours that came back"
    assert len(sent(office)) == 7
    other = mail(tag(office, "AUSTRIA"), "A VIE - TYR", number=2, X_Pbem_Loop="another")
    assert send(office, other) == "trial AUSTRIA: 1 order"
    for path in out(office).glob("*.eml"):
        assert message_from_bytes(path.read_bytes())["X-Pbem-Loop"] == office.instance


# --- secrecy


def test_no_mail_carries_another_s_token_though_a_letter_does(office: Office) -> None:
    """Quoted in a refusal, broken over two lines, bare, in small letters, in an address."""
    theirs = tag(office, "FRANCE")
    token = office.token("trial", "FRANCE", 1, "S1901M")
    body = "\n".join(
        (
            "A VIE - TYR",
            f"look: {token.lower()}",
            f"> {theirs}",
            f"> {theirs[:15]}",
            f"> {theirs[15:]}",
            f"> A PAR - BUR {token}",
            f"> to games+trial.s1901m.france.{token.lower()}@example.org",
        )
    )
    subject = tag(office, "AUSTRIA")
    send(office, mail(subject, body, number=1))
    send(office, mail(subject, body + "\nA BUD H", number=2), DUE.replace(minute=1))
    send(office, mail("[trial S1901M AUSTRIA AAAAAAAA]", body, number=3))
    assert len(answers(office)) == 3
    for path in out(office).glob("*.eml"):
        message = message_from_bytes(path.read_bytes(), policy=default)
        if str(message["To"]) not in ("france@example.org", "me@example.org"):
            whole = str(message).upper() + message.get_body(("plain",)).get_content().upper()
            assert token not in whole, path.name


def test_every_mail_carries_the_token_of_its_reader_alone(office: Office) -> None:
    send(office, mail(tag(office, "AUSTRIA"), "A VIE - TYR", number=1))
    send(office, mail(tag(office, "ITALY"), "A VEN - TYR", PHONE, 2))
    commands.tick(office, DUE)
    tokens = {
        office.token("trial", seat, 1, phase): seat
        for seat in POWERS
        for phase in ("S1901M", "F1901M", "-", "")
    }
    for path in out(office).glob("*.eml"):
        message = message_from_bytes(path.read_bytes(), policy=default)
        whole = path.read_text() + "".join(
            part.get_content() for part in message.walk() if not part.is_multipart()
        )
        found = {seat for token, seat in tokens.items() if token in whole.upper()}
        reader = str(message["To"]).partition("@")[0].upper()
        assert found == ({"ITALY"} if reader == "PHONE" else {reader}), path.name
