"""Why an order of this title comes to nothing, in words to a player; besides the family's reasons.

``{by}`` stands for the units an outcome names.
"""

from adjudicator.simultaneous import reasons

ILLEGAL = {
    "aboard": "the army is aboard a fleet: it can only land",
    "allied_with_elric": "Elric's ally builds no Chaos",
    "army_aboard": "the army aboard cannot stay at sea without its fleet",
    "cannot_board": "an army boards a fleet of its own power, without an army, in a sea next to it",
    "cannot_land": "an army lands from a sea on a coast next to it",
    "chaos_at_once": "another power would build Chaos in that land at the same time",
    "chaos_barred": "a unit of Chaos that another power built in that land is on the board",
    "chaos_supports": "no support is given into a land of Chaos or from inside one",
    "elric_by_land": "Elric crosses water only with a unit of his ally, by the same order",
    "needs_elric": "a unit enters Tanelorn only together with Elric",
    "never_host": "Melnibone cannot have Elric as a guest",
    "never_melnibone": "Elric never supports a piece of Melnibone's",
    "never_removed": "the Dragon, Elric and garrisons need no center and are never removed",
    "never_retreats": "such a piece does not retreat",
    "no_dragon": "the Dragon is not there",
    "no_harbour": "an A/F sails to a sea, or back into a double center of its own",
    "no_such_build": "such a piece is not built there",
    "not_ally": "Elric is not allied with you",
    "not_found": "you have not found Elric, or not since last season",
    "not_guest": "in this game Elric is nobody's guest",
    "not_open": "that space is closed to such a piece",
    "removes_two": "an army and its fleet are two units, and there is one to remove",
    "which_piece": "several pieces stand there: name the kind of the one you mean",
}

VOID = {
    "boarded": "an army boards it this season, and an A/F cannot do that",
    "dislodged_first": "the Dragon's first move has dislodged a piece that it needs",
    "first_move_failed": "the Dragon's first move failed, so it is not there",
    "fleet_elsewhere": "its fleet is not in that sea",
    "fleet_sails": "alone Elric goes ashore only from a fleet that does not sail",
    "landing_paradox": "the landing was set aside, for it would decide whether its own A/F arrives",
    "elric_alone": "no unit of his ally goes there from his space by the same order",
    "elric_goes_along": "at sea Elric goes where his fleet goes",
    "needs_no_consent": "beside a unit of his ally Elric is no guest, and needs nobody's consent",
    "no_army_aboard": "its fleet has no army aboard; from harbour only the A/F takes one along",
    "no_consent": "it takes the word of both: GUEST from Elric's ally, ADMITS ELRIC from the host",
    "one_support": "of an A/F in harbour only one part may support",
    "own_space": "who stands in the same space helps to hold it anyway",
    "renounced": "his ally has renounced him",
    "same_space": "the parts of an A/F in harbour may not both go to one coast",
    "several_fit": "more than one piece fits: the power, and the number, have to be named",
    "two_armies": "two armies were ordered aboard one fleet",
    "without_elric": "Elric did not go along, and without him nobody enters Tanelorn",
}

OTHER = {
    "throne": "Elric regained his throne",
}

TEXTS = reasons.TEXTS | ILLEGAL | VOID | OTHER
IS_VOID = frozenset(reasons.VOID) | frozenset(VOID)
