"""The choices that a game of Spellbinder may make; each is explained by a ruling of the title."""

from typing import Literal

from msgspec import Struct

from variants.spellbinder.tables import Tables

Scenario = Literal["each_on_his_own", "early_arrival", "return_of_yamantsar", "campaign"]


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`seats` are the chairs in their order to the left, each a wizard or two joined by "+"."""

    scenario: Scenario = "each_on_his_own"
    seats: tuple[str, ...] = ("DARMAN", "SHARN", "ALGONA", "UMARON")
    mode: Literal["phase", "turn"] = "phase"
    tables: Tables | None = None
    """The game master's own tables, in place of those of `tables.yaml`."""

    terrain_modifiers: Literal["text", "chart"] = "text"
    yof_pintre_sole_replaces: bool = True
    yof_pintre_counts_as_stronghold: bool = False
    yof_pintre_means: Literal["island", "castle"] = "island"
    home_castle_hit_floor: Literal["none", "one"] = "none"
    point_gain_cap: Literal["scenario_max", "none"] = "scenario_max"
    occupation_repeats: Literal["after_recovery", "once_per_game", "every_entry"] = "after_recovery"
    occupation_trigger: Literal["entry", "entry_or_last_defender_gone"] = "entry"
    zero_by_spending_counts: bool = True
    fixed_cost_defence_subtracts: bool = False
    null_defence_adds_points: bool = True
    challenge_costs_spell: bool = False
    challenge_move: Literal["allowance", "anywhere"] = "allowance"
    spellbinder_once_per: Literal["scenario", "campaign"] = "scenario"
    harmless_spells_are_attacks: bool = False
    scaling_wait: Literal["two_turns", "one_turn"] = "two_turns"
    scaling_roll_by: Literal["stack", "unit"] = "stack"
    scaling_from: Literal["nonroad_hex", "any_wall_side"] = "nonroad_hex"
    zoc_across_walls: bool = True
    zoc_from_ships: bool = False
    halted_units_may_board: bool = False
    castle_entry_by_gate_cost: Literal["road", "castle"] = "road"
    ship_load_cost: int = 0
    attack_from_ship: bool = False
    dock_immunity_where: Literal["mainland_docks", "also_island"] = "mainland_docks"
    docked_attackable_from_turn: int = 3
    garrison_trigger: Literal["on_arrival", "end_of_movement"] = "on_arrival"
    early_arrival_garrison: Literal["hostile_to_all", "hostile_to_others", "inert"] = (
        "hostile_to_all"
    )
    army_strength_public: bool = True
    spell_points_public: bool = True
    initiative_reroll: Literal["tied_for_high", "all"] = "tied_for_high"
    two_player_phases: Literal["one_per_player", "one_per_wizard"] = "one_per_player"
    campaign_strength: Literal["per_army", "per_player"] = "per_army"
    victory_hex_points: Literal["each", "once"] = "each"
    pindragalf_overstack: Literal["always", "setup_only"] = "always"
    letters: Literal["replace", "add"] = "replace"
    """Whether a later letter's orders replace the earlier ones of the phase, or are added."""
