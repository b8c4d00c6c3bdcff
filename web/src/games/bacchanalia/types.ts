// Made from src/triclinium/games/bacchanalia/views/shapes.py by `python web/make_types.py`. Do not edit.
import type { Question } from "../../lib/game";
import type { Json } from "../../lib/types";

export const EDITION_NAMES = ["it", "es"] as const;
export type Edition = (typeof EDITION_NAMES)[number];

export const TONE_NAMES = ["veiled", "frank"] as const;
export type Tone = (typeof TONE_NAMES)[number];

export const LENGTH_NAMES = ["parcae", "all", "time"] as const;
export type Length = (typeof LENGTH_NAMES)[number];

export const PHASE_NAMES = ["youngest", "hedonist", "umbra", "choice", "hand_out", "introduction", "arrival", "draw", "sacrifice", "pass_bacchus", "pay_tie", "take", "choose_ending", "scene", "lock", "ask", "reply", "react", "vote", "leave_bacchus", "clock", "over"] as const;
export type Phase = (typeof PHASE_NAMES)[number];

export const ASPECT_NAMES = ["who", "mirror", "amans", "flight", "accusator", "where", "crime"] as const;
export type Aspect = (typeof ASPECT_NAMES)[number];

export const REASON_NAMES = ["all_ended", "one_left", "two_left", "parcae", "time"] as const;
export type Reason = (typeof REASON_NAMES)[number];

export const CARD_NAMES = ["bacchus", "pluto", "accusator", "minerva", "venus", "amans", "satyrus", "miles", "vinum", "vinum_symbol", "parcae"] as const;
export type Card = (typeof CARD_NAMES)[number];

export const DEUS_NAMES = ["bacchus", "pluto", "accusator", "minerva", "venus", "amans", "satyrus", "miles", "vinum"] as const;
export type Deus = (typeof DEUS_NAMES)[number];

export const RULING_NAMES = ["bacchus", "pluto", "accusator", "minerva", "venus", "amans", "satyrus", "miles", "vinum", "vinum_symbol", "parcae", "tie"] as const;
export type Ruling = (typeof RULING_NAMES)[number];

export const ENDING_NAMES = ["amans", "miles", "sudden", "left"] as const;
export type Ending = (typeof ENDING_NAMES)[number];

export const OUTCOME_NAMES = ["happy", "slain", "violence", "lost", "freed", "sacrifice", "open", "spared", "left"] as const;
export type Outcome = (typeof OUTCOME_NAMES)[number];

export const TWIST_NAMES = ["accusator_struck", "amans_saved"] as const;
export type Twist = (typeof TWIST_NAMES)[number];

export const ELEMENT_NAMES = ["person", "place", "thing"] as const;
export type Element = (typeof ELEMENT_NAMES)[number];

export const FORM_NAMES = ["written", "aloud", "untold", "veiled"] as const;
export type Form = (typeof FORM_NAMES)[number];

export const PERSON_NAMES = ["who", "amans", "accusator"] as const;
export type Person = (typeof PERSON_NAMES)[number];

export const PASSAGE_PART_NAMES = ["who", "mirror", "amans", "flight", "accusator", "where", "crime", "arrival", "scene", "ending", "question", "reply"] as const;
export type PassagePart = (typeof PASSAGE_PART_NAMES)[number];

export const ENTRY_NAMES = ["tie", "accusator_near", "accusator_confronts", "amans", "bacchus", "miles_near", "miles_escape", "miles_capture", "minerva_together", "minerva_apart", "pluto", "satyrus", "venus_memory", "venus_together", "venus_finds", "vinum_symbol", "vinum"] as const;
export type Entry = (typeof ENTRY_NAMES)[number];

