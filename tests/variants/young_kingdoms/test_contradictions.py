"""Several orders for one piece in Young Kingdoms, and the two that some may have (19, 58)."""

from collections.abc import Mapping, Sequence

from adjudicator.simultaneous.position import Position
from tests.rules import rule
from tests.variants.young_kingdoms import cases as yk
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.movement.season import resolve
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.outcome import Resolution

Sheets = Mapping[str, Sequence[str]]


def resolved(units: Sheets, orders: Sheets, elric: Elric | None = None) -> Resolution:
    position = Position("S6480M", yk.units(units), yk.owners())
    season = resolve(yk.BOARD, position, yk.orders(orders), elric or Elric(), Options())
    return season.resolution


def told(resolution: Resolution) -> list[tuple[str, str, str]]:
    return [(str(o.order), o.result, o.reason) for o in resolution.outcomes]


def test_a_repeated_order_counts_once_beside_an_illegal_one() -> None:
    """The legal ones are repetitions of each other, whatever else is said (4.D.3)."""
    resolution = resolved(
        {"DHJ": ["A GRO", "A DHA"], "SHZ": ["A JHA", "A AFL"]},
        {
            "DHJ": ["A GRO - ARG", "A GRO S A DHA - JHA", "A GRO S A DHA - JHA", "A DHA - JHA"],
            "SHZ": ["A JHA H", "A AFL S A JHA"],
        },
    )
    # 2 + 2 is not more than 2 + 2; counted twice the support would win.
    assert told(resolution)[1:4] == [
        ("A GRO S A DHA - JHA", "given", ""),
        ("A GRO S A DHA - JHA", "given", ""),
        ("A DHA - JHA", "bounces", "repelled"),
    ]
    assert not resolution.dislodged


def test_what_contradicts_one_order_contradicts_a_third() -> None:
    resolution = resolved(
        {"DHJ": ["A GRO"]}, {"DHJ": ["A GRO - DHA", "A GRO - JHA", "A GRO - DHA"]}
    )
    assert {reason for _, _, reason in told(resolution)} == {"several_orders"}


def test_a_repeated_boarding_boards() -> None:
    resolution = resolved(
        {"LOR": ["A RAM", "F DRS"]}, {"LOR": ["A RAM BOARD F DRS", "A RAM BOARD F DRS"]}
    )
    assert [result for _, result, _ in told(resolution)] == ["succeeds", "succeeds"]
    assert yk.texts(resolution.after) == {"LOR": ["A/F DRS"]}


@rule("young_kingdoms", "27")
def test_a_fleet_and_an_af_at_sea_are_one_name_for_one_piece() -> None:
    resolution = resolved({"LOR": ["A/F DRS"]}, {"LOR": ["A/F DRS - SER", "F DRS - SER"]})
    assert [result for _, result, _ in told(resolution)] == ["succeeds", "succeeds"]


@rule("young_kingdoms", "58")
def test_the_dragons_first_order_twice_is_one() -> None:
    resolution = resolved({"MEL": ["D CAV"]}, {"MEL": ["D CAV - DRW FIRST", "D CAV - DRW FIRST"]})
    assert [result for _, result, _ in told(resolution)] == ["succeeds", "succeeds"]


@rule("young_kingdoms", "58")
def test_a_move_is_the_first_and_a_hold_where_it_leads_the_second() -> None:
    resolution = resolved({"MEL": ["D CAV"]}, {"MEL": ["D CAV - DRW", "D DRW H"]})
    assert [result for _, result, _ in told(resolution)] == ["succeeds", "holds"]
    assert yk.texts(resolution.after) == {"MEL": ["D DRW"]}


@rule("young_kingdoms", "58")
def test_who_holds_before_it_moves_moves_with_the_others() -> None:
    """``Dragon(DRW) H, -GRO``: against a supported fleet its first move would have won (56)."""
    units = {"MEL": ["D DRW"], "DHJ": ["F GRO", "F SPS"]}
    held = resolved(units, {"MEL": ["D DRW H", "D DRW - GRO"], "DHJ": ["F GRO H", "F SPS S F GRO"]})
    assert [result for _, result, _ in told(held)] == ["holds", "bounces", "holds", "given"]
    first = resolved(units, {"MEL": ["D DRW - GRO"], "DHJ": ["F GRO H", "F SPS S F GRO"]})
    assert yk.texts(first.after)["MEL"] == ["D GRO"]


@rule("young_kingdoms", "58")
def test_nobody_elses_order_takes_the_first_move_away() -> None:
    resolution = resolved(
        {"MEL": ["D CAV"], "SHZ": ["A JHA"]}, {"MEL": ["D CAV - DRW"], "SHZ": ["D CAV H"]}
    )
    assert [result for _, result, _ in told(resolution)] == ["succeeds", "illegal"]


@rule("young_kingdoms", "58")
def test_two_second_orders_contradict_each_other() -> None:
    resolution = resolved(
        {"MEL": ["D CAV"]}, {"MEL": ["D CAV - DRW FIRST", "D DRW - GRO", "D DRW - SPS"]}
    )
    assert [reason for _, _, reason in told(resolution)] == ["", "several_orders", "several_orders"]
    assert yk.texts(resolution.after) == {"MEL": ["D DRW"]}


