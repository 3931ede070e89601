"""Deadlines: examples worked out by hand on real clock changes, then properties of all of them."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.deadlines import (
    WEEKDAYS,
    Rule,
    Schedule,
    closes,
    due,
    reminders,
    shown,
    zone_named,
)
from adjudicator.documents import BadDocument, parse
from adjudicator.variant import Phase

EVERY_DAY = ",".join(WEEKDAYS)


def phase(kind: str = "M") -> Phase:
    return Phase(id=f"S1901{kind}", kind=kind, title="", due=frozenset({"FRANCE"}), automatic=False)


def schedule(
    days: str,
    time: str,
    zone: str = "Europe/London",
    minimum: float = 0,
    skipped: Sequence[str] = (),
) -> Schedule:
    rule = Rule(weekdays=tuple(days.split(",")), time=time, minimum_hours=minimum)
    return Schedule(zone=zone, phases={"default": rule}, skipped=tuple(skipped))


def at(text: str) -> datetime:
    """``2026-12-04 20:00`` in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def following(schedule: Schedule, previous: str, now: str | None = None) -> str:
    found = due(schedule, phase(), at(previous), at(now or previous))
    assert found.tzinfo is UTC
    return f"{found:%Y-%m-%d %H:%M}"


# --- clock changes


@pytest.mark.parametrize(
    ("zone", "time", "previous", "expected"),
    [
        # London: 2026-03-29 01:00 GMT becomes 02:00 BST, 2026-10-25 02:00 BST becomes 01:00 GMT.
        ("Europe/London", "20:00", "2026-03-27 20:00", "2026-03-28 20:00"),
        ("Europe/London", "20:00", "2026-03-28 20:00", "2026-03-29 19:00"),
        ("Europe/London", "20:00", "2026-10-23 19:00", "2026-10-24 19:00"),
        ("Europe/London", "20:00", "2026-10-24 19:00", "2026-10-25 20:00"),
        ("Europe/London", "00:59", "2026-03-28 00:59", "2026-03-29 00:59"),
        ("Europe/London", "01:00", "2026-03-28 01:00", "2026-03-29 01:00"),  # 02:00 BST
        ("Europe/London", "01:30", "2026-03-28 01:30", "2026-03-29 01:30"),  # 02:30 BST
        ("Europe/London", "02:00", "2026-03-28 02:00", "2026-03-29 01:00"),
        ("Europe/London", "01:30", "2026-03-29 01:30", "2026-03-30 00:30"),
        ("Europe/London", "01:30", "2026-10-24 00:30", "2026-10-25 00:30"),  # BST, the first
        ("Europe/London", "01:30", "2026-10-25 00:30", "2026-10-26 01:30"),  # not the second
        ("Europe/London", "02:00", "2026-10-24 01:00", "2026-10-25 02:00"),
        # New York: 2026-03-08 02:00 EST becomes 03:00 EDT, 2026-11-01 02:00 EDT becomes 01:00 EST.
        ("America/New_York", "20:00", "2026-03-07 01:00", "2026-03-08 01:00"),  # Saturday 7 March
        ("America/New_York", "20:00", "2026-03-08 01:00", "2026-03-09 00:00"),  # Sunday 8 March
        ("America/New_York", "02:30", "2026-03-07 07:30", "2026-03-08 07:30"),  # 03:30 EDT
        ("America/New_York", "20:00", "2026-11-01 00:00", "2026-11-02 01:00"),
        ("America/New_York", "01:30", "2026-10-31 05:30", "2026-11-01 05:30"),  # EDT, the first
        ("America/New_York", "01:30", "2026-11-01 05:30", "2026-11-02 06:30"),
        # Lord Howe Island: half an hour, 2026-10-04 02:00 +10:30 becomes 02:30 +11:00,
        # 2026-04-05 02:00 +11:00 becomes 01:30 +10:30.
        ("Australia/Lord_Howe", "02:15", "2026-10-02 15:45", "2026-10-03 15:45"),  # 02:45 +11:00
        ("Australia/Lord_Howe", "02:15", "2026-10-03 15:45", "2026-10-04 15:15"),
        ("Australia/Lord_Howe", "01:45", "2026-04-03 14:45", "2026-04-04 14:45"),  # +11:00, first
        ("Australia/Lord_Howe", "01:45", "2026-04-04 14:45", "2026-04-05 15:15"),
        # Never a change.
        ("Asia/Kolkata", "20:00", "2026-03-28 14:30", "2026-03-29 14:30"),
        ("UTC", "01:30", "2026-03-28 01:30", "2026-03-29 01:30"),
        # Cairo loses its midnight on 2026-04-24: 00:00 becomes 01:00 at 22:00 UTC.
        ("Africa/Cairo", "00:00", "2026-04-22 22:00", "2026-04-23 22:00"),
        ("Africa/Cairo", "00:00", "2026-04-23 22:00", "2026-04-24 21:00"),
    ],
)
def test_clock_changes(zone: str, time: str, previous: str, expected: str) -> None:
    assert following(schedule(EVERY_DAY, time, zone), previous) == expected


