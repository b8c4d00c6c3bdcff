// Made from src/triclinium/games/banquet/views/shapes.py by `python web/make_types.py`. Do not edit.
import type { Question } from "../../lib/game";
import type { Json } from "../../lib/types";

export const GUEST_NAMES = ["caligula", "octavius", "septimus", "cassius", "claudius", "vespasianus", "messalina", "caesonia", "agrippina"] as const;
export type Guest = (typeof GUEST_NAMES)[number];

export const PRIVILEGE_NAMES = ["claim_keep_discard", "claim_keep_gift", "claim_discard_gift", "exchange_keep_discard", "exchange_keep_gift", "exchange_discard_gift", "give_back", "special_gift"] as const;
export type Privilege = (typeof PRIVILEGE_NAMES)[number];

export const PLACE_NAMES = ["discard", "keep", "gift"] as const;
export type Place = (typeof PLACE_NAMES)[number];

export const CARD_NAMES = ["olives", "figs", "carp", "snails", "mullet", "peacock", "dormouse", "boar", "piglet", "small_cup", "cup", "amphora", "poison", "ring", "toga", "vase", "mirror", "perfume", "sandals", "dagger", "feather", "dance", "bill", "doze", "food_taster", "umbra", "hymn"] as const;
export type Card = (typeof CARD_NAMES)[number];

export const EDITION_NAMES = ["fr", "nl"] as const;
export type Edition = (typeof EDITION_NAMES)[number];

export const PRIVILEGE_MODE_NAMES = ["hidden", "open", "none"] as const;
export type PrivilegeMode = (typeof PRIVILEGE_MODE_NAMES)[number];

export const PHASE_NAMES = ["seat_caligula", "deal_guest", "deal_privilege", "lay_card", "deal_replacement", "pick", "assign", "initiative", "offer", "window", "answer", "taste", "over"] as const;
export type Phase = (typeof PHASE_NAMES)[number];

export const FATE_NAMES = ["applied", "doubled", "tasted", "given_to_umbra"] as const;
export type Fate = (typeof FATE_NAMES)[number];

export const ENDING_NAMES = ["goal", "caligulas_fall", "daggers", "third_out", "draw_third_out", "draw_few_cards", "draw_rounds"] as const;
export type Ending = (typeof ENDING_NAMES)[number];

export const CARD_CLASS_NAMES = ["dish", "wine", "poison", "present", "dagger", "minus", "special"] as const;
export type CardClass = (typeof CARD_CLASS_NAMES)[number];

export const GOALS: Record<Guest, Wants | null> =
  {"caligula": {"dishes": 2, "wine": 5, "presents": 0}, "octavius": null, "septimus": null, "cassius": null, "claudius": {"dishes": 3, "wine": 3, "presents": 0}, "vespasianus": {"dishes": 5, "wine": 0, "presents": 0}, "messalina": {"dishes": 4, "wine": 1, "presents": 0}, "caesonia": {"dishes": 0, "wine": 0, "presents": 3}, "agrippina": {"dishes": 0, "wine": 0, "presents": 3}};

export const CLASS_OF: Record<Card, CardClass> =
  {"olives": "dish", "figs": "dish", "carp": "dish", "snails": "dish", "mullet": "dish", "peacock": "dish", "dormouse": "dish", "boar": "dish", "piglet": "dish", "small_cup": "wine", "cup": "wine", "amphora": "wine", "poison": "poison", "ring": "present", "toga": "present", "vase": "present", "mirror": "present", "perfume": "present", "sandals": "present", "dagger": "dagger", "feather": "minus", "dance": "minus", "bill": "minus", "doze": "minus", "food_taster": "special", "umbra": "special", "hymn": "special"};

/** No privilege. */
export type Pass = {
  kind: "pass";
};

/** No privilege in this round. */
export type PassRound = {
  kind: "pass_round";
};

/** A privilege that claims a card. */
export type Claim = {
  kind: "claim";
  card: Privilege;
  place: Place;
};

/** A privilege that exchanges two cards. */
export type Exchange = {
  kind: "exchange";
  card: Privilege;
};