def test_a_support_of_the_flying_dragon_contradicts_like_any_other() -> None:
    """What is legal is one question, for the sheet's answer and for the phase (58)."""
    resolution = resolved(
        {"MEL": ["D CAV", "F DRN"]},
        {"MEL": ["D CAV - DRW FIRST", "D DRW - SPS", "F DRN S D DRW - SPS", "F DRN H"]},
    )
    assert [reason for _, _, reason in told(resolution)][2:] == ["several_orders"] * 2


@rule("young_kingdoms", "69", "70")
def test_to_enlist_and_to_renounce_is_a_contradiction() -> None:
    for sheet in (["ENLIST ELRIC", "RENOUNCE ELRIC"], ["RENOUNCE ELRIC", "ENLIST ELRIC"]):
        resolution = resolved({"SHZ": ["A MYR"]}, {"SHZ": sheet}, Elric("MYR", "SHZ"))
        enlisting = {str(o.order): o.result for o in resolution.outcomes}["ENLIST ELRIC"]
        assert enlisting == "succeeds"  # he has no ally yet who could renounce him
        allied = resolved({"SHZ": ["A MYR", "E MYR"]}, {"SHZ": sheet}, Elric())
        assert {str(o.order): o.result for o in allied.outcomes} == {
            "ENLIST ELRIC": "illegal",
            "RENOUNCE ELRIC": "succeeds",
        }


@rule("young_kingdoms", "60", "61")
def test_a_guest_boards_with_nobody() -> None:
    resolution = resolved(
        {"VLM": ["A HRO", "E HRO", "F STV"]},
        {"VLM": ["A HRO BOARD F STV", "E HRO BOARD F STV GUEST"]},
    )
    assert told(resolution)[1][1:] == ("void", "elric_alone")
    assert yk.texts(resolution.after) == {"VLM": ["A/F STV", "E HRO"]}


@rule("young_kingdoms", "61")
def test_consent_is_for_a_space_in_which_both_are() -> None:
    resolution = resolved(
        {"VLM": ["E BAK", "A NAD"], "DHJ": ["A XAN"]},
        {"VLM": ["E BAK - RIG GUEST"], "DHJ": ["A XAN H ADMITS ELRIC"]},
    )
    admitting = [o for o in resolution.outcomes if str(o.order).endswith(("GUEST", "ELRIC"))]
    assert [o.reason for o in admitting] == ["no_consent", "no_consent"]


@rule("young_kingdoms", "9", "103")
def test_a_fleet_ferries_one_unit_of_chaos_and_has_to_know_which() -> None:
    units = {"DHJ": ["C SIL"], "SHZ": ["C SIL"], "OIY": ["F WBO"]}
    moves = {"DHJ": ["C SIL - DOR"], "SHZ": ["C SIL - DOR"]}
    either = resolved(units, {**moves, "OIY": ["F WBO C C SIL - DOR"]})
    assert told(either)[-1][1:] == ("void", "several_fit")
    assert yk.texts(either.after) == {"DHJ": ["C SIL"], "OIY": ["F WBO"], "SHZ": ["C SIL"]}
    one = resolved(units, {**moves, "OIY": ["F WBO C SHZ C SIL - DOR"]})
    assert yk.texts(one.after) == {"DHJ": ["C SIL"], "OIY": ["F WBO"], "SHZ": ["C DOR"]}


@rule("young_kingdoms", "69")
def test_who_is_enlisted_has_one_order_like_others() -> None:
    """Repeated it counts once; of two that differ neither does."""
    free = Elric(hidden="XAN", finder="LOR")
    for second, result, place in (
        ("E XAN - TAR", "succeeds", "TAR"),
        ("E XAN H", "illegal", "XAN"),
    ):
        sheet = ["ENLIST ELRIC", "E XAN - TAR", second]
        resolution = resolved({"LOR": ["A XAN"]}, {"LOR": sheet}, free)
        assert [word for _, word, _ in told(resolution)] == ["succeeds", result, result]
        assert yk.texts(resolution.after) == {"LOR": ["A XAN", f"E {place}"]}


@rule("young_kingdoms", "61")
def test_an_army_that_lands_may_admit_elric_twice() -> None:
    landing = "A DRS LAND SOR ADMITS ELRIC"
    resolution = resolved(
        {"LOR": ["A/F DRS"], "PUR": ["E SOR"]},
        {"LOR": [landing, landing], "PUR": ["E SOR H GUEST"]},
    )
    words = {order: word for order, word, _ in told(resolution)}
    assert words["A DRS ADMITS ELRIC"] == words["E SOR GUEST"] == "given"
    assert yk.texts(resolution.after) == {"LOR": ["A SOR", "F DRS"], "PUR": ["E SOR"]}


@rule("young_kingdoms", "58", "103")
def test_the_dragon_may_be_named_with_its_power_where_its_first_move_leads() -> None:
    support = "A STA S MEL D EBO - YU"
    resolution = resolved(
        {"MEL": ["D TRE", "A STA"]},
        {"MEL": ["D TRE - EBO FIRST", "D EBO - YU", support, support]},
    )
    assert [result for _, result, _ in told(resolution)] == [
        "succeeds", "succeeds", "given", "given",
    ]  # fmt: skip