def test_a_slot_moved_over_midnight_is_found_from_either_side() -> None:
    # Ittoqqortoormiit: Saturday 2026-03-28 23:00 -02:00 becomes Sunday 00:00 -01:00.
    saturdays = schedule("sat", "23:30", "America/Scoresbysund")
    assert following(saturdays, "2026-03-27 12:00") == "2026-03-29 01:30"  # Sunday 00:30
    assert following(saturdays, "2026-03-29 01:15") == "2026-03-29 01:30"  # it is Sunday there
    assert following(saturdays, "2026-03-29 01:30") == "2026-04-05 00:30"


def test_minimum_hours_are_hours_not_wall_time() -> None:
    # From Saturday 20:00 GMT to Sunday 20:00 BST are 23 hours.
    assert following(schedule(EVERY_DAY, "20:00", minimum=23), "2026-03-28 20:00") == (
        "2026-03-29 19:00"
    )
    assert following(schedule(EVERY_DAY, "20:00", minimum=23.5), "2026-03-28 20:00") == (
        "2026-03-30 19:00"
    )


# --- the calendar


def test_the_next_named_weekday() -> None:
    twice = schedule("fri,tue", "20:00")
    assert following(twice, "2026-12-04 20:00") == "2026-12-08 20:00"  # Friday, Tuesday
    assert following(twice, "2026-12-08 20:00") == "2026-12-11 20:00"
    assert following(twice, "2026-12-08 19:59") == "2026-12-08 20:00"
    assert following(twice, "2026-12-08 20:01") == "2026-12-11 20:00"


def test_the_weekday_is_that_of_the_zone_not_of_utc() -> None:
    # Friday 20:00 in New York is Saturday 01:00 UTC, Saturday 06:00 in Tokyo is Friday 21:00 UTC.
    new_york = schedule("fri", "20:00", "America/New_York")
    assert following(new_york, "2026-12-01 12:00") == "2026-12-05 01:00"
    assert following(schedule("sat", "06:00", "Asia/Tokyo"), "2026-12-01 12:00") == (
        "2026-12-04 21:00"
    )


def test_year_end_and_leap_day() -> None:
    assert following(schedule("thu", "23:30"), "2026-12-31 23:30") == "2027-01-07 23:30"
    assert following(schedule("fri", "00:00"), "2026-12-31 23:30") == "2027-01-01 00:00"
    daily = schedule(EVERY_DAY, "20:00")
    assert following(daily, "2028-02-28 20:00") == "2028-02-29 20:00"
    assert following(daily, "2028-02-29 20:00") == "2028-03-01 20:00"
    assert following(daily, "2027-02-28 20:00") == "2027-03-01 20:00"
    without = schedule(EVERY_DAY, "20:00", skipped=["2028-02-29"])
    assert following(without, "2028-02-28 20:00") == "2028-03-01 20:00"


