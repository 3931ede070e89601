"""Sentences of what seldom happens."""

from typing import Any

import pytest

from variants.spellbinder.state import Event
from variants.spellbinder.telling.story import sentence

SAID: list[tuple[str, dict[str, Any], str]] = [
    ("recovered", {"wizard": "UMARON", "points": 1}, "Umaron recovers to 1 spellbinder point."),
    ("recovered", {"wizard": "UMARON", "points": 11}, "Umaron recovers to 11 spellbinder points."),
    ("struck", {"purse": "UMARON", "hex": "2308", "wizard": "", "result": 1},
     "It costs the armies there 1 point of strength, as far as they have so much."),
    ("over", {"how": "last", "seats": ("SHARN",)},
     "The game is over: Sharn alone has a wizard, and wins."),
    ("over", {"how": "last", "seats": ("SHARN", "UMARON")},
     "The game is over: the last wizards are gone together, and Sharn, Umaron share it."),
    ("over", {"how": "points", "seats": ("DARMAN+SHARN",)},
     "The game is over: Darman and Sharn have won."),
    ("home_barred", {"wizard": "UMARON", "castle": "ARAMET_SHUR", "others": ("SHARN",)},
     "Umaron has come to nothing, and Sharn bars his way home to Aramet Shur."),
    ("sent_home",
     {"wizard": "UMARON", "castle": "ARAMET_SHUR", "hex": "0418", "armies": ("UA", "UB")},
     "Umaron has come to nothing and is at home in Aramet Shur, in 0418; out of play "
     "until he is back at 5: Umaron's A and B."),
    ("came_back",
     {"wizard": "UMARON", "castle": "ARAMET_SHUR", "armies": ("UA", "UB", "UC"),
      "hexes": ("0418", "0419", "0418")},
     "Umaron's armies are back in Aramet Shur: A and C in 0418; B in 0419."),
    ("rolled", {"seat": "DARMAN", "die": 4}, "Darman rolls a 4."),
    ("rolled", {"seat": "DARMAN+SHARN", "die": 4}, "Darman and Sharn roll a 4."),
    ("over", {"how": "last", "seats": ("DARMAN+SHARN",)},
     "The game is over: Darman and Sharn alone have wizards, and win."),
    ("allowed", {"giver": "DARMAN+SHARN", "taker": "ALGONA+UMARON", "what": "pass"},
     "Darman and Sharn allow Algona and Umaron free passage."),
    ("forbidden", {"giver": "DARMAN+SHARN", "taker": "ALGONA+UMARON", "what": "pass"},
     "Darman and Sharn no longer allow Algona and Umaron free passage."),
    ("allied", {"giver": "DARMAN", "taker": "ALGONA+UMARON", "what": "pass"},
     "Darman and Algona and Umaron are allied: Algona and Umaron have made use of free "
     "passage."),
    ("ship_used", {"seat": "DARMAN+SHARN", "ship": 1},
     "Darman and Sharn are the first to use ship 1, and control it."),
    ("ship_captured", {"seat": "DARMAN+SHARN", "ship": 1, "before": "ALGONA+UMARON"},
     "Darman and Sharn capture ship 1, which was Algona and Umaron's."),
    ("ship_given", {"before": "DARMAN+SHARN", "seat": "ALGONA+UMARON", "ship": 1},
     "Darman and Sharn give ship 1 to Algona and Umaron."),
    ("ship_won", {"seat": "DARMAN+SHARN", "ship": 1, "before": "ALGONA+UMARON"},
     "Darman and Sharn control ship 1 now, which was Algona and Umaron's."),
    ("home_barred",
     {"wizard": "UMARON", "castle": "ARAMET_SHUR", "others": ("SHARN", "DARMAN")},
     "Umaron has come to nothing, and Sharn and Darman bar his way home to Aramet Shur."),
    ("garrisons_hold", {"garrisons": ("G1",), "hex": "1712"},
     "garrison G1 is too weak to attack 1712."),
    ("garrisons_hold", {"garrisons": ("G1", "G2"), "hex": "1712"},
     "garrison G1 and garrison G2 are too weak to attack 1712."),
    ("left", {"units": ("UMARON",), "hex": "0122"}, "Umaron leaves the map at 0122."),
    ("fall", {"units": ("UMARON",), "points": 1}, "The climb costs Umaron 1 point."),
    ("put_together", {"army": "UC", "hex": "0419"},
     "Umaron's C is put together with the others in 0419."),
    ("sent_back", {"army": "UC", "hex": "1718", "back": "@1"},
     "Umaron's C goes back from 1718 to ship 1: no more than two armies stay in a hex."),
    ("struck", {"purse": "UMARON", "hex": "2308", "wizard": "", "result": -2},
     "It backfires and costs Umaron 2 spellbinder points."),
    ("struck", {"purse": "UMARON", "hex": "2308", "wizard": "SHARN", "result": 6},
     "It costs Sharn 6 spellbinder points."),
    ("spell",
     {"caster": "G1", "spell": "SWORD", "points": 4, "hex": "2308", "armies": (), "wizard": "SHARN",
      "defender": "SHARN", "defence": "STILLNESS", "against": 1},
     "garrison G1 casts Sword of Corth with 4 points at Sharn in 2308; Sharn meets it by Stillness "
     "of Barrow Waste with 1 point."),
    ("battle",
     {"attackers": ("UA", "UB"), "defenders": ("AA",), "hex": "2308", "terrain": "forest",
      "strength": 32, "against": 14, "difference": 18, "die": 4, "added": -2, "result": "D2"},
     "Umaron's A and B (32) attack Algona's A (14) in 2308, forest: difference 18, die 4, -2 for "
     "the terrain: the defenders lose 2."),
    ("refused", {"seat": "UMARON", "order": "ATTACK 2308 WITH A", "why": "too_weak",
                 "hex": "2308", "difference": -5},
     "Umaron, “ATTACK 2308 WITH A”: no attack is made at a difference below -3 (in 2308, "
     "difference -5)."),
    ("chief", {"seat": "UMARON", "scenario": "return_of_yamantsar"},
     "Umaron is Yamantsar, who returns with 50 spellbinder points."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "facts", "said"), SAID)
def test_a_sentence(kind: str, facts: dict[str, Any], said: str) -> None:
    assert sentence(Event(kind, facts)) == said[0].upper() + said[1:]
