"""Replies and forwards with orders at every place: none lost, none leaked.

An order is lost if its writer put it in and it is neither taken nor held nor told; or not taken
where anybody sees that it is his own. It is leaked if it is taken and was only quoted.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from adjudicator.office import commands, history
from adjudicator.office.folder import Office
from mail.letters import read_letter
from tests.office.clients import ORDERS, Reply, plain, reply
from tests.office.desk import BEGIN, DUE, answers, send
from tests.office.injection import PLACES, Outcome, Trial, injected

GENERATED = 150  # replies, without the option
FOLDERS = {  # of the corpus, and the header of those of its files that have none
    "mail-parser-reply": b"Content-Type: text/plain; charset=utf-8\n\n",
    "talon-signatures": b"Content-Type: text/plain; charset=utf-8\n\n",
    "talon-html-replies": b"Content-Type: text/html; charset=utf-8\n\n",
    "talon-replies": b"",
    "flanker": b"",
    "imap_tools": b"",
    "ruby-mail": b"",
    "spamscope": b"",
}
ANY = ("flanker", "imap_tools", "ruby-mail", "spamscope")  # not only replies
CUT = {("spamscope/mail_outlook_1", "bottom")}
"""No mail but a file of Outlook's: its end is beyond the lines that are read, as is told."""

IS_REPLY = re.compile(
    rb"^(?:in-reply-to|references):|^subject: *(?:re|aw|fwd?|sv|tr|rif)[: ]", re.I | re.M
)


def verdict(outcome: Outcome, *, put: bool, clear: bool) -> str:
    """What became of the orders put in, in a word."""
    if set(outcome.taken) - set(ORDERS):
        return "leaked"
    if not put:
        return "none"
    missing = set(ORDERS) - set(outcome.taken)
    if not missing:
        return "taken"
    told = plain(" ".join(outcome.told))
    if clear or any(plain(order) not in told for order in missing):
        return "lost"
    return "asked" if missing <= set(outcome.held) else "told"


def shown(title: str, found: Counter[tuple[str, ...]]) -> None:
    """Print how often each verdict was given, by kind of mail and place."""
    verdicts = ("none", "taken", "asked", "told", "lost", "leaked")
    print(f"\n{title}\n{'':30}" + "".join(f"{name:>8}" for name in verdicts))
    for kind in sorted({key[:-1] for key in found}):
        print(f"{' '.join(kind):30}" + "".join(f"{found[*kind, one]:8}" for one in verdicts))


@pytest.fixture(params=["welcome", "report"])
def trial(request: pytest.FixtureRequest, office: Office) -> Trial:
    """France's letters, in answer to its welcome, or to its first report."""
    if request.param == "report":
        commands.tick(office, DUE)
    return Trial(office, "FRANCE")


# --- replies that mail programs make


def replies(trial: Trial, seeds: range) -> Iterator[tuple[int, Reply]]:
    lines = [line.text for line in trial.answered.lines]
    for seed in seeds:
        yield seed, reply(Random(seed), lines, trial.message_id, trial.answered.subject)


def test_replies_of_mail_programs(trial: Trial, request: pytest.FixtureRequest) -> None:
    number = request.config.getoption("--corpus") or GENERATED
    found: Counter[tuple[str, ...]] = Counter()
    wrong = []
    for seed, made in replies(trial, range(number)):
        outcome = trial.outcome(made.raw)
        said = verdict(outcome, put=made.place != "nowhere", clear=made.clear)
        if said in ("lost", "leaked"):
            wrong.append((seed, said, *made[1:], outcome))
        seen = "clear" if made.clear else "unclear"
        found[made.form, made.place, "" if made.place == "nowhere" else seen, said] += 1
    shown(f"{number} replies", found)
    assert wrong == []
    assert sum(found.values()) == number
    assert sum(count for key, count in found.items() if key[-1] == "taken") > number // 4


def test_the_same_reply_through_the_whole_office(trial: Trial, office: Office) -> None:
    """What is told here is in the answer, and what is taken in the sheet."""
    wanted = ["taken", "asked", "told", "none"]
    now = BEGIN if trial.game.phase == "S1901M" else DUE
    for _, made in replies(trial, range(GENERATED)):
        outcome = trial.outcome(made.raw)
        said = verdict(outcome, put=made.place != "nowhere", clear=made.clear)
        if said not in wanted:
            continue
        wanted.remove(said)
        send(office, made.raw, now)
        sheet = history.load(office.store, "trial")[1].sheet("FRANCE")
        taken = {str(order) for order in sheet.orders} if sheet else set()
        assert taken >= set(outcome.taken)
        text = plain(answers(office)[-1])
        assert all(plain(order) in text for order in ORDERS if said != "none")
        if not wanted:
            return
    assert not wanted


# --- real ones


def test_real_replies(
    office: Office, corpus: dict[str, bytes], request: pytest.FixtureRequest
) -> None:
    trial = Trial(office, "FRANCE")
    everything = request.config.getoption("--corpus")
    head = {
        "From": "france@example.org",
        "To": "games@example.org",
        "Subject": f"Re: {trial.answered.subject}",
    }
    found: Counter[tuple[str, ...]] = Counter()
    wrong = []
    for name, raw in corpus.items():
        folder = name.partition("/")[0]
        if folder not in FOLDERS or "_reply_text" in name:
            continue
        whole = FOLDERS[folder] + raw
        is_short_reply = IS_REPLY.search(raw) is not None and len(raw) < 9000
        if folder in ANY and not (everything or is_short_reply):
            continue
        for place in PLACES:
            answering = {"In-Reply-To": trial.message_id} if len(name) % 2 else {}
            letter = injected(whole, place, {**head, **answering})
            if letter is None:
                continue
            outcome = trial.outcome(letter)
            put = place not in ("quoted", "nowhere")
            said = verdict(outcome, put=put, clear=place == "top")
            found[folder, place, said] += 1
            if (name, place) in CUT:
                assert any("too long" in fault for fault in read_letter(letter, BEGIN).faults)
            elif said in ("lost", "leaked"):
                wrong.append((name, place, said, outcome))
    shown("real mail", found)
    assert wrong == []
    assert sum(found.values()) > 500


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gmail.eml", "taken"), ("thunderbird.eml", "taken"), ("apple_mail.eml", "taken"),
        ("iphone.eml", "taken"), ("android.eml", "taken"), ("sparrow.eml", "taken"),
        # Nothing shows where what these quote ends:
        ("outlook.eml", "asked"), ("aol.eml", "asked"), ("comcast.eml", "asked"),
        ("yahoo.eml", "asked"),
    ],
)  # fmt: skip
def test_orders_below_a_real_quotation(
    office: Office, corpus: dict[str, bytes], name: str, expected: str
) -> None:
    trial = Trial(office, "FRANCE")
    head = {"From": "france@example.org", "Subject": trial.answered.subject}
    head |= {"In-Reply-To": trial.message_id}
    letter = injected(corpus[f"talon-replies/{name}"], "bottom", head)
    assert letter is not None
    assert verdict(trial.outcome(letter), put=True, clear=False) == expected