def test_skipped_dates() -> None:
    holidays = schedule("fri", "20:00", skipped=["2026-12-11", "2026-12-20..2027-01-03"])
    assert following(holidays, "2026-12-04 20:00") == "2026-12-18 20:00"
    assert following(holidays, "2026-12-18 20:00") == "2027-01-08 20:00"
    assert following(holidays, "2026-12-30 12:00") == "2027-01-08 20:00"
    daily = schedule(EVERY_DAY, "20:00", skipped=["2026-12-20 .. 2027-01-03"])
    assert following(daily, "2026-12-18 20:00") == "2026-12-19 20:00"
    assert following(daily, "2026-12-19 20:00") == "2027-01-04 20:00"


def test_a_skipped_date_is_one_of_the_zone() -> None:
    # 20:00 of 24 December in New York is already 25 December in UTC.
    daily = schedule(EVERY_DAY, "20:00", "America/New_York", skipped=["2026-12-25"])
    assert following(daily, "2026-12-24 12:00") == "2026-12-25 01:00"
    assert following(daily, "2026-12-25 01:00") == "2026-12-27 01:00"


def test_no_slot_is_left() -> None:
    with pytest.raises(OverflowError, match="year 10000"):
        following(schedule("mon", "20:00"), "9999-12-30 12:00")


# --- from when it is counted


def test_a_late_run_moves_nothing() -> None:
    weekly = schedule("fri", "20:00", minimum=48)
    for ran in ("2026-12-04 20:00", "2026-12-04 20:07", "2026-12-06 11:00", "2026-12-09 20:00"):
        assert following(weekly, "2026-12-04 20:00", ran) == "2026-12-11 20:00"


def test_the_minimum_pushes_to_a_later_slot() -> None:
    weekly = schedule("fri", "20:00", minimum=48)
    assert following(weekly, "2026-12-04 20:00", "2026-12-09 20:01") == "2026-12-18 20:00"
    daily = schedule(EVERY_DAY, "20:00", minimum=24)  # what the docstring of Rule warns of
    assert following(daily, "2026-12-04 20:00", "2026-12-04 20:00") == "2026-12-05 20:00"
    assert following(daily, "2026-12-04 20:00", "2026-12-04 20:01") == "2026-12-06 20:00"


def test_after_an_outage() -> None:
    weekly = schedule("fri", "20:00", minimum=48)
    assert following(weekly, "2026-12-04 20:00", "2027-03-03 09:00") == "2027-03-05 20:00"
    assert following(weekly, "2026-12-04 20:00", "2027-03-04 09:00") == "2027-03-12 20:00"
    # The clocks changed meanwhile.
    assert following(weekly, "2026-12-04 20:00", "2027-04-01 09:00") == "2027-04-09 19:00"


def test_a_phase_run_early_gains_no_deadline_before_the_scheduled_one() -> None:
    weekly = schedule("fri", "20:00")
    assert following(weekly, "2026-12-04 20:00", "2026-12-01 09:00") == "2026-12-11 20:00"


def test_each_kind_has_its_rule() -> None:
    moves = Rule(weekdays=("fri",), time="20:00", minimum_hours=48, grace_hours=24)
    others = Rule(weekdays=("mon", "wed"), time="9:00", minimum_hours=12)
    both = Schedule(zone="Europe/London", phases={"M": moves, "default": others})
    friday = at("2026-12-04 20:00")
    assert due(both, phase("R"), friday, friday) == at("2026-12-07 09:00")
    assert due(both, phase("A"), friday, friday) == at("2026-12-07 09:00")
    assert due(both, phase("M"), friday, friday) == at("2026-12-11 20:00")
    assert closes(friday, both, "M") == at("2026-12-05 20:00")
    assert closes(friday, both, "R") == friday


