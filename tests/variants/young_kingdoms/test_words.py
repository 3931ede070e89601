"""What players are told at the beginning: each example of an order is one, and can be given."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.simultaneous.position import Dislodged, Position
from tests.boards import Texts
from tests.variants.young_kingdoms.cases import dislodged, owners, units
from variants.young_kingdoms import VARIANT
from variants.young_kingdoms.elric import Elric
from variants.young_kingdoms.options import Options
from variants.young_kingdoms.state import State

A_F = {"PUR": ["A/F FOE", "A MEN", "F SER", "G FOE"]}
ALLY = {"VLM": ["E BAK", "A BAK"], "PUR": ["A NAD"]}
LOST = dislodged("PUR A/F SER", whole=["OLD"], fleet=["OLD"], army=["PIK"])


class Setting(Struct, frozen=True):
    """Whose order an example is, and on what board, in which step of the year."""

    seat: str
    standing: Texts = {}
    elric: Elric = Elric()
    step: str = "M"
    beaten: tuple[Dislodged, ...] = ()


SETTINGS = {
    "A MEN BOARD F SER": Setting("PUR", A_F),
    "A/F SER - DRS": Setting("PUR", A_F),
    "A DRS LAND FIL": Setting("PUR", A_F),
    "A/F FOE - DRE": Setting("PUR", A_F),
    "A FOE - MEN; F FOE - DRE": Setting("PUR", A_F),
    "F DRS C A RAM - SOR; A RAM - SOR": Setting("LOR", {"LOR": ["F DRS", "A RAM"]}),
    "D CAV - DRW FIRST; D DRW - GRO": Setting("MEL", {"MEL": ["D CAV"]}),
    "ENLIST ELRIC": Setting("VLM", {"VLM": ["A BAK"]}, Elric("BAK", "VLM")),
    "E BAK - NAD": Setting("VLM", ALLY),
    "E BAK - TAN; A BAK - TAN": Setting("VLM", ALLY),
    "E BAK - NAD GUEST": Setting("VLM", ALLY),
    "A NAD H ADMITS ELRIC": Setting("PUR", ALLY),
    "RENOUNCE ELRIC": Setting("VLM", ALLY),
    "C SIL - MAR": Setting("SHZ", {"SHZ": ["C SIL"]}),
    "A/F SER R OLD": Setting("PUR", {"LOR": ["F SER"]}, step="R", beaten=(LOST,)),
    "F SER R OLD; A SER R PIK": Setting("PUR", {"LOR": ["F SER"]}, step="R", beaten=(LOST,)),
    "A/F FOE B": Setting("PUR", step="A"),
    "C SIL B": Setting("SHZ", step="A"),
}
READ_AS = {
    "E BAK - NAD GUEST": ["E BAK - NAD", "E BAK GUEST"],
    "A NAD H ADMITS ELRIC": ["A NAD H", "A NAD ADMITS ELRIC"],
    "A/F FOE B": ["A FOE B", "F FOE B"],
}
"""Those that do not stand as the orders are written themselves."""
EXAMPLES = {example.line for example in VARIANT.examples}


def state_of(setting: Setting) -> State:
    position = Position(
        f"F6480{setting.step}", units(setting.standing), owners(), dislodged=setting.beaten
    )
    return State(position, Options(), elric=setting.elric)


def test_every_example_is_tried() -> None:
    assert SETTINGS.keys() == EXAMPLES


@pytest.mark.parametrize(("line", "setting"), SETTINGS.items(), ids=SETTINGS)
def test_an_example_is_read_as_it_stands_and_can_be_ordered(line: str, setting: Setting) -> None:
    state = state_of(setting)
    reading = VARIANT.read(state, setting.seat, line)
    assert [str(order) for order in reading.orders] == READ_AS.get(line, line.split("; "))
    assert reading.diagnostics == ()
    assert reading.phase == state.position.phase


def test_the_chain_of_one_season_is_a_whole_sheet() -> None:
    state = state_of(Setting("PUR", {"PUR": ["A MEN", "F SER"]}))
    lines = [example.line for example in VARIANT.examples[:3]]
    sheet = [order for line in lines for order in VARIANT.read(state, "PUR", line).orders]
    assert VARIANT.check(state, "PUR", sheet) == ()


def test_tanelorn_is_closed_to_the_army_alone() -> None:
    """As the note on the map says."""
    state = state_of(SETTINGS["E BAK - TAN; A BAK - TAN"])
    with_him = VARIANT.read(state, "VLM", "E BAK - TAN; A BAK - TAN").orders
    assert VARIANT.check(state, "VLM", with_him) == ()
    alone = replace(state, position=replace(state.position, units=units({"VLM": ["A BAK"]})))
    assert VARIANT.read(alone, "VLM", "A BAK - TAN").orders == ()