/** A privilege: the Gift goes back. */
export type GiveBack = {
  kind: "give_back";
};

/** A privilege: the Gift is forced on somebody. */
export type SpecialGift = {
  kind: "special_gift";
  to: number;
};

/** What only this seat knows: its guest, its privileges, what it assigned and sealed, whether it passes. */
export type You = {
  guest: Guest | null;
  privileges: Privilege[];
  assigned: Partial<Record<Place, Card | null>>;
  sealed: Pass | PassRound | Claim | Exchange | GiveBack | SpecialGift | null;
  passing_this_round: boolean;
};

/** What was agreed before the game; it never changes. */
export type Table = {
  seats: number;
  edition: Edition;
  privileges: PrivilegeMode;
  different_dishes: boolean;
  values: Partial<Record<Card, number>>;
};

/** The three cards of the round as the table sees them. */
export type Three = {
  picked_from: number[];
  cards: Card[];
  places: Place[];
  turned: Partial<Record<Place, Card>>;
  keep_lost: boolean;
  turned_up: Card | null;
  turned_up_from: Place | null;
};

/** Where the Gift lies, and where it has been. */
export type Gift = {
  holder: number | null;
  giver: number | null;
  offered: number[];
  acceptor: number | null;
  taker: number | null;
  claimed_by_initiative: boolean;
  privilege_played: boolean;
  slept: number[];
};

/** A guest who is out, and since when. */
export type Out = {
  guest: Guest;
  when: number;
};

/** Who waits for a guest while chance deals. */
export type Dealing = {
  to: number;
  burst: number[];
};

/** What lies open before a seat. */
export type Seat = {
  belt: number;
  accepted: Partial<Record<Card, number>>;
  cards: number;
  dishes: number;
  dish_kinds: number;
  wine: number;
  presents: number;
  guest: Guest | null;
  has_guest: boolean;
  dealt_when: number;
  no_conspirator: boolean;
  privileges: number;
  open_privileges: Privilege[] | null;
};

/** Who could claim the Gift unasked, and whether they did. */
export type Initiative = {
  seat: number;
  claimed: boolean;
};

/** A privilege that was played, and after how many offers. */
export type PrivilegePlay = {
  seat: number;
  privilege: Privilege;
  place: Place | null;
  to: number | null;
  offers: number;
};

/** What everybody saw of a round. */
export type Round = {
  round: number;
  lead: number;
  picked: Card[];
  initiative: Initiative | null;
  offered: number[];
  privilege: PrivilegePlay | null;
  acceptor: number | null;
  taken: [number, Place, Card, Fate | null][];
  burst: [number, Guest][];
  shown: Card[] | null;
};

/** The round before, and counts of all that are over (`history.COLUMNS`). */
export type History = {
  last_round: Round | null;
  counts: number[][];
};

/** How it ended, and what lay at the three places. */
export type Result = {
  ending: Ending;
  winners: number[];
  places: Partial<Record<Place, Card | null>>;
};

/** A banquet as a seat, or somebody who watches, sees it. */
export type View = {
  game: "banquet";
  seat: number | null;
  you?: You;
  table: Table;
  phase: Phase;
  asked: number[];
  question: number;
  round: number;
  active: number | null;
  ring: (Card | null)[];
  three: Three;
  pile: Partial<Record<Card, number>>;
  discards: Partial<Record<Card, number>>;
  gone: Partial<Record<Card, number>>;
  gift: Gift;
  out: Out[];
  eliminated: number;
  conspirators_barred: boolean;
  privileges_used: Privilege[];
  dealing: Dealing;
  seats: Seat[];
  this_round: Round | null;
  history: History;
  result: Result | null;
};

/** Three cards of the ring. */
export type PickThree = {
  kind: "pick";
  slots: number[];
};

/** From which slot each of the three places gets its card. */
export type Assign = {
  kind: "assign";
  discard: number;
  keep: number;
  gift: number;
};

/** Not now. */
export type LeaveGift = {
  kind: "leave_gift";
};

/** The Gift, unasked (initiative). */
export type ClaimGift = {
  kind: "claim_gift";
};

