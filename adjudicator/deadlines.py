"""When phases are due: the schedule that a GM writes, and the instants that follow from it.

A slot is a day of the calendar and a time on the wall in the schedule's zone: 20:00 is 20:00 in
summer and in winter. A wall time that a clock change leaves out is moved forward by what the change
leaves out; one that comes twice counts at its first. Instants are aware datetimes; those given
back are in UTC. There is no clock here, and every function is pure.
"""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

from dateutil.rrule import DAILY, rrule
from dateutil.tz import resolve_imaginary
from msgspec import Struct

from adjudicator.variant import Phase

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST = 366 * 24  # hours

_DAY_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTH_NAMES = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When phases of one kind are due. ValueError if it makes no sense.

    weekdays        of `WEEKDAYS`, one at least
    time            on the wall, ``20:00``
    minimum_hours   the players have at least so long, from when the turn before ran. That is some
                    minutes after its deadline: with 24, daily phases would be due every other day
    grace_hours     so long after the deadline the phase is still held open
    """

    weekdays: tuple[str, ...]
    time: str
    minimum_hours: float = 12
    grace_hours: float = 0

    def __post_init__(self) -> None:
        if not self.weekdays:
            raise ValueError(f"weekdays: name at least one of {', '.join(WEEKDAYS)}")
        for day in self.weekdays:
            if day not in WEEKDAYS:
                raise ValueError(f"weekdays: {day!r} is none of {', '.join(WEEKDAYS)}")
        _wall_time(self.time)
        _check_hours("minimum_hours", self.minimum_hours)
        _check_hours("grace_hours", self.grace_hours)


class Schedule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's deadlines as its GM writes them. ValueError if they make no sense.

    zone        of all times and dates here: ``Europe/London``, or ``UTC``
    phases      kind of phase -> its rule, whole; ``default`` is that of every other kind
    skipped     dates without a deadline: ``2026-12-31``, or ``2026-12-20..2027-01-03``, both ends
                skipped. Grace may still end on one
    reminders   hours before the deadline at which those who owe orders are reminded
    early       hours from when all are ready until the phase is run; None: it is never run early
    """

    zone: str
    phases: dict[str, Rule]
    skipped: tuple[str, ...] = ()
    reminders: tuple[float, ...] = ()
    early: float | None = None

    def __post_init__(self) -> None:
        zone_named(self.zone)
        if "default" not in self.phases:
            raise ValueError("phases: there is no rule 'default', for the kinds without their own")
        for text in self.skipped:
            try:
                dates(text)
            except ValueError as error:
                raise ValueError(f"skipped: {error}") from None
        for hours in self.reminders:
            _check_hours("reminders", hours)
        if self.early is not None:
            _check_hours("early", self.early)

    def rule(self, kind: str) -> Rule:
        """The rule of a kind of phase."""
        return self.phases.get(kind, self.phases["default"])


def zone_named(name: str) -> ZoneInfo:
    """The zone of an IANA name. ValueError if there is none.

    Of names that are no place only ``UTC`` is one: ``EST`` has no summer time, as few who write it
    know.
    """
    try:
        if "/" in name or name == "UTC":
            return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # OSError: ``America/Indiana`` is a folder
        pass
    near = get_close_matches(name, sorted(available_timezones()), 1, 0.8)
    hint = f"is {near[0]} meant?" if near and "/" in near[0] else "write one as Europe/London"
    raise ValueError(f"there is no time zone {name!r}; {hint}")