export const GUIDANCE_KEY_NAMES = ["guidance.drew", "guidance.locked_card", "guidance.parcae_now", "guidance.parcae_before", "guidance.minerva_cut", "guidance.minerva_left", "guidance.no_match", "guidance.rules", "guidance.rules_by_satyrus", "guidance.tied", "guidance.symbol", "guidance.bacchus_passed", "guidance.took", "guidance.took_from", "guidance.put", "guidance.keeps_bacchus", "guidance.entry_tie", "guidance.entry_accusator_near", "guidance.entry_accusator_confronts", "guidance.entry_amans", "guidance.entry_bacchus", "guidance.entry_miles_near", "guidance.entry_miles_escape", "guidance.entry_miles_capture", "guidance.entry_minerva_together", "guidance.entry_minerva_apart", "guidance.entry_pluto", "guidance.entry_satyrus", "guidance.entry_venus_memory", "guidance.entry_venus_together", "guidance.entry_venus_finds", "guidance.entry_vinum_symbol", "guidance.entry_vinum", "guidance.ending_happy", "guidance.ending_slain", "guidance.ending_violence", "guidance.ending_lost", "guidance.ending_freed", "guidance.ending_sacrifice", "guidance.ending_open", "guidance.ending_spared", "guidance.ending_slain_by_deeds", "guidance.twist_accusator_struck", "guidance.twist_amans_saved", "guidance.change_place", "guidance.stay_here", "guidance.stay_where_you_are", "guidance.part_from_amans", "guidance.be_with_amans", "guidance.meet_amans", "guidance.meet_amans_by_card", "guidance.let_amans_go", "guidance.show_deus", "guidance.next_scene_is_miles_ending", "guidance.this_is_your_ending", "guidance.lock_a_card", "guidance.meet_characters", "guidance.skip", "guidance.let_figures_stay", "guidance.take_first_step", "guidance.answer_question", "guidance.maybe_innocent", "guidance.crime_examples", "guidance.brainstorm", "guidance.choose_a_name", "guidance.first_signs", "guidance.signs_are_no_step", "guidance.near_bertinoro", "guidance.amans_here", "guidance.bacchus_arrives", "guidance.draw_cards", "guidance.quote_another", "guidance.quote_in_scene", "guidance.quote_particular", "guidance.quote_new", "guidance.quote_deus", "guidance.ask_past_or_thoughts", "guidance.reply_or_episode", "guidance.use_eye", "guidance.object_to_lock", "guidance.agree_to_meeting", "guidance.suggest", "guidance.ask_freely"] as const;
export type GuidanceKey = (typeof GUIDANCE_KEY_NAMES)[number];

export const PLACE_RULE_NAMES = ["must", "may", "must_not"] as const;
export type PlaceRule = (typeof PLACE_RULE_NAMES)[number];

export const ACT_NAMES = ["agree", "eye", "object"] as const;
export type Act = (typeof ACT_NAMES)[number];

export const TEXT_BYTES_MOST: number =
  32768;

/** What only this seat knows: its sealed answer. */
export type You = {
  sealed: string[] | null;
};

/** What was agreed before the game. */
export type Table = {
  seats: number;
  edition: Edition;
  tone: Tone;
  length: Length;
  appearances: number;
  minutes: number;
  title: string;
  youngest: number | null;
  hedonist: number | null;
  lines: string[];
  veils: string[];
};

/** An element taken from another player's scene, for a lock (BC-15). */
export type Quote = {
  seat: number;
  turn: number;
  card: Card;
  of: number;
  element: Element;
  form: Form;
  text: string | null;
  passage: number | null;
};

/** The running turn: its cards, who rules, and what is on offer. */
export type Running = {
  drawn: Card[];
  cut: Card | null;
  minerva_left: boolean;
  ruling: Ruling | null;
  level: Deus[];
  symbol: boolean;
  won_tie: boolean;
  reshuffle: boolean;
  two_left: boolean;
  bacchus_to: number | null;
  asked: boolean;
  put: Deus[];
  took: Deus | null;
  took_from: number | null;
  ending: Ending | null;
  outcome: Outcome | null;
  twists: Twist[];
  lock: Quote | null;
  locks_offered: number;
  objected: number[];
  votes: number[];
  eye_used: boolean;
};

/** What lies before a seat, and the facts of its character. */
export type Seat = {
  deus: Partial<Record<Deus, number>>;
  locked: Card | null;
  introduced: boolean;
  captured: boolean;
  bacchus_arrives: boolean;
  place: string | null;
  with_amans: boolean;
  names: Partial<Record<Person, string>>;
  scenes: number;
  ended: Ending | null;
  outcome: Outcome | null;
};

