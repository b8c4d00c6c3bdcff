"""Where the parts of Ben Hur are."""

from triclinium.core.manifest import Level, Manifest, Research

MANIFEST = Manifest(
    id="benhur",
    package=__package__,
    order=2,
    usual_bot="driver",
    search="brain.search:searcher",
    learned="brain.learned:driver",
    # Measured: docs/ladder.md. Trials are about an eighth of what one core tries in that time.
    levels={
        "easy": Level(0.05, 0, learned=True, slips=0.23),
        "fair": Level(0.05, 0, learned=True, slips=0.11),
        "strong": Level(0.05, 0, learned=True, slips=0.03),
        "master": Level(0.3, 300, learned=True),
    },
    reasons="brain.reasons:reason",
    answers="rules.answers",
    happenings="views.happenings",
    shapes="views.shapes",
    numbered=("chariot",),
    picture="boards.show:picture",
    box="boards.box:box",
    research=Research(
        gymnasium="triclinium/BenHur-v0",
        openspiel="python_ben_hur",
        long_name="Ben Hur",
        usual_seats=4,
        parameters={"format": "laps", "length": 2, "club": False, "chariots": 1},
        answers_most=40_000,  # four races of 100 rounds a lap
        shares_wins=True,  # when all have crashed, all have won: what counts is to do better than the others
    ),
)
