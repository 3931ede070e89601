"""What a report of Young Kingdoms says: of orders, of what is unusual, of Elric to whom it may."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.events import may_know
from adjudicator.office.reports import render, render_html
from adjudicator.orders import Seat, Sheet
from adjudicator.simultaneous.game import PhaseResolved, YearEnd
from adjudicator.simultaneous.position import (
    Dislodged,
    Outcome,
    Position,
    Resolution,
    Retreat,
    Unit,
)
from adjudicator.simultaneous.title import Title
from adjudicator.simultaneous.view import View
from adjudicator.turns.turn import Seeds, Turn
from tests.rules import rule
from tests.variants.young_kingdoms.cases import (
    Case,
    cases,
    elric,
    options,
    position,
    sheets,
)
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.orders import (
    Admit,
    Enlist,
    FirstMove,
    Guest,
    Hold,
    Landing,
    Move,
    Order,
    Renounce,
)
from variants.young_kingdoms.state import (
    BOARD,
    CenterFreed,
    ElricFound,
    ElricHid,
    ElricLeft,
    ElricMovedOn,
    ElricReigns,
    Event,
    State,
)
from variants.young_kingdoms.view import guests, remarks, results, units_shown


def unit(text: str, id_: str = "") -> Unit:
    """``SHZ A SHA``; a neutral garrison is ``- G ORG``."""
    power, kind, place = text.split()
    return Unit(None if power == "-" else power, kind, place, id_)


def units(*texts: str) -> tuple[Unit, ...]:
    return tuple(map(unit, texts))


def outcome(seat: Seat, order: Any, result: Any, reason: str = "", *by: str) -> Outcome:
    return Outcome(seat, order, result, False, reason, units(*by))


def resolved(
    before: tuple[Unit, ...], phase: str = "S6480M", eliminated: tuple[Seat, ...] = (), **came: Any
) -> PhaseResolved:
    outcomes = came.pop("outcomes", ())
    after = came.pop("after", before)
    return PhaseResolved(
        Position(phase, before), Resolution(tuple(outcomes), after, **came), eliminated
    )


def said(*events: Event) -> dict[str, list[str]]:
    """The remarks by power, and the news under ""."""
    told = results(BOARD, events)
    return {"": list(told.news)} | {one.power: list(one.remarks) for one in told.powers}


def test_seasons_are_spring_and_autumn() -> None:
    assert results(BOARD, [resolved((), "S6480M")]).title == "Spring 6480, movement"
    assert results(BOARD, [resolved((), "F6480R")]).title == "Autumn 6480, retreats"


def test_orders_with_their_reasons() -> None:
    told = results(
        BOARD,
        [
            resolved(
                units("MEL D CAV", "PUR A/F FOE", "PUR G FOE"),
                outcomes=[
                    outcome("MEL", FirstMove("D", "CAV", "FOE"), "bounces", "repelled",
                            "PUR A/F FOE", "PUR G FOE"),
                    outcome("MEL", Move("D", "FOE", "MEN"), "void", "first_move_failed"),
                    outcome("PUR", Hold("A/F", "FOE"), "holds"),
                ],
            )
        ],
    )  # fmt: skip
    (melnibone, towns) = told.powers
    first, second = melnibone.orders
    assert first.order == "D CAV - FOE FIRST"
    towns_name = "Isle of the Purple Towns"
    assert first.why == f"bounced by A/F FOE ({towns_name}) and G FOE ({towns_name})"
    assert (first.failed, second.failed, second.result) == (True, True, "void")
    assert second.why == "the Dragon's first move failed, so it is not there"
    assert melnibone.remarks == towns.remarks == ()


def test_pieces_without_orders() -> None:
    """Garrisons have none, Elric at sea goes along; a guest's word is no order, nor a host's."""
    before = (
        *units("MEL D CAV", "MEL A/F IMR", "MEL G IMR", "SHZ F STC", "SHZ E STC", "- G ORG"),
        *units("VLM A NAD", "SHZ A AFL", "DHJ E AFL"),
        unit("DHJ C SIL", "SIL1"),
        unit("DHJ C SIL", "SIL2"),
        unit("DHJ C KEL", "SIL3"),
    )
    orders: list[tuple[Seat, Order]] = [
        ("MEL", FirstMove("D", "CAV")),
        ("VLM", Admit("A", "NAD")),
        ("SHZ", Hold("A", "AFL")),
        ("DHJ", Guest("E", "AFL")),
        ("DHJ", Hold("C2", "SIL")),
    ]
    outcomes = [outcome(seat, order, "succeeds") for seat, order in orders]
    told = said(resolved(before, outcomes=outcomes))
    assert told["MEL"] == ["no order: A/F IMR"]
    assert told["SHZ"] == ["no order: F STC"]
    assert told["VLM"] == ["no order: A NAD"]
    assert told["DHJ"] == ["no order: C KEL, C1 SIL, E AFL"]


@rule("young_kingdoms", "17")
def test_of_a_harbour_that_is_split_the_part_without_an_order_is_named() -> None:
    """As the answer to the orders says it."""
    sheet = outcome("PUR", Move("F", "FOE", "DRE"), "succeeds")
    told = said(resolved(units("PUR A/F FOE", "PUR G FOE"), outcomes=[sheet]))
    assert told["PUR"] == ["no order: A FOE"]


def test_whom_elric_leaves_owes_him_no_order() -> None:
    """He is gone before the season's orders are due (70)."""
    outcomes = [outcome("SHZ", Renounce(), "succeeds"), outcome("SHZ", Hold("A", "AFL"), "holds")]
    told = said(resolved(units("SHZ A AFL", "SHZ E AFL", "VLM E ORG"), outcomes=outcomes))
    assert "SHZ" not in told or told["SHZ"] == []
    assert told["VLM"] == ["no order: E ORG"]