/** An element its teller marked for quotation, and the Deus it stands for, if any. */
export type Mark = {
  text: string;
  element: Element;
  deus: Deus | null;
};

/** The cards a scene was told from; other passages have none. */
export type SceneCards = {
  ruling?: Ruling;
  entry?: Entry | null;
  level?: Deus[];
  drawn?: Card[];
  locked?: Card | null;
  cut?: Card | null;
  parcae?: number;
  took?: Deus | null;
  put?: Deus[];
  ending?: Ending | null;
  outcome?: Outcome | null;
  twists?: Twist[];
};

/** One telling: who told what, how, and from which cards. */
export type Passage = {
  number: number;
  turn: number;
  seat: number;
  part: PassagePart;
  form: Form;
  text: string | null;
  name: string | null;
  place: string | null;
  moved: boolean;
  with_amans: boolean;
  marks: Mark[];
  meets: number[];
  agreed: number[];
  cards: SceneCards;
};

/** A piece of guidance: a key of the words and its arguments. */
export type Item = {
  key: GuidanceKey;
  arguments: Record<string, number | string | number[] | string[]>;
};

/** A bacchanal as a seat, or somebody who watches, sees it. */
export type View = {
  game: "bacchanalia";
  seat: number | null;
  you?: You;
  table: Table;
  phase: Phase;
  asked: number[];
  question: number;
  left_to_chance: Phase | null;
  turn: number;
  active: number | null;
  introduction: Aspect | null;
  sudden: Reason | null;
  pile: Partial<Record<Card, number>>;
  discards: Partial<Record<Card, number>>;
  centre: Partial<Record<Deus, number>>;
  aside: Partial<Record<Deus, number>>;
  parcae: number;
  running: Running;
  seats: Seat[];
  story: Passage[];
  quotes: Quote[];
  meanwhile: Item[];
  over: boolean;
};

/** The most bytes of a text and of a name, and the most marks. */
export type Limits = {
  text: number;
  short: number;
  marks: number;
};

/** What the cards did, the entry that rules, what must, may and must not be. */
export type Guidance = {
  cards: Item[];
  entry: Item | null;
  must: Item[];
  may: Item[];
  must_not: Item[];
};

/** What comes with every question. */
export type Asked = {
  turn: number;
  active: number;
  tone: Tone;
  limits: Limits;
  guidance: Guidance;
};

/** Which of the six questions it is, and names to choose from. */
export type AskedIntroduction = {
  turn: number;
  active: number;
  tone: Tone;
  limits: Limits;
  guidance: Guidance;
  question: Aspect;
  number: number;
  named: boolean;
  first: boolean;
  names?: Record<string, string[]>;
};

/** How many cards are drawn. */
export type AskedDraw = {
  turn: number;
  active: number;
  tone: Tone;
  limits: Limits;
  guidance: Guidance;
  number: number;
  ending: Ending | null;
};

/** The facts a scene sets, and between what it can choose. */
export type Facts = {
  place: string | null;
  place_rule: PlaceRule;
  places: string[];
  also_here: number[];
  with_amans: boolean;
  with_amans_allowed: boolean[];
  amans_in_play: boolean;
  holds_amans: boolean;
  holds_venus: boolean;
};

/** The facts of the scene. */
export type AskedScene = {
  turn: number;
  active: number;
  tone: Tone;
  limits: Limits;
  guidance: Guidance;
  facts: Facts;
};

/** The cards that can be locked; whether another lock was declined before. */
export type AskedLock = {
  turn: number;
  active: number;
  tone: Tone;
  limits: Limits;
  guidance: Guidance;
  cards: Card[];
  second: boolean;
};

/** The lock on offer, who has objected, and the scene it is about. */
export type AskedWindow = {
  turn: number;
  active: number;
  tone: Tone;
  limits: Limits;
  guidance: Guidance;
  lock: Quote | null;
  objected: number[];
  scene: number | null;
};

/** The time that was agreed; the table itself may answer. */
export type AskedClock = {
  turn: number;
  active: number;
  tone: Tone;
  limits: Limits;
  guidance: Guidance;
  by_table: boolean;
  minutes: number;
};

