"""Faults of a map: none in the standard map, and each that is put into another is found."""

from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.boards import Closing, MapFile, Province
from adjudicator.cartography import faults
from adjudicator.documents import read
from tests.boards import BOARD

DATA = read(files("variants") / "young_kingdoms" / "map.yaml", MapFile)


def test_none_in_the_standard_map() -> None:
    assert faults(BOARD.data) == []


def changed(code: str, **fields: Any) -> MapFile:
    province = replace(DATA.provinces[code], **fields)
    return replace(DATA, provinces={**DATA.provinces, code: province})


def without_links(codes: set[str], kind: str) -> MapFile:
    """The map without the borders of this kind that these provinces have with the rest."""

    def cut(code: str, province: Province) -> Province:
        inside = code in codes
        there = [to for to in getattr(province, kind) if (to in codes) == inside]
        return replace(province, **{kind: tuple(there)})

    return replace(DATA, provinces={c: cut(c, p) for c, p in DATA.provinces.items()})


def side(code: str, **fields: Any) -> MapFile:
    return replace(DATA, powers={**DATA.powers, code: replace(DATA.powers[code], **fields)})


def kind(code: str, **fields: Any) -> MapFile:
    return replace(DATA, kinds={**DATA.kinds, code: replace(DATA.kinds[code], **fields)})


LINKS = {c: (p.army, p.fleet) for c, p in DATA.provinces.items() if isinstance(p.fleet, tuple)}
SPLIT = {"MEN/EC": ("OLD",), "MEN/XC": ("FOE", "SER", "STV")}


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (changed("TAR", army=("MYR", "XAN")), "A DHA: TAR is next to it, but not the other way"),
        (changed("PAN", fleet=("DRN", "SPS")), "F DRW: PAN is next to it, but not the other way"),
        (changed("TAR", army=(*LINKS["TAR"][0], "XAN")),
         "A TAR: its list has XAN, which is itself, or twice"),
        (changed("TAR", army=(*LINKS["TAR"][0], "TAR")),
         "A TAR: its list has TAR, which is itself, or twice"),
        (changed("TAR", army=("DHA", "MYR", "XAM")), "TAR: XAM is no place to go to"),
        (changed("MEN", fleet=SPLIT), "FOE: MEN is no place to go to"),
        (changed("MEN", fleet={"MAN/EC": ("OLD",)}), "MEN: MAN/EC is no name for a coast of it"),
        (changed("TAN", entry=("A", "Q")), "TAN: Q, which may enter, is no kind of piece"),
        (changed("ORG", fleet=("OLD",)), "ORG: no fleet can be inland"),
        (changed("OLD", army=("ESH",)), "OLD: no army can be at sea"),
        (changed("ORG", terrain="coast"), "ORG: a coast must have a sea"),
        (changed("ORG", terrain="coast"), "F ORG: there is no way out"),
        (changed("YU", fleet=(*LINKS["YU"][1], "FIL")),
         "F YU: FIL is next to it, but not the other way"),
        (changed("FIL", fleet=(*LINKS["FIL"][1], "YU")),
         "FIL: no sea is shared with YU, where fleets go along the coast"),
        (without_links({"ORG", "TAN", "KAN"}, "army"), "no way leads from IMR to TAN, ORG, KAN"),
        (changed("WBO", entry=("C",)), "armies and fleets have no way from IMR to RLI"),
        (without_links({"WBO"}, "fleet"), "F WBO: there is no way out"),
        (side("MEL", units=("F CAV", "A DRE")), "MEL: A DRE cannot stand there"),
        (side("MEL", units=("A/F CAV",)), "MEL: A/F CAV cannot stand there"),
        (side("MEL", units=("D TAN",)), "MEL: D TAN cannot stand there"),
        (side("MEL", units=("A SIL",)), "MEL: A SIL cannot stand there"),
        (side("MEL", units=("X IMR",)), "MEL: X IMR cannot stand there"),
        (side("MEL", units=("A/F IMR", "A IMR")), "MEL: A IMR begins where another unit does"),
        (side("MEL", units=("D PAN",)), "DHJ: F PAN begins where another unit does"),
        (side("MEL", home_centers=("IMR", "CAV")), "MEL: CAV is no center"),
        (side("MEL", home_centers=("IMR", "ATL")), "MEL: there is no ATL"),
        (side("MEL", home_centers=("IMR", "PAN")), "DHJ: PAN is a home center of MEL, too"),
        (side("MEL", home_centers=()), "IMR: a home garrison is in a home center, no other is"),
        (changed("IMR", garrison="neutral"),
         "IMR: a home garrison is in a home center, no other is"),
        (changed("CAV", worth=2), "CAV: worth 2 is nothing for it"),
        (changed("PAN", worth=0), "PAN: worth 0 is nothing for it"),
        (replace(DATA, victory_centers=17),
         "17 of 34 centers to win are half or less, or more than all"),
        (replace(DATA, victory_centers=35),
         "35 of 34 centers to win are half or less, or more than all"),
        (replace(DATA, closing=Closing(provinces=("IMR", "TAN"), victory_centers=15)),
         "15 of 31 centers to win are half or less, or more than all"),
        (replace(DATA, closing=Closing(provinces=("ATL",), victory_centers=18)),
         "closing: there is no ATL"),
        (changed("YU", name="Oin"), "'Oin' stands for both OIN and YU"),
        (changed("YU", aliases=("Pantang",)), "'Pantang' stands for both PAN and YU"),
        (changed("YU", aliases=("Elric",)), "'Elric' stands for both E and YU"),
        (changed("YU", aliases=("AF",)), "'AF' stands for both A/F and YU"),
        (kind("G", names=("dragon",)), "'dragon' stands for both D and G"),
        (side("MEL", names=("Melnibone", "Shazarian")), "'Shazarian' stands for both MEL and SHZ"),
        (replace(DATA, powers={**DATA.powers, "YU": DATA.powers["OIY"]}),
         "YU is both a power and a province"),
    ],
)  # fmt: skip
def test_each_fault_is_found(data: MapFile, found: str) -> None:
    assert found in faults(data)