@pytest.mark.parametrize(
    ("beaten", "retreats", "end"),
    [
        ("VLM A JAD", (Retreat("VIL"), Retreat("WEE")), "it may retreat to VIL or WEE"),
        ("VLM A JAD", (), "it has nowhere to retreat and is disbanded"),
        ("MEL D JAD", (), "it has nowhere to retreat and is lost for ever"),
        ("DHJ C JAD", (), "units of Chaos do not retreat, so it is disbanded"),
        ("PUR G FOE", (), "garrisons do not retreat, so it is disbanded"),
        ("SHZ E JAD", (), "he leaves his ally"),
        ("PUR A/F DRS", (Retreat("DRW"), Retreat("SER"), Retreat("CAV", "fleet"),
                         Retreat("FIL", "army"), Retreat("ARG", "army")),
         "it may retreat as one to DRW or SER, or apart, the fleet to CAV and the army to FIL or "
         "ARG"),
        ("PUR A/F DRS", (Retreat("CAV", "fleet"),), "it may retreat apart, the fleet to CAV"),
    ],
)  # fmt: skip
def test_what_becomes_of_the_dislodged(
    beaten: str, retreats: tuple[Retreat, ...], end: str
) -> None:
    case = Dislodged(unit(beaten), units("LOR A RIG"), retreats=retreats)
    told = said(resolved((), dislodged=(case,)))
    power, kind, place = beaten.split()
    assert told[power] == [f"{kind} {place} was dislodged by A RIG (Lormyr); {end}."]


def test_a_neutral_garrison_is_news_for_all() -> None:
    case = Dislodged(unit("- G ORG"), units("MEL D TRO"))
    assert said(resolved((), dislodged=(case,))) == {
        "": ["G ORG was dislodged by D TRO (Melnibone); garrisons do not retreat, so it is "
             "disbanded."]
    }  # fmt: skip


@pytest.mark.parametrize("reason", ["fleet_elsewhere", "landing_paradox"])
def test_an_army_that_did_not_land_stays_aboard(reason: str) -> None:
    landing = outcome("LOR", Landing("A", "DRS", "FIL"), "void", reason, "MEL D CAV")
    told = said(resolved(units("LOR A/F SER"), outcomes=[landing]))
    stays = [one for one in told["LOR"] if "aboard" in one]
    assert stays == ["The army that was to land in FIL stays aboard."]
    told = said(resolved(units("LOR A MEN"), outcomes=[landing]))
    assert not [one for one in told["LOR"] if "aboard" in one]  # it had never boarded


def test_an_army_that_its_own_ferry_cannot_land_is_aboard() -> None:
    ferried = outcome("LOR", Move("A", "RAM", "SOR"), "bounces", "repelled", "DHJ F SOR")
    before = units("LOR A RAM", "LOR F DRS")
    told = said(resolved(before, after=units("LOR A/F DRS"), outcomes=[ferried]))
    assert "The army that was to land in SOR stays aboard." in told["LOR"]
    told = said(resolved(before, outcomes=[ferried]))
    assert not [one for one in told["LOR"] if "aboard" in one]  # a foreign one stays at home