def test_grace_is_hours_not_wall_time() -> None:
    rule = Rule(weekdays=("sat",), time="20:00", grace_hours=24)
    graceful = Schedule(zone="Europe/London", phases={"default": rule})
    saturday = due(graceful, phase(), at("2026-03-26 12:00"), at("2026-03-26 12:00"))
    assert closes(saturday, graceful, "") == at("2026-03-29 20:00")
    in_london = saturday.astimezone(ZoneInfo("Europe/London"))
    assert closes(in_london, graceful, "") == at("2026-03-29 20:00")


def test_reminders() -> None:
    rule = Rule(weekdays=("fri",), time="20:00")
    reminding = Schedule(zone="UTC", phases={"default": rule}, reminders=(24, 48, 24.0, 0.5))
    friday = at("2026-12-04 20:00")
    all_three = (at("2026-12-02 20:00"), at("2026-12-03 20:00"), at("2026-12-04 19:30"))
    assert reminders(friday, reminding, at("2026-11-27 20:00")) == all_three
    assert reminders(friday, reminding, at("2026-12-02 20:00")) == all_three[1:]
    assert reminders(friday, reminding, at("2026-12-04 19:45")) == ()
    assert reminders(friday, schedule("fri", "20:00"), at("2026-11-27 20:00")) == ()


def test_other_zones_come_in_and_utc_goes_out() -> None:
    weekly = schedule("fri", "20:00", "America/New_York")
    tokyo = timezone(timedelta(hours=9))
    found = due(weekly, phase(), at("2026-12-04 12:00").astimezone(tokyo), at("2026-12-04 12:00"))
    assert (found, found.tzinfo) == (at("2026-12-05 01:00"), UTC)


def test_a_naive_datetime_is_refused() -> None:
    weekly, naive, aware = schedule("fri", "20:00"), datetime(2026, 12, 4), at("2026-12-04 20:00")
    with pytest.raises(ValueError, match="naive"):
        due(weekly, phase(), naive, aware)
    with pytest.raises(ValueError, match="naive"):
        due(weekly, phase(), aware, naive)
    with pytest.raises(ValueError, match="naive"):
        closes(naive, weekly, "")
    with pytest.raises(ValueError, match="naive"):
        reminders(naive, weekly, aware)
    with pytest.raises(ValueError, match="naive"):
        shown(naive, "UTC")


# --- shown


@pytest.mark.parametrize(
    ("instant", "zone", "expected"),
    [
        ("2026-12-04 19:00", "Europe/Paris", "Fri 4 Dec 2026 20:00 CET (19:00 UTC)"),
        ("2026-07-04 18:00", "Europe/Paris", "Sat 4 Jul 2026 20:00 CEST (18:00 UTC)"),
        ("2026-12-05 01:00", "America/New_York", "Fri 4 Dec 2026 20:00 EST (Sat 5 Dec 01:00 UTC)"),
        ("2026-12-31 20:00", "Asia/Tokyo", "Fri 1 Jan 2027 05:00 JST (Thu 31 Dec 20:00 UTC)"),
        ("2026-12-04 20:00", "Europe/London", "Fri 4 Dec 2026 20:00 GMT (20:00 UTC)"),
        ("2026-12-04 20:00", "UTC", "Fri 4 Dec 2026 20:00 UTC"),
        ("2026-12-04 20:00", "Etc/UTC", "Fri 4 Dec 2026 20:00 UTC"),
        ("2026-12-04 20:00", "America/Sao_Paulo", "Fri 4 Dec 2026 17:00 UTC-03 (20:00 UTC)"),
        (
            "2026-10-03 15:45",
            "Australia/Lord_Howe",
            "Sun 4 Oct 2026 02:45 UTC+11 (Sat 3 Oct 15:45 UTC)",
        ),
        # The hour that comes twice.
        ("2026-10-25 00:30", "Europe/London", "Sun 25 Oct 2026 01:30 BST (00:30 UTC)"),
        ("2026-10-25 01:30", "Europe/London", "Sun 25 Oct 2026 01:30 GMT (01:30 UTC)"),
        # To the minute, and a minute not yet over is not begun.
        ("2026-12-04 20:00:59", "UTC", "Fri 4 Dec 2026 20:00 UTC"),
    ],
)
def test_shown(instant: str, zone: str, expected: str) -> None:
    assert shown(at(instant), zone) == expected


