"""A spell as it is written, against the position: who casts it, and at what (6.4, 7)."""

from msgspec.structs import replace

from variants.spellbinder.components import BOARD, CASTLES, WIZARDS
from variants.spellbinder.letters.drafts import Draft, FaultyLine, may_be_aim
from variants.spellbinder.letters.scene import Scene
from variants.spellbinder.orders import FREE, OFFENSIVE, Cast

MOST_SUGGESTED = 3


def aimed(scene: Scene, order: Cast, draft: Draft, said: list[str]) -> Cast:
    """The order with its aim known. FaultyLine if that could be several things, or nothing (6.42).

    A wizard of ``?`` is the one in the order's hex; ``?SHARN`` is a name that may mean the wizard
    or his armies.
    """
    if order.wizard == "?":
        return _wizard_in(scene, order, draft)
    if order.wizard.startswith("?"):
        raise _either(scene, order, draft)
    at = tuple(scene.hex_of(at, said) for at in order.at)
    for code in at:
        if code in CASTLES:
            ways = [str(replace(order, at=(one,))) for one in CASTLES[code].hexes]
            name = CASTLES[code].name
            raise FaultyLine("which_hex", f"{name} is more than a hex: which one?", (), ways)
        if code not in BOARD.axial:
            raise FaultyLine("off_map", f"“{draft.text}”: there is no hex {code} on the map.")
        if scene.at(code) and not scene.foes_at(code):
            message = f"“{draft.text}”: in {code} there are units of your own."
            raise FaultyLine("own_army", message)
    if order.wizard and scene.state.wizards[order.wizard].fate != "in":
        name = order.wizard.title()
        raise FaultyLine("not_in_game", f"{name} is not in this game any more.")
    return replace(order, at=at)


def cast_by(scene: Scene, order: Cast) -> Cast:
    """The order, if its caster can cast such a spell. FaultyLine if he certainly cannot."""
    by = order.by
    if by and (why := scene.not_own(by)) is not None:
        raise FaultyLine(*why)
    code = scene.code(by) if by else scene.seat.split("+")[0]
    if code in scene.state.armies:
        if not scene.state.armies[code].elite:
            raise FaultyLine("not_elite", f"{by} is no elite army: it casts no spells.")
        if order.spell > FREE:
            spells = ", ".join(OFFENSIVE[spell].title() for spell in range(1, FREE + 1))
            raise FaultyLine("elite_spell", f"Elite armies cast {spells}, and nothing else.")
    elif OFFENSIVE[order.spell] == "SPELLBINDER" and scene.state.wizards[code].bound:
        raise FaultyLine("bound", f"{code.title()} has had his Spellbinder in this game.")
    return order


def _wizard_in(scene: Scene, order: Cast, draft: Draft) -> Cast:
    (at,) = order.at
    here = [
        code for code in scene.wizards_at(at) if not scene.owns(code) or may_be_aim(order, code)
    ]
    if len(here) == 1:
        return replace(order, at=(), wizard=here[0])
    ways = [str(replace(order, at=(), wizard=code)) for code in here]
    if not here:
        message = f"“{draft.text}”: in {at} there is no wizard to aim this at."
        raise FaultyLine("no_wizard", message)
    raise FaultyLine("ambiguous", f"“{draft.text}”: which wizard is meant in {at}?", (), ways)


def _either(scene: Scene, order: Cast, draft: Draft) -> FaultyLine:
    """A name is the wizard's, and his player's: the armies may be meant."""
    named = order.wizard.removeprefix("?")
    wizard = named if named in WIZARDS else (scene.state.chief or "").split("+")[0]
    hexes = {army.at for army in scene.state.armies.values() if army.wizard == wizard and army.at}
    own = [w.at for code, w in scene.state.wizards.items() if w.at and scene.owns(code)]

    def distance(at: str) -> tuple[int, str]:
        return min((BOARD.distance(at, mine) for mine in own), default=0), at

    near = sorted(hexes, key=distance)[:MOST_SUGGESTED]
    ways = [
        str(replace(order, at=(), wizard=wizard)),
        *(str(replace(order, at=(at,), wizard="")) for at in near),
    ]
    message = (
        f"“{draft.text}”: the wizard {wizard.title()}, or his armies in a hex? "
        f"Write “wizard {wizard.title()}”, or the hex."
    )
    return FaultyLine("ambiguous", message, (), ways)