def test_who_bounced_it_is_named_as_it_stands() -> None:
    bounced = outcome(
        "MEL", Move("D", "SER", "FOE"), "bounces", "repelled", "PUR A FOE", "PUR F FOE"
    )
    told = results(BOARD, [resolved(units("MEL D SER", "PUR A/F FOE"), outcomes=[bounced])])
    assert told.powers[0].orders[0].why == "bounced by A/F FOE (Isle of the Purple Towns)"


@pytest.mark.parametrize("home", ["IMR", "DRE"])
def test_an_army_that_would_land_is_aboard_of_what_bounced(home: str) -> None:
    """Its landing is an order of its own (84), but what sails is the A/F."""
    state = State(
        Position("S6480M", units(f"MEL A/F {home}", "DHJ F PAN"), {"IMR": "MEL"}), Options()
    )
    given = {
        "MEL": (Move("A/F", home, "DRN"), Landing("A", "DRN", "JAD")),
        "DHJ": (Move("F", "PAN", "DRN"),),
    }
    given_sheets = {seat: Sheet(seat, "S6480M", orders) for seat, orders in given.items()}
    turn: Turn[Any, Any] = Turn("S6480M", given_sheets, seeds=Seeds(bytes(32), bytes(32)))
    VARIANT.run(state, turn)
    told = {
        one.power: one.orders for one in VARIANT.results([one.event for one in turn.told]).powers
    }
    assert told["DHJ"][0].why == f"bounced by A/F {home} (Melnibone)"


@pytest.mark.parametrize("phase", ["F6480M", "F6480R", "F6480A"])
def test_what_is_closed_is_no_center_any_more(phase: str) -> None:
    owned = {"BAK": "VLM", "JAD": None}
    view = VARIANT.view(
        State(Position(phase, (), owned), Options(), elric=Elric(reigns=True)), "VLM"
    )
    assert "JAD" in view.free
    assert not {"IMR (2)", "TAN"} & {*view.free}


@pytest.mark.parametrize("case", cases(), ids=itemgetter("id"))
def test_the_report_of_every_case(case: Case) -> None:
    """Each reason has its words, and all fits; the public learns no hiding place that was drawn."""
    state = State(position(case), options(case), elric=elric(case))
    seeds = Seeds(bytes(32), bytes(32))
    given = {seat: Sheet(seat, "", tuple(orders)) for seat, orders in sheets(case).items()}
    turn: Turn[Any, Any] = Turn(case["phase"], given, seeds=seeds)
    after = VARIANT.run(state, turn)
    told = VARIANT.results([one.event for one in turn.told if may_know("public", one.audience)])
    view = VARIANT.view(after, "public")
    facts = {"title": told.title, "results": told, "view": view}
    text = render("young_kingdoms", "resolution.txt.j2", facts)
    assert max(map(len, text.splitlines())) <= 78
    assert all(line.why for one in told.powers for line in one.orders if line.failed)
    hidden = after.elric.hidden
    if hidden and after.elric.finder is None:
        assert "Elric hides" not in text
        assert "Elric is in" not in text


# --- Elric


def test_elric_finds_an_ally_and_leaves_him() -> None:
    enlisted = resolved((), outcomes=[outcome("SHZ", Enlist(), "succeeds")])
    assert said(enlisted)[""] == ["Elric is the ally of Shazar now."]
    refused = resolved((), outcomes=[outcome("SHZ", Enlist(), "illegal", "not_found")])
    assert said(refused)[""] == []
    renounced = resolved((), outcomes=[outcome("SHZ", Renounce(), "succeeds")])
    left = ElricLeft("SHZ", "BAK")
    assert said(renounced, left)[""] == ["Elric has left Shazar: Shazar has renounced his help."]
    assert said(resolved(()), left)[""] == ["Elric has left Shazar: driven out."]


def test_elric_and_a_unit_of_chaos_part() -> None:
    """Nobody has driven him out (69)."""
    parted = resolved((), dislodged=(Dislodged(unit("DHJ E BAK")),))
    told = said(parted, ElricLeft("DHJ", "BAK"))
    assert told["DHJ"] == ["E BAK cannot stay with a unit of Chaos; he leaves his ally."]
    assert told[""] == ["Elric has left Dharijor: he does not stay with a unit of Chaos."]
    beaten = resolved((), dislodged=(Dislodged(unit("DHJ E BAK"), units("SHZ A RIG")),))
    told = said(beaten, ElricLeft("DHJ", "BAK"))
    assert told[""] == ["Elric has left Dharijor: driven out."]


