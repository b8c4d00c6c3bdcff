"""Where the parts of Bacchus' Banquet are."""

from triclinium.core.manifest import Level, Manifest, Research

MANIFEST = Manifest(
    id="banquet",
    package=__package__,
    order=1,
    usual_bot="thumb",
    search="brain.search:searcher",
    learned="brain.learned:Learned",
    # Measured: docs/ladder.md. Trials are about what one core simulates in a sixth of that time.
    levels={
        "easy": Level(0.05, 0, learned=True, warmth=2.7, slips=0.66),
        "fair": Level(0.05, 0, learned=True, warmth=1.7, slips=0.34),
        "strong": Level(0.05, 0, learned=True, warmth=0.7, slips=0.12),
        "master": Level(0.3, 1600, learned=True),
    },
    reasons="brain.reasons:reason",
    gpu="brain.gpu",
    answers="rules.answers",
    happenings="views.happenings",
    shapes="views.shapes",
    lesson_luck=(8, 22, 49),
    small="study.small",
    box="boards.box:box",
    research=Research(
        gymnasium="triclinium/Banquet-v0",
        openspiel="python_banquet",
        long_name="Bacchus' Banquet",
        usual_seats=4,
        parameters={"edition": "fr", "privileges": "hidden", "different_dishes": False},
        answers_most=20_000,  # 200 rounds
    ),
)
