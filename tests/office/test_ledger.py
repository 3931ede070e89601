"""The chain of a ledger: what it holds, and that any change breaks it where it was made."""

from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from adjudicator.office.ledger import START, Entry, Head, LedgerEvent, chained, event, first_break

NOON = datetime(2026, 11, 3, 12, tzinfo=UTC)


class Ordered(msgspec.Struct, frozen=True):
    seat: str
    orders: tuple[str, ...]
    seen: frozenset[str] = frozenset()


@st.composite
def ledgers(draw: st.DrawFn, least: int = 1) -> tuple[Entry, ...]:
    events = st.builds(
        event,
        st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
        st.dictionaries(st.text("abc", max_size=2), st.integers(0, 9), max_size=2),
        st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)),
    )
    return chained(START, draw(st.lists(events, min_size=least, max_size=8)))


def test_the_hash_is_as_documented() -> None:
    when = datetime(2026, 11, 3, 20, 0, 0, 5, tzinfo=timezone(timedelta(hours=-3)))
    first, second = chained(START, [event("new", {"b": 1, "a": 2}, when), event("x", [], NOON)])
    assert first.payload == b'{"a":2,"b":1}'
    payload_hash = sha256(b'{"a":2,"b":1}').hexdigest()
    lines = f"\n1\nnew\n2026-11-03T23:00:00.000005+00:00\n{payload_hash}"
    assert first.payload_hash == payload_hash
    assert first.hash == sha256(lines.encode()).hexdigest()
    lines = f"{first.hash}\n2\nx\n2026-11-03T12:00:00.000000+00:00\n{sha256(b'[]').hexdigest()}"
    assert second.head == Head(2, sha256(lines.encode()).hexdigest())


def test_payloads_are_encoded_one_way_and_read_back() -> None:
    names = [f"s{n}" for n in range(20)]
    one = event("ordered", Ordered("FRANCE", ("A PAR - BUR",), frozenset(names)), NOON)
    other = event("ordered", Ordered("FRANCE", ("A PAR - BUR",), frozenset(names[::-1])), NOON)
    assert one == other
    assert one.read(Ordered).orders == ("A PAR - BUR",)
    with pytest.raises(ValueError, match="erased"):
        replace(one, payload=None).read(Ordered)
    with pytest.raises(ValueError, match="members"):
        one.read(msgspec.defstruct("Other", [("members", int)]))


def test_what_cannot_be_recorded() -> None:
    with pytest.raises(ValueError, match="zone"):
        event("new", {}, datetime(2026, 11, 3))
    with pytest.raises(ValueError, match="zone"):
        chained(START, [LedgerEvent("new", b"{}", datetime(2026, 11, 3))])
    with pytest.raises(ValueError, match="payload"):
        chained(START, [LedgerEvent("new", None, NOON)])


@given(ledgers(0), st.data())
def test_a_chain_holds_whole_in_parts_and_with_payloads_withheld(
    entries: tuple[Entry, ...], data: st.DataObject
) -> None:
    heads = [START, *(entry.head for entry in entries)]
    cut = data.draw(st.integers(0, len(entries)))
    withheld = [
        replace(entry, payload=None) if data.draw(st.booleans()) else entry for entry in entries
    ]
    assert first_break(entries, end=heads[-1]) is None
    assert first_break(withheld, end=heads[-1]) is None
    assert first_break(withheld[cut:], heads[cut], heads[-1]) is None
    events = [entry.event for entry in entries]
    assert (*chained(START, events[:cut]), *chained(heads[cut], events[cut:])) == entries


CHANGES = {
    "sequence": lambda entry: replace(entry, sequence=entry.sequence + 1),
    "kind": lambda entry: replace(entry, kind=entry.kind + "\n"),
    "payload": lambda entry: replace(entry, payload=entry.payload + b" "),
    "when": lambda entry: replace(entry, when=entry.when + timedelta(microseconds=1)),
    "payload_hash": lambda entry: replace(entry, payload=None, payload_hash=sha256().hexdigest()),
    "hash": lambda entry: replace(entry, hash=entry.hash[:-1] + "x"),
}


@pytest.mark.parametrize("field", CHANGES)
@given(ledgers(), st.data())
def test_a_change_breaks_the_chain_there(
    field: str, entries: tuple[Entry, ...], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(entries) - 1))
    changed = [*entries[:at], CHANGES[field](entries[at]), *entries[at + 1 :]]
    assert first_break(changed, end=entries[-1].head) == at + 1


@given(ledgers(2), st.data())
def test_entries_missing_moved_or_too_many(entries: tuple[Entry, ...], data: st.DataObject) -> None:
    end = entries[-1].head
    at = data.draw(st.integers(0, len(entries) - 2))
    assert first_break([*entries[:at], *entries[at + 1 :]], end=end) == at + 1
    swapped = [*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]]
    assert first_break(swapped, end=end) == at + 1
    assert first_break([*entries[: at + 1], *entries[at:]], end=end) == at + 2
    assert first_break(entries[:-1]) is None
    assert first_break(entries[:-1], end=end) == len(entries)
    assert first_break([], end=end) == 1
    rewritten = chained(START, [event("other", {}, NOON), *(e.event for e in entries[1:])])
    assert first_break(rewritten, end=end) == len(entries) + 1