def test_what_the_dragon_and_chaos_have_freed() -> None:
    freed = [
        CenterFreed("BAK", "VLM", unit("MEL D BAK")),
        CenterFreed("MEN", "PUR", unit("SHZ C MEN", "SIL1")),
    ]
    assert said(resolved((), "F6480M"), *freed)[""] == [
        "Vilmir has lost Bakshaan (BAK); with D BAK (Melnibone) in it, it is nobody's.",
        "Isle of the Purple Towns has lost Menii (MEN); with C MEN (Shazar) in it, it is nobody's.",
    ]


def test_whose_guest_elric_is() -> None:
    standing = units("VLM A NAD", "SHZ E NAD", "SHZ A BAK")
    said = "Elric, the ally of Shazar, is the guest of Vilmir in Nadsokor (NAD)."
    for reader in READERS:
        assert guests(BOARD, standing) == (said,)
        shown = VARIANT.remarks(State(Position("F6480M", standing, {}), Options()), reader)
        assert [*shown] == [said]
    for others in (
        ("SHZ E BAK", "SHZ A BAK"),
        ("VLM A NAD", "SHZ E BAK"),
        ("SHZ E TAN", "SHZ C TAN"),
    ):
        assert guests(BOARD, units(*others)) == ()


def test_a_find_and_a_flight() -> None:
    told = said(resolved(()), ElricMovedOn("MEL", "TAR"), ElricFound("VLM", "ORG"))
    assert told[""] == [
        "Melnibone has found Elric in Tarkesh (TAR); he has fled from there.",
        "Vilmir has found Elric in Org (ORG), and may make him its ally with its next orders: "
        "ENLIST ELRIC.",
    ]


def test_the_throne() -> None:
    event = resolved(
        units("MEL A TAR", "VLM A TAN"),
        removed=((unit("MEL A TAR"), "throne"),),
        dislodged=(Dislodged(unit("VLM A TAN"), retreats=(Retreat("BAK"),)),),
        eliminated=("MEL",),
    )
    told = said(event, ElricReigns("VLM"))
    assert told[""] == [
        "Vilmir has brought Elric home. Elric has his throne again and has left the game. "
        "Melnibone is out of it, The Caves (CAV), Imrryr (IMR) and Tanelorn (TAN) are closed for "
        "ever, and 16 centers win."
    ]
    assert told["MEL"][-2:] == [
        "A TAR left the board, for Melnibone is out of the game.",
        "Melnibone is eliminated.",
    ]
    assert "A TAN has to leave, for TAN is closed; it may retreat to BAK." in told["VLM"]


def test_the_beginning() -> None:
    (said,) = results(BOARD, []).news
    assert said.startswith("Elric has gone into hiding. ")
    assert results(BOARD, [ElricHid("BAK")]).news == ("Elric hides in Bakshaan (BAK).",)


PUBLIC = Options()
SECRET = Options(elric_secret=True)
HIDDEN = ("Elric is hidden in one of the centers that were nobody's at the start.",)
READERS = ("public", *BOARD.powers)


def test_nobody_but_the_game_master_is_shown_the_hiding_place() -> None:
    """Two worlds that differ in it are the same to all others."""
    for reader in READERS:
        for told in (PUBLIC, SECRET):
            one, other = (remarks(BOARD, Elric(place), told, reader) for place in ("BAK", "TAR"))
            assert one == other == HIDDEN
    assert remarks(BOARD, Elric("BAK"), PUBLIC, "gm") == ("Elric is hidden in Bakshaan (BAK).",)


def test_who_is_shown_a_find() -> None:
    found = Elric("BAK", "SHZ")
    for reader in READERS:
        (open_,) = remarks(BOARD, found, PUBLIC, reader)
        assert open_.startswith("Elric is in Bakshaan (BAK), found by Shazar, ")
        (secret,) = remarks(BOARD, found, SECRET, reader)
        assert secret == (open_ if reader == "SHZ" else HIDDEN[0])
    assert "Shazar" in remarks(BOARD, found, SECRET, "gm")[0]


def test_an_allied_elric_is_a_unit_and_no_remark() -> None:
    assert remarks(BOARD, Elric(), PUBLIC, "public") == ()
    assert "closed for ever" in remarks(BOARD, Elric(reigns=True), PUBLIC, "public")[0]
    assert "hides once" in remarks(BOARD, Elric(left="BAK"), PUBLIC, "public")[0]


# --- the whole report


