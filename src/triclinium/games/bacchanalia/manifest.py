"""Where the parts of Bacchanalia are."""

from triclinium.core.manifest import Manifest

MANIFEST = Manifest(
    id="bacchanalia",
    package=__package__,
    order=3,
    usual_bot="narrator",
    shapes="views.shapes",
    box="boards.box:box",
)