/** A Deus to somebody, before the game. */
export type Hand = {
  kind: "hand";
  card: Deus;
  to: number;
};

/** Let chance choose (BC-21). */
export type LeaveToChance = {
  kind: "leave_to_chance";
};

/** How something is told. Words stand in it if it is written, and may be noted if a lock is named aloud. */
export type Words = {
  form: Form;
  text?: string;
};

/** A part of one's introduction. */
export type Introduce = {
  kind: "introduce";
  words: Words;
  name: string | null;
};

/** For good. */
export type Leave = {
  kind: "leave";
};

/** How Bacchus arrives. */
export type Arrive = {
  kind: "arrive";
  words: Words;
};

/** The Umbra of the turn. */
export type Draw = {
  kind: "draw";
};

/** A Vinum, so that Minerva stays. */
export type Sacrifice = {
  kind: "sacrifice";
  card: Card;
};

/** To whom Bacchus goes. */
export type PassBacchus = {
  kind: "pass_bacchus";
  to: number;
};

/** A Deus into the centre. */
export type Put = {
  kind: "put";
  card: Deus;
};

export type Take = {
  kind: "take";
  card: Deus;
  from: number | null;
};

/** How one's story ends. */
export type End = {
  kind: "end";
  ruling: Ruling;
  outcome: Outcome;
  twists: Twist[];
};

/** Where a scene goes; None for a place without a name. */
export type Where = {
  name: string | null;
};

/** A scene. */
export type Tell = {
  kind: "tell";
  words: Words;
  place: Where | null;
  with_amans: boolean;
  marks: Mark[];
  meets: number[];
};

/** A card to be kept for a quotation. */
export type Lock = {
  kind: "lock";
  card: Card;
  of: number;
  element: Element;
  words: Words;
};

/** No card is kept. */
export type NoLock = {
  kind: "no_lock";
};

/** Bacchus's question. */
export type Ask = {
  kind: "ask";
  words: Words;
};

/** Nothing. */
export type Pass = {
  kind: "pass";
};

/** The reply to it. */
export type Reply = {
  kind: "reply";
  words: Words;
};

/** What others do before a turn ends. */
export type React = {
  kind: "react";
  acts: Act[];
};

/** The turn may end. */
export type EndTurn = {
  kind: "end_turn";
};

/** For or against a lock. */
export type Vote = {
  kind: "vote";
  refuse: boolean;
};

/** No vote. */
export type Abstain = {
  kind: "abstain";
};

/** Who has Bacchus when one's story is over. */
export type LeaveBacchus = {
  kind: "leave_bacchus";
  to: number;
};

/** Whether the time is up. */
export type Clock = {
  kind: "clock";
  up: boolean;
};

export type Answer = Hand | LeaveToChance | Introduce | Leave | Arrive | Draw | Sacrifice | PassBacchus | Put | Take | End | Tell | Lock | NoLock | Ask | Pass | Reply | React | EndTurn | Vote | Abstain | LeaveBacchus | Clock;

export type Decision =
  | Question<"hand_out", Hand | LeaveToChance, Asked>
  | Question<"introduction", Introduce | Leave, AskedIntroduction>
  | Question<"arrival", Arrive | Leave, Asked>
  | Question<"draw", Draw | Leave, AskedDraw>
  | Question<"sacrifice", Sacrifice | LeaveToChance, Asked>
  | Question<"pass_bacchus", PassBacchus | LeaveToChance, Asked>
  | Question<"pay_tie", Put | LeaveToChance, Asked>
  | Question<"take", Take | LeaveToChance, Asked>
  | Question<"choose_ending", End | LeaveToChance, Asked>
  | Question<"scene", Tell, AskedScene>
  | Question<"lock", Lock | NoLock, AskedLock>
  | Question<"ask", Ask | Pass, Asked>
  | Question<"reply", Reply, Asked>
  | Question<"react", React | Pass | EndTurn, AskedWindow>
  | Question<"vote", Vote | Abstain, AskedWindow>
  | Question<"leave_bacchus", LeaveBacchus | LeaveToChance, Asked>
  | Question<"clock", Clock, AskedClock>;