def test_shown_names_every_day_and_month() -> None:
    first = [shown(at(f"2026-{month:02}-01 12:00"), "UTC") for month in range(1, 13)]
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
    assert " ".join(text.split()[2] for text in first) == months
    days = [shown(at(f"2026-06-0{day} 12:00"), "UTC") for day in range(1, 8)]
    assert " ".join(text.split()[0] for text in days) == "Mon Tue Wed Thu Fri Sat Sun"


# --- what a GM writes

WRITTEN = """\
zone: Europe/London
phases:
  default: {weekdays: [mon, wed, fri], time: 20:00, minimum_hours: 20}
  M:
    weekdays: [fri]
    time: 20:00
    minimum_hours: 48
    grace_hours: 0.5
skipped: [2026-12-11, 2026-12-20..2027-01-03]
reminders: [48, 24]
early: 1
"""


def test_a_schedule_is_read_and_written_again() -> None:
    read = parse(WRITTEN, "game.yaml", Schedule)
    assert read == Schedule(
        zone="Europe/London",
        phases={
            "default": Rule(weekdays=("mon", "wed", "fri"), time="20:00", minimum_hours=20),
            "M": Rule(weekdays=("fri",), time="20:00", minimum_hours=48, grace_hours=0.5),
        },
        skipped=("2026-12-11", "2026-12-20..2027-01-03"),
        reminders=(48, 24),
        early=1,
    )
    assert msgspec.json.decode(msgspec.json.encode(read), type=Schedule) == read


def test_what_may_be_left_out() -> None:
    text = "zone: UTC\nphases:\n  default: {weekdays: [fri], time: 9:00}\nearly: null\n"
    read = parse(text, "game.yaml", Schedule)
    rule = read.rule(phase("R"))
    assert (rule.minimum_hours, rule.grace_hours) == (12, 0)
    assert (read.skipped, read.reminders, read.early) == ((), (), None)


@pytest.mark.parametrize(
    ("right", "wrong", "where", "message"),
    [
        ("Europe/London", "Europe/Londn", "key (whole file)", "is Europe/London meant?"),
        ("Europe/London", "EST", "key (whole file)", "no time zone 'EST'; write one as Europe/Lon"),
        ("Europe/London", "Europe", "key (whole file)", "there is no time zone 'Europe'"),
        ("Europe/London", "../etc/passwd", "key (whole file)", "no time zone '../etc/passwd'"),
        ("Europe/London", "''", "key (whole file)", "there is no time zone ''"),
        ("[fri]", "[]", "line 5, key phases.M", "weekdays: name at least one of mon, tue"),
        ("[fri]", "[friday]", "line 5, key phases.M", "weekdays: 'friday' is none of mon, tue"),
        ("[fri]", "fri", "line 5, key phases.M.weekdays", "Expected `array`"),
        ("20:00\n", "24:30\n", "line 5, key phases.M", "time: '24:30' is not a time from 00:00 to"),
        ("20:00\n", "24:00\n", "line 5, key phases.M", "time: '24:00'"),
        ("20:00\n", "8pm\n", "line 5, key phases.M", "such as 20:00"),
        ("20:00\n", "20:60\n", "line 5, key phases.M", "time: '20:60'"),
        ("20:00\n", "20:00:30\n", "line 5, key phases.M", "time: '20:00:30'"),
        ("_hours: 48", "_hours: -1", "line 5, key phases.M", "minimum_hours: -1 is not from 0 to"),
        ("_hours: 48", "_hours: nan", "line 5, key phases.M", "minimum_hours: nan is not"),
        ("_hours: 48", "_hours: two", "line 7, key phases.M.minimum_hours", "Expected `float`"),
        ("_hours: 0.5", "_hours: inf", "line 5, key phases.M", "grace_hours: inf is not"),
        ("grace_hours", "grace", "line 5, key phases.M", "unknown field `grace`"),
        ("default:", "R:", "key (whole file)", "phases: there is no rule 'default'"),
        (", time: 20:00, ", ", ", "line 3, key phases.default", "required field `time`"),
        ("2026-12-11", "2026-02-29", "key (whole file)", "skipped: '2026-02-29' has no such date"),
        ("2026-12-11", "11/12/2026", "key (whole file)", "write 2026-12-31, or 2026-12-20..2027"),
        ("2027-01-03", "2026-12-19", "key (whole file)", "'2026-12-20..2026-12-19' runs backwards"),
        ("..2027-01-03", "..", "key (whole file)", "'2026-12-20..' has no such date"),
        ("2027-01-03", "2037-01-03", "key (whole file)", "is longer than a year"),
        ("[48, 24]", "[48, -24]", "key (whole file)", "reminders: -24 is not from 0 to"),
        ("early: 1", "early: 1e9", "key (whole file)", "early: 1e+09 is not from 0 to 8784 hours"),
        ("early: 1", "early: never", "line 11, key early", "Expected `float | null`"),
        ("early: 1", "erly: 1", "key (whole file)", "unknown field `erly`"),
    ],
)
def test_a_wrong_schedule(right: str, wrong: str, where: str, message: str) -> None:
    assert WRITTEN.count(right) >= 1
    with pytest.raises(BadDocument) as caught:
        parse(WRITTEN.replace(right, wrong), "game.yaml", Schedule)
    assert where in caught.value.where
    assert message in caught.value.message


