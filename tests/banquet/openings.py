"""Scenes that several tests begin from."""

from __future__ import annotations

from banquet.scene import Scene

THREE = "caligula octavius septimus"
"""A table at which dishes, wine and presents win for nobody but Caligula."""
FOUR = "caligula octavius septimus claudius"
CARDS = {"discard": "mirror", "keep": "vase", "gift": "sandals"}
"""Three cards that move no belt."""


def table(*hands: str, laid: dict[str, str] | None = None, edition: str = "fr", open_privileges: bool = False) -> Scene:
    """Caligula has laid three cards and holds the Gift; `hands` names what each seat holds."""
    guests = THREE if len(hands) == 3 else FOUR
    scene = Scene(guests, hands, edition=edition, open_privileges=open_privileges)
    scene.lays(**(laid or CARDS))
    return scene


def brought_home(scene: Scene) -> None:
    """The Gift passes everybody, no privilege is played, and it lies before the active player again."""
    order = [seat for seat in range(scene.state.seats) if seat != scene.active]
    scene.offer(order[0])
    for giver, receiver in zip(order, [*order[1:], scene.active], strict=True):
        scene.everyone_passes()
        scene.passes_on(giver, receiver)
