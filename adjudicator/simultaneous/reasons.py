"""The closed set of reasons an order can have for its result, and what each says to a player.

``{by}`` stands for the units an outcome names.
"""

ILLEGAL = {
    "wrong_phase": "there is no such order in this phase",
    "no_unit": "there is no unit in that place",
    "not_yours": "the unit belongs to another power",
    "several_orders": "the unit was given different orders, so none counts",
    "same_place": "it is there already",
    "cannot_reach": "it cannot go there",
    "needs_coast": "two coasts are possible, and none was named",
    "other_coast": "it cannot reach that coast",
    "no_fleets": "no fleets at sea could carry it there",
    "nobody_there": "there is nobody to support",
    "supports_itself": "a unit cannot support itself",
    "cannot_support_there": "it could not go there itself, so it cannot support there",
    "other_cannot": "the unit it supports cannot go there",
    "not_at_sea": "only a fleet at sea can convoy",
    "no_army": "there is no army in that place to convoy",
    "cannot_carry": "it can take no part in such a convoy",
    "not_dislodged": "the unit was not dislodged, so it has no order in this phase",
    "cannot_retreat": "that retreat is not open",
    "not_owned": "it is not a center of yours",
    "not_home": "it is not a home center of yours",
    "occupied": "a unit stands there",
    "nothing_to_build": "there is no build left",
    "nothing_to_remove": "there is nothing left to remove",
    "no_place_for_kind": "such a unit cannot stand there",
    "no_kind": "it is not said whether an army or a fleet is meant",
    "removed_already": "the unit is removed already",
}

VOID = {
    "ordered_otherwise": "the other unit was not ordered so",
    "goes_by_land": "the army goes by land",
    "no_use": "the army has no use for this fleet",
    "no_route": "the fleets that were ordered do not make a way",
    "paradox": "the convoy was set aside, for it would decide its own fate",
}

OTHER = {
    "repelled": "bounced by {by}",
    "standoff": "bounced by {by}",
    "own_unit": "it would dislodge a unit of its own power, {by}",
    "not_convoyed": "no fleet was ordered to carry it",
    "convoy_disrupted": "its convoy was broken by {by}",
    "attacked": "cut by {by}",
    "dislodged": "dislodged by {by}",
    "own_unit_attacked": "it may not help to dislodge a unit of its own power, {by}",
    "retreats_clash": "another unit retreated there, {by}",
}

TEXTS = ILLEGAL | VOID | OTHER