@pytest.mark.parametrize("name", ["Europe/London", "America/Indiana/Knox", "UTC", "Etc/GMT+5"])
def test_zones_that_are(name: str) -> None:
    assert zone_named(name) == ZoneInfo(name)


@pytest.mark.parametrize(
    "name", ["America/Indiana", "/etc/passwd", "A/\0", "x/" + "x" * 300, "É/é"]
)
def test_zones_that_are_not(name: str) -> None:
    with pytest.raises(ValueError, match="there is no time zone"):
        shown(at("2026-12-04 20:00"), name)


# --- what holds of all

ZONES = [
    "Europe/London",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Tokyo",
    "Africa/Cairo",
    "America/Scoresbysund",
    "Africa/Casablanca",
    "Pacific/Chatham",
]
INSTANTS = st.datetimes(datetime(2024, 1, 1), datetime(2031, 1, 1), timezones=st.just(UTC))


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    days = draw(st.lists(st.sampled_from(WEEKDAYS), min_size=1, max_size=7))
    # Small hours more often: there the clocks change.
    wall = draw(st.times() | st.times(time(0, 0), time(3, 30)))
    spans = []
    for _ in range(draw(st.integers(0, 3))):
        first = draw(st.dates(date(2024, 1, 1), date(2031, 1, 1)))
        last = first + timedelta(days=draw(st.integers(0, 40)))
        spans.append(draw(st.sampled_from([f"{first}", f"{first}..{last}"])))
    return schedule(
        ",".join(days),
        f"{wall:%H:%M}",
        draw(st.sampled_from(ZONES)),
        draw(st.integers(0, 200) | st.floats(0, 200)),
        spans,
    )


def is_skipped(day: date, spans: Sequence[str]) -> bool:
    ends = [span.partition("..") for span in spans]
    return any(first <= day.isoformat() <= (last or first) for first, _, last in ends)