export type Event =
  | { kind: "youngest_named"; seat: number }
  | { kind: "hedonist_named"; seat: number }
  | { kind: "deus_handed"; seat: number; to: number; card: Card }
  | { kind: "vinum_dealt" }
  | { kind: "turn_began"; turn: number; seat: number }
  | { kind: "told"; seat: number; part: PassagePart; passage: number; form: Form }
  | { kind: "told_in_writing"; seat: number; part: PassagePart; passage: number; text: string }
  | { kind: "named"; seat: number; part: PassagePart; name: string }
  | { kind: "left_to_chance"; seat: number }
  | { kind: "lock_discarded"; seat: number; card: Card }
  | { kind: "deck_renewed"; cards: number }
  | { kind: "umbra_drawn"; seat: number; card: Card }
  | { kind: "vinum_discarded"; seat: number; card: Card }
  | { kind: "parcae_shown"; seat: number; number: number }
  | { kind: "amans_entered" }
  | { kind: "vinum_sacrificed"; seat: number; card: Card }
  | { kind: "minerva_stayed"; seat: number }
  | { kind: "deus_put"; seat: number; card: Card }
  | { kind: "vinum_by_default"; seat: number }
  | { kind: "gods_tied"; seat: number; cards: Card[] }
  | { kind: "vinum_won_tie"; seat: number; card: Card }
  | { kind: "deus_rules"; seat: number; card: Card; number: number }
  | { kind: "bacchus_passed"; seat: number; to: number }
  | { kind: "deus_taken"; seat: number; card: Card }
  | { kind: "deus_taken_from"; seat: number; card: Card; owner: number }
  | { kind: "deus_not_taken"; seat: number }
  | { kind: "captured"; seat: number }
  | { kind: "place_changed"; seat: number; place: string }
  | { kind: "place_left"; seat: number }
  | { kind: "amans_joined"; seat: number }
  | { kind: "amans_parted"; seat: number }
  | { kind: "lock_offered"; seat: number; card: Card; of: number; element: Element; text: string }
  | { kind: "lock_offered_aloud"; seat: number; card: Card; of: number; element: Element }
  | { kind: "lock_declined"; seat: number }
  | { kind: "lock_objected"; seat: number }
  | { kind: "votes_counted"; accept: number; refuse: number }
  | { kind: "lock_upheld"; seat: number }
  | { kind: "lock_refused"; seat: number }
  | { kind: "lock_kept"; seat: number; card: Card }
  | { kind: "question_passed"; seat: number }
  | { kind: "minerva_given"; seat: number; to: number }
  | { kind: "meeting_agreed"; seat: number; teller: number }
  | { kind: "turn_ended"; seat: number }
  | { kind: "ending_began"; seat: number; ending: Ending }
  | { kind: "hand_redrawn"; seat: number }
  | { kind: "ending_chosen"; seat: number; ruling: Ruling; outcome: Outcome; twists: Twist[] }
  | { kind: "bacchus_left_to"; seat: number; to: number }
  | { kind: "bacchus_aside"; seat: number }
  | { kind: "story_ended"; seat: number; ending: Ending; outcome: Outcome }
  | { kind: "seat_left"; seat: number }
  | { kind: "deck_mixed"; cards: number }
  | { kind: "sudden_began"; reason: Reason }
  | { kind: "story_over" };

/** What a table agrees on. */
export type Options = {
  edition: "it" | "es";
  tone: "veiled" | "frank";
  length: "parcae" | "all" | "time";
  appearances: 3 | 4 | 5 | 6 | 7 | 8 | 9;
  minutes: 30 | 45 | 60 | 75 | 90 | 105 | 120 | 150 | 180 | 240;
  youngest: "chance" | 0 | 1 | 2 | 3 | 4 | 5;
  hedonist: "chance" | 0 | 1 | 2 | 3 | 4 | 5;
  title: string;
  lines: string[];
  veils: string[];
  deck: Json;
};

/** What it is called among programs, and where it stands in lists. */
export const ID = "bacchanalia";
export const ORDER = 3;

/** All that is said about this game, for what is the same in every game. */
export interface Shapes {
  View: View;
  Decision: Decision;
  Answer: Answer;
  Event: Event;
  Options: Options;
}