class Shown(Title[State, Order]):
    """As much of a title as its views need."""

    def __init__(self) -> None:
        self.board = BOARD

    def owed(self, state: State) -> dict[Seat, int]:
        return {"PUR": 2, "SHZ": 1, "DHJ": -1}

    def sites(self, state: State, seat: Seat) -> Sequence[str]:
        return {"PUR": ("FOE", "MEN"), "SHZ": ("AFL", "KEL", "SIG", "SIL")}[seat]

    def units_shown(self, state: State) -> Any:
        return units_shown(state.position.units)

    def remarks(self, state: State, reader: Any) -> tuple[str, ...]:
        return remarks(BOARD, state.elric, state.options, reader)


def view(phase: str = "F6480A", reader: str = "PUR", **changes: Any) -> View:
    pieces = (
        *units("PUR A/F FOE", "PUR G FOE", "- G ORG", "SHZ A AFL", "SHZ E AFL", "MEL D CAV"),
        unit("DHJ C SIL", "SIL1"),
        unit("DHJ C SIL", "SIL2"),
        unit("DHJ C MAR", "KEL1"),
    )
    owners: dict[str, Seat | None] = dict.fromkeys(BOARD.centers)
    owners |= {"FOE": "PUR", "MEN": "PUR", "AFL": "SHZ"}
    state = State(Position(phase, pieces, owners), PUBLIC)
    return Shown().view(replace(state, **changes), reader)


def test_the_pieces_and_centers_of_each() -> None:
    shown = {one.power: one for one in view().powers}
    assert shown["PUR"].units == ("A/F FOE", "G FOE")
    assert shown["PUR"].centers == ("FOE (2)", "MEN")
    assert shown["PUR"].counted == "3 centers"
    assert shown["SHZ"].units == ("A AFL", "E AFL")
    assert shown["DHJ"].units == ("C MAR", "C1 SIL", "C2 SIL")
    assert view().neutral == ("G ORG",)
    assert "IMR (2)" in view().free


def test_what_is_due() -> None:
    assert [one.text for one in view().due] == [
        "Isle of the Purple Towns (you): 2 to build, in FOE, MEN",
        "Shazar: 1 to build, in AFL, KEL, SIG, SIL",
        "Dharijor: 1 to remove",
    ]


@rule("young_kingdoms", "69")
def test_the_finder_alone_is_told_how_to_enlist_elric() -> None:
    """With the orders of a season, not with the builds before it."""
    hint = ["Vilmir (you): ENLIST ELRIC makes Elric your ally at once"]

    def due(phase: str, reader: str) -> list[str]:
        position = Position(phase, units("VLM A ORG", "SHZ A AFL"), dict.fromkeys(BOARD.centers))
        shown = VARIANT.view(State(position, PUBLIC, elric=Elric("ORG", "VLM")), reader)
        return [one.text for one in shown.due if "ENLIST" in one.text]

    assert due("S6481M", "VLM") == hint
    assert due("S6481M", "SHZ") == due("F6480A", "VLM") == due("S6481M", "all") == []


@pytest.mark.parametrize("years", [1, 10, 11])
def test_text_and_page(years: int) -> None:
    chart = tuple(YearEnd(6479 + n, {"PUR": 3, "MEL": 2}) for n in range(years))
    case = Dislodged(unit("- G ORG"), units("MEL D TRO"))
    told = results(BOARD, [resolved((), dislodged=(case,)), ElricFound("VLM", "ORG")])
    facts = dict.fromkeys(("notice", "corrected", "standing_orders", "map"))
    facts |= {"game": "Trial", "title": "Autumn 6480", "reader": "Shazar", "results": (told,)}
    facts |= {name: [] for name in ("remarks", "standing", "form", "questions", "used", "dice")}
    facts["view"] = view(chart=chart, elric=Elric("ORG", "VLM"))
    text = render("young_kingdoms", "report.txt.j2", facts)
    page = render_html("young_kingdoms", "report.html.j2", facts)
    assert max(map(len, text.splitlines())) <= 78
    assert "Nothing was ordered" not in text + page
    for piece in ("G ORG was dislodged by D TRO", "FOE (2)", "C2 SIL", "Vilmir has found Elric"):
        assert piece in text
        assert piece in page
    nobody = text.partition("\nNobody\n")[2]
    assert nobody.startswith("  units    G ORG\n  centers  ARG, ")
    table = text.partition("each year\n")[2].partition("\n\nNext")[0]
    assert len({len(line) for line in table.splitlines()[1:] if line}) <= 3
    assert table.count("Purple Towns") == -(-years // 10)