def due(schedule: Schedule, phase: Phase, previous_deadline: datetime, now: datetime) -> datetime:
    """The phase's deadline, in UTC: its first slot that is after the previous deadline and not
    before `now` plus the rule's minimum hours; `now` for one in which nobody has a choice.

    `previous_deadline` is when the phase before was due, not when it ran, so that a late run moves
    nothing; for the first phase of a game it is `now`. ValueError for a naive datetime,
    OverflowError if no slot is left before the year 10000.
    """
    if phase.automatic:
        return _utc(now)
    rule = schedule.rule(phase.kind)
    zone = zone_named(schedule.zone)
    previous = _utc(previous_deadline)
    earliest = _utc(now) + timedelta(hours=rule.minimum_hours)
    skipped = [dates(text) for text in schedule.skipped]
    # From the day before: its slot may have been moved over midnight.
    start = max(previous, earliest).astimezone(zone).date() - timedelta(days=1)
    weekdays = [WEEKDAYS.index(day) for day in rule.weekdays]
    wall_times: Iterable[datetime] = rrule(
        DAILY, datetime.combine(start, _wall_time(rule.time)), byweekday=weekdays
    )
    for wall in wall_times:
        if any(first <= wall.date() <= last for first, last in skipped):
            continue
        slot = resolve_imaginary(wall.replace(tzinfo=zone)).astimezone(UTC)
        if slot > previous and slot >= earliest:
            return slot
    raise OverflowError("there is no slot left before the year 10000")


def closes(deadline: datetime, schedule: Schedule, kind: str) -> datetime:
    """When the grace of a phase of this kind ends, in UTC. ValueError for a naive datetime."""
    return _utc(deadline) + timedelta(hours=schedule.rule(kind).grace_hours)


def reminders(deadline: datetime, schedule: Schedule, opened: datetime) -> tuple[datetime, ...]:
    """The instants of the reminders of a deadline, in UTC, the earliest first.

    Left out are those not after `opened`, when the players were told of the phase. ValueError for a
    naive datetime.
    """
    end, begin = _utc(deadline), _utc(opened)
    instants = {end - timedelta(hours=hours) for hours in schedule.reminders}
    return tuple(sorted(instant for instant in instants if instant > begin))


def shown(instant: datetime, zone: str) -> str:
    """``Fri 4 Dec 2026 20:00 CET (19:00 UTC)``: the instant in a zone and in UTC, to the minute.

    Where UTC has another date, it is said: ``20:00 EST (Sat 5 Dec 01:00 UTC)``. ValueError for a
    naive datetime or an unknown zone.
    """
    utc = _utc(instant)
    local = utc.astimezone(zone_named(zone))
    name = local.tzname() or ""
    if name[:1] in ("+", "-"):  # a zone without letters of its own
        name = f"UTC{name}"
    text = f"{_day(local)} {local.year} {local:%H:%M} {name}"
    if name == "UTC":
        return text
    day = "" if utc.date() == local.date() else f"{_day(utc)} "
    return f"{text} ({day}{utc:%H:%M} UTC)"


def _day(instant: datetime) -> str:
    # By hand, since strftime speaks the language of the machine.
    return f"{_DAY_NAMES[instant.weekday()]} {instant.day} {_MONTH_NAMES[instant.month - 1]}"


def _utc(instant: datetime) -> datetime:
    # Python counts hours between two times of one zone on the wall; in UTC they are hours.
    if instant.tzinfo is None:
        raise ValueError(f"{instant} is naive: its zone is not known")
    return instant.astimezone(UTC)


def _wall_time(text: str) -> time:
    if re.fullmatch(r"([01]?[0-9]|2[0-3]):[0-5][0-9]", text) is None:
        raise ValueError(f"time: {text!r} is not a time from 00:00 to 23:59, such as 20:00")
    hour, _, minute = text.partition(":")
    return time(int(hour), int(minute))


def dates(text: str) -> tuple[date, date]:
    """The first and last date of ``2026-12-31`` or ``2026-12-20..2027-01-03``. ValueError if it is
    neither, runs backwards, or is longer than a year."""
    first, dots, last = text.partition("..")
    begin = _date(first, text)
    end = _date(last, text) if dots else begin
    if end < begin:
        raise ValueError(f"{text!r} runs backwards; the earlier date stands first")
    if end - begin > timedelta(days=366):
        raise ValueError(f"{text!r} is longer than a year")
    return begin, end


def _date(part: str, text: str) -> date:
    try:
        return date.fromisoformat(part.strip())
    except ValueError:
        form = "write 2026-12-31, or 2026-12-20..2027-01-03"
        raise ValueError(f"{text!r} has no such date in it; {form}") from None


def _check_hours(field: str, hours: float) -> None:
    if not 0 <= hours <= LONGEST:  # so written, it refuses "nan" too
        raise ValueError(f"{field}: {hours:g} is not from 0 to {LONGEST} hours, which is a year")
