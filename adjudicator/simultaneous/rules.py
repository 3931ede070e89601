"""The choices of DATC chapter 4 that a game may make about how its orders are adjudicated."""

from typing import Literal

from msgspec import Struct


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The defaults are DATC's own preferences; each field names the issue of DATC it settles."""

    convoy_paradox: Literal["szykman", "1982", "2000"] = "szykman"
    """4.A.2. szykman: armies whose convoy lies in the paradox do not move. 1982: a convoyed army
    cuts no support into a sea where a fleet convoys; 2000: it cuts no support of an attack on a
    fleet that its own convoy cannot do without. What is open even then, Szykman settles."""

    convoy_disruption: Literal["every_route", "any_fleet"] = "every_route"
    """4.A.1. A convoy fails when every route is broken, or as soon as one of its fleets is
    dislodged."""

    adjacent_convoy: Literal["intent", "explicit", "always"] = "intent"
    """4.A.3. When an army goes to a neighbouring province by convoy. intent: "via convoy" is
    ordered, or a fleet of its own power is ordered to convoy it; explicit: only if ordered so;
    always: whenever anybody's fleets are ordered to carry it."""

    convoyed_attack_on_support: Literal["spares", "cuts"] = "spares"
    """4.A.4. Whether a convoyed army cuts a support given against the province it comes from."""

    retreat_to_convoyed_origin: bool = True
    """4.A.5. Whether a unit dislodged by a convoyed army may retreat to where that army came
    from."""

    removal_distance: Literal["owned", "home"] = "owned"
    """4.D.8. Which centers the distance of a unit is counted from when it is removed by default:
    those its power owns now, or its home centers, whoever owns them."""
