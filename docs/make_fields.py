"""Write the tables of observations into `research.md`: `python docs/make_fields.py`."""

from __future__ import annotations

from pathlib import Path

from triclinium.games import game_named

PAGE = Path(__file__).parent / "research.md"
BEGIN, END = "<!-- fields of {game} -->", "<!-- end of {game} -->"

MEANINGS = {
    "banquet": {
        "seat": "who looks",
        "seats": "how many sit at the table",
        "edition": "French, Dutch",
        "privilege_mode": "hidden, open, none",
        "different_dishes": "the variant of different dishes is played",
        "value": "what each kind of card adds to a belt",
        "phase": "what is asked, or that the game is over",
        "round": "the round, from 1",
        "active": "the active player",
        "asked": "all seats seen being asked, in a window whether they have answered or not",
        "ring": "the card at each of the seven places",
        "pile": "cards of each kind in the draw pile; their order does not exist",
        "discards": "cards of each kind among the discards",
        "gone": "cards of each kind out of the game",
        "picked": "the three cards while they are laid, in the order of their places in the ring",
        "face_down": "cards of each kind that lie face down",
        "places": "which of Discard, Keep and Gift hold a card",
        "keep_lost": "the Keep will not be applied",
        "turned_up": "the card turned up now",
        "turned_up_from": "the place it came from",
        "assigned": "which card lies at Discard, Keep and Gift; only for the seat that laid them",
        "holder": "before whom the Gift lies",
        "giver": "who handed it over last",
        "offered": "to whom it has been offered",
        "acceptor": "who accepted it",
        "taker": "who applies a card now",
        "slept": "who loses the lead this round",
        "claimed_by_initiative": "the Gift was claimed by initiative",
        "privilege_played": "a privilege was played this round",
        "out": "guests shown and out",
        "eliminated": "how many guests went since the start",
        "conspirators_barred": "conspirators are no longer allowed",
        "privileges_used": "privileges out of the game",
        "belt": "how full each belt is",
        "accepted": "accepted cards of each kind before each seat",
        "cards": "how many accepted cards",
        "dishes": "how many dishes",
        "dish_kinds": "how many different dishes",
        "wine": "points of wine",
        "presents": "how many different presents",
        "guest": "the guest of each seat as far as it is known: one's own, Caligula, all at the end",
        "no_conspirator": "seats everybody knows to be no conspirators",
        "privileges": "how many privileges each seat holds",
        "known_privileges": "which ones: one's own, and all if they lie open",
        "answered": "one's own sealed answer is given",
        "passing_this_round": "one passes for the whole round",
    },
    "benhur": {
        "seat": "who looks",
        "seats": "how many sit at the table",
        "chariots": "how many chariots race; chariot c is driven by seat c modulo the number of seats",
        "format": "laps, races, long",
        "length": "how many laps or races",
        "club": "club rules",
        "track": "half the axis, the middle wall, the outer wall, the line",
        "phase": "what is asked, or that the game is over",
        "asked": "which seat is asked",
        "chariot": "which chariot is asked, dealt to, draws or throws",
        "race": "the race, from 1",
        "round": "the round, from 1",
        "actor": "whose turn it is",
        "acted": "chariots that have acted this round",
        "score": "laurels and penalties of each seat; fewer is better",
        "left": "cards left in each deck",
        "discards": "discarded cards of each kind, by deck",
        "removed": "accidents taken out of a long race",
        "aside": "a shown hand while its new cards are drawn",
        "fought": "chariots that fought this turn",
        "cards_played": "cards played this turn",
        "accidents_played": "accidents among them",
        "whip_asked": "chariots asked for the whip after this move",
        "exchanging": "an exchanged hand is dealt anew",
        "card": "the card played last",
        "die": "the last throw for a place or an accident",
        "repair": "an accident card stands for repairs",
        "good": "the throw was good",
        "refill_deck": "the deck drawn from last",
        "fight": "none, whip, collision",
        "attacker": "who attacks",
        "defender": "who is attacked",
        "attacker_die": "his throw",
        "defender_die": "the other's throw",
        "status": "waiting, racing, finished, crashed, knocked out, hand empty, unfinished",
        "x": "where the centre of each chariot is; a chariot is 1024 long",
        "y": "likewise across the track",
        "heading": "cosine and sine of each heading, times 16384",
        "place": "start place I to VI",
        "wraps": "how often it has passed the line, less how often back over it",
        "lap": "the lap counter",
        "started": "has played a speed card",
        "owes_turn": "owes a lost turn",
        "contact": "which chariots it is wheel to wheel with",
        "duty_to": "the winner it must turn away from",
        "duty_side": "to the left 1, to the right -1",
        "hand_size": "cards in hand, by deck",
        "known": "cards in hand that have been shown",
        "bare": "at least so many others bear no horseshoe",
        "laurels": "won for each lap or race",
        "hand": "the cards of one's own chariots",
        "lapsed": "one's own chariots whose duty lapsed for want of a card",
    },
}


def table(game: str) -> str:
    """The parts of a game's observation as a table."""
    kernel = game_named(game).kernel
    assert kernel is not None
    lines = ["| part | places | shape | range | usual | what it is |", "|---|---|---|---|---:|---|"]
    for field in kernel.layout.fields:
        at = kernel.layout.places[field.name]
        shape = " × ".join(str(length) for length in field.shape)
        meaning = MEANINGS[game][field.name]
        lines.append(
            f"| `{field.name}` | {at.start}:{at.stop} | {shape} | {field.least} to {field.most} "
            f"| {field.usual} | {meaning} |"
        )
    return "\n".join(lines)


def with_tables(page: str) -> str:
    """The page with the tables as they are now."""
    for game in MEANINGS:
        begin, end = BEGIN.format(game=game), END.format(game=game)
        before, rest = page.split(begin)
        page = f"{before}{begin}\n{table(game)}\n{end}{rest.split(end)[1]}"
    return page


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