def slots(schedule: Schedule, begin: datetime, end: datetime) -> list[datetime]:
    """All slots from one instant to another, day by day from the zone's offsets on either side."""
    rule = schedule.phases["default"]
    zone = ZoneInfo(schedule.zone)
    wanted = time.fromisoformat(rule.time)
    found = []
    day = (begin - timedelta(days=2)).date()
    while day <= (end + timedelta(days=2)).date():
        wall = datetime.combine(day, wanted)
        if WEEKDAYS[day.weekday()] in rule.weekdays and not is_skipped(day, schedule.skipped):
            around = [wall.replace(tzinfo=UTC) + timedelta(hours=h) for h in (-36, 36)]
            before, after = (instant.astimezone(zone).utcoffset() for instant in around)
            assert before is not None
            assert after is not None
            candidates = sorted(wall.replace(tzinfo=UTC) - offset for offset in (before, after))
            real = [c for c in candidates if c.astimezone(zone).replace(tzinfo=None) == wall]
            # Left out by the clock: as if it had not been changed.
            slot = real[0] if real else wall.replace(tzinfo=UTC) - before
            if begin <= slot <= end:
                found.append(slot)
        day += timedelta(days=1)
    return found


@given(schedules(), INSTANTS, INSTANTS)
@example(schedule("sun", "01:30"), at("2026-03-28 12:00"), at("2026-03-28 12:00"))
@example(schedule("sun", "01:30"), at("2026-10-25 00:30"), at("2026-10-25 00:45"))
def test_it_is_the_first_slot_that_may_be(
    schedule: Schedule, previous: datetime, now: datetime
) -> None:
    found = due(schedule, phase(), previous, now)
    rule = schedule.phases["default"]
    earliest = now + timedelta(hours=rule.minimum_hours)
    assert found > previous
    assert found >= earliest
    begin = max(previous + timedelta(microseconds=1), earliest)
    assert slots(schedule, begin, found) == [found]


@given(schedules(), INSTANTS, INSTANTS)
def test_it_stands_on_the_wall_as_written(
    schedule: Schedule, previous: datetime, now: datetime
) -> None:
    found = due(schedule, phase(), previous, now)
    rule = schedule.phases["default"]
    wall = found.astimezone(ZoneInfo(schedule.zone))
    if f"{wall:%H:%M}" != rule.time.zfill(5):  # moved by a clock change, so undo that
        before = (found - timedelta(hours=3)).astimezone(wall.tzinfo)
        change = (wall.utcoffset() or timedelta()) - (before.utcoffset() or timedelta())
        assert timedelta() < change <= timedelta(hours=1)
        wall -= change
    assert f"{wall:%H:%M}" == rule.time.zfill(5)
    assert WEEKDAYS[wall.weekday()] in rule.weekdays
    assert not is_skipped(wall.date(), schedule.skipped)
    assert (wall.second, wall.microsecond, wall.fold) == (0, 0, 0)


@given(schedules(), st.lists(INSTANTS, min_size=2, max_size=4), INSTANTS)
def test_a_later_previous_deadline_gives_none_earlier(
    schedule: Schedule, instants: list[datetime], other: datetime
) -> None:
    instants.sort()
    by_previous = [due(schedule, phase(), previous, other) for previous in instants]
    by_now = [due(schedule, phase(), other, now) for now in instants]
    assert all(first <= second for first, second in pairwise(by_previous))
    assert all(first <= second for first, second in pairwise(by_now))


@given(schedules(), INSTANTS, INSTANTS)
def test_the_same_again_and_after_json(
    schedule: Schedule, previous: datetime, now: datetime
) -> None:
    found = due(schedule, phase(), previous, now)
    again = msgspec.json.decode(msgspec.json.encode(schedule), type=Schedule)
    assert due(again, phase(), previous, now) == found


@given(schedules(), INSTANTS)
def test_deadline_after_deadline_follows_in_order(schedule: Schedule, start: datetime) -> None:
    """A game whose turns run on time meets each slot once, where no minimum is in the way."""
    free = msgspec.structs.replace(
        schedule,
        phases={"default": msgspec.structs.replace(schedule.phases["default"], minimum_hours=0)},
    )
    met = [start]
    for _ in range(8):
        met.append(due(free, phase(), met[-1], met[-1]))
    assert met[1:] == slots(free, start + timedelta(microseconds=1), met[-1])