/** The Gift to somebody. */
export type Offer = {
  kind: "offer";
  to: number;
};

/** The Gift is mine. */
export type Accept = {
  kind: "accept";
};

/** What was turned up counts. */
export type Apply = {
  kind: "apply";
};

/** The food taster takes it. */
export type Taste = {
  kind: "taste";
};

/** The umbra takes it. */
export type GiveToUmbra = {
  kind: "give_to_umbra";
};

/** The least a guest must have before them to win: dishes, wine points, kinds of presents. */
export type Wants = {
  dishes: number;
  wine: number;
  presents: number;
};

export type Answer = PickThree | Assign | LeaveGift | ClaimGift | Offer | Pass | PassRound | Claim | Exchange | GiveBack | SpecialGift | Accept | Apply | Taste | GiveToUmbra;

export type Decision =
  | Question<"pick", PickThree, null>
  | Question<"assign", Assign, null>
  | Question<"initiative", LeaveGift | ClaimGift, null>
  | Question<"offer", Offer, null>
  | Question<"window", Pass | PassRound | Claim | Exchange | GiveBack | SpecialGift, null>
  | Question<"answer", Accept | Offer, null>
  | Question<"taste", Apply | Taste | GiveToUmbra, null>;

export type Event =
  | { kind: "caligula_seated"; seat: number }
  | { kind: "guest_dealt"; seat: number }
  | { kind: "guest_yours"; seat: number; guest: Guest }
  | { kind: "privilege_dealt"; seat: number }
  | { kind: "privilege_yours"; seat: number; privilege: Privilege }
  | { kind: "privilege_open"; seat: number; privilege: Privilege }
  | { kind: "card_laid"; slot: number; card: Card }
  | { kind: "round_began"; round: number; seat: number }
  | { kind: "cards_picked"; seat: number; cards: Card[] }
  | { kind: "cards_assigned"; seat: number }
  | { kind: "cards_yours"; discard: Card; keep: Card; gift: Card }
  | { kind: "gift_claimed"; seat: number }
  | { kind: "gift_left"; seat: number }
  | { kind: "gift_offered"; seat: number; to: number }
  | { kind: "gift_came_home"; seat: number; to: number }
  | { kind: "privilege_played"; seat: number; privilege: Privilege }
  | { kind: "privilege_claims"; seat: number; privilege: Privilege; place: Place }
  | { kind: "cards_exchanged"; one: Place; other: Place }
  | { kind: "gift_accepted"; seat: number }
  | { kind: "gift_forced"; seat: number; to: number }
  | { kind: "card_turned_up"; seat: number; card: Card; place: Place }
  | { kind: "card_applied"; seat: number; card: Card }
  | { kind: "belt_moved"; seat: number; before: number; after: number }
  | { kind: "card_double"; seat: number; card: Card }
  | { kind: "card_double_gone"; seat: number; card: Card }
  | { kind: "card_tasted"; seat: number; card: Card; taster: Card }
  | { kind: "guest_burst"; seat: number; guest: Guest }
  | { kind: "guest_replaced"; seat: number }
  | { kind: "guest_yours_now"; seat: number; guest: Guest }
  | { kind: "keep_lost"; seat: number }
  | { kind: "round_shown"; discard: Card; keep: Card; gift: Card }
  | { kind: "cards_shown"; discard: Card; keep: Card; gift: Card }
  | { kind: "pile_renewed"; cards: number }
  | { kind: "guest_shown"; seat: number; guest: Guest }
  | { kind: "game_won"; seats: number[]; ending: Ending }
  | { kind: "game_drawn"; ending: Ending };

/** What a table agrees on. */
export type Options = {
  edition: "fr" | "nl";
  privileges: "hidden" | "open" | "none";
  different_dishes: boolean;
  deck: Json;
};

/** What it is called among programs, and where it stands in lists. */
export const ID = "banquet";
export const ORDER = 1;

/** All that is said about this game, for what is the same in every game. */
export interface Shapes {
  View: View;
  Decision: Decision;
  Answer: Answer;
  Event: Event;
  Options: Options;
}
