// Made from the messages of the table by `python -m triclinium.table.web.schema`. Do not edit.

/** Plain JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Plain JSON that the rules check: options, answers, events. */
export type Data = Record<string, Json>;

/** What came with this nonce is stored for good. */
export interface Ack {
  type: "ack";
  nonce: string;
}

/** Yes or no to a proposal; no to one's own takes it back. */
export interface Agree {
  type: "agree";
  proposal: number;
  yes: boolean;
  nonce: string;
}

/** My answer to exactly this decision. */
export interface Answer {
  type: "answer";
  decision: number;
  answer: Data;
  nonce: string;
}

/** A line or a veil for all to keep to. Nobody learns who wished it; it is not kept either. `on` false takes back what this browser has added since the server was started. */
export interface Boundary {
  type: "boundary";
  option: string;
  text: string;
  on?: boolean;
  nonce: string;
}

/** Play on from a point of a finished game, in one seat, against bots. */
export interface Branch {
  at: number;
  seat: number;
  name: string;
  bot?: string | null;
}

/** A place of a view and what stands there now. At the end of a list it adds one. Without a value the field is gone, or the list ends there. */
export interface Change {
  path: (string | number)[];
  value?: Json;
}

/** A line of talk. */
export interface Chat {
  type: "chat";
  text: string;
  nonce: string;
}

/** A line of talk. */
export interface ChatLine {
  number: number;
  seat: number;
  text: string;
  at: number;
}

/** New lines of talk, or all recent ones after joining. */
export interface ChatTold {
  type: "chat";
  lines: ChatLine[];
}

/** How time is measured: none, so many seconds or days a move, or a bank of seconds with an increment. */
export interface ClockRule {
  kind?: string;
  amount?: number;
  increment?: number;
}

/** Milliseconds left to each seat, None where nothing runs; a sealed question shows only the viewer's own. */
export interface ClockTold {
  left: (number | null)[];
  running: number[];
}

/** The question put to this viewer's seat. */
export interface DecisionTold {
  id: number;
  kind: string;
  options: Data[];
  data: Json;
  sealed: boolean;
  listed_all: boolean;
}

/** The host frees a seat while the table is waiting. */
export interface Dismiss {
  type: "dismiss";
  seat: number;
  nonce: string;
}

/** It is done. */
export interface Done {
  id: string;
}

export type Down = TableTold | State | ChatTold | Ack | Refusal | Resync | HintsTold | HintWaits;

/** At so many tables nothing is left of a visitor; at these there still is: ask again, there or here. */
export interface Forgotten {
  tables: number;
  left: string[];
}

/** A game that can be played here. */
export interface GameTold {
  id: string;
  rules: number;
  seats_least: number;
  seats_most: number;
  options: OptionTold[];
  bots: string[];
  usual_bot: string;
  hints: boolean;
}

/** All games. */
export interface Games {
  games: GameTold[];
}

/** One option: the chance to win after it, from 0 to 1, and why. */
export interface HintTold {
  answer: Data;
  chance: number;
  why: Why;
}

/** The hint that was asked for comes later: so many others are thought about before. */
export interface HintWaits {
  type: "hint_waits";
  nonce: string;
  decision: number;
  ahead: number;
}

/** What would a searching bot make of my options? The reply is `hints` or `refused`; nothing is stored. */
export interface HintWanted {
  type: "hint";
  decision: number;
  nonce: string;
}

/** Hints for the asking socket alone, the best option first. */
export interface HintsTold {
  type: "hints";
  nonce: string;
  decision: number;
  hints: HintTold[];
}

/** The host mutes a seat for all, with a reason that the seat is told; or no longer. */
export interface Hush {
  type: "hush";
  seat: number;
  on: boolean;
  reason?: string;
  nonce: string;
}

/** Seconds that tables are kept after the last thing that happened there; None for ever. */
export interface KeepingTold {
  finished: number | null;
  unbegun: number | null;
  idle: number | null;
}

/** I get up for good. While waiting the seat is free again; in a game a bot plays on, or the game ends for me. */
export interface Leave {
  type: "leave";
  nonce: string;
}

/** I am ready to go on after a pause or a veil. Everybody has to be; after ten minutes any two are enough. */
export interface Lift {
  type: "lift";
  nonce: string;
}

/** The least and the most a number may be: always, or where another option (or `seats`) has this value. */
export interface LimitTold {
  least: number;
  most: number;
  option?: string | null;
  value?: Json;
}

/** A line of talk. */
export interface LineKept {
  at: number;
  text: string;
}

/** The secret of a new link; it is not kept. */
export interface LinkMade {
  kind: string;
  seat: number | null;
  secret: string;
}

/** All events these eyes were told, from the beginning. */
export interface LogTold {
  id: string;
  eyes: number | null;
  events: Data[];
}

/** The luck of this table: commitments first, then the shares; the secret after the end. */
export interface LuckTold {
  commitment: string;
  shares: (string | null)[];
  values: (string | null)[];
  secret: string | null;
}

/** A new table. The secrets belong behind the # of a link, where no server and no referrer sees them. */
export interface Made {
  id: string;
  invite: string;
  watch: string;
  seat: number | null;
  commitment: string;
}

/** What the server keeps of a visitor: the tables, the newest first, and how many come after these; how long. */
export interface Me {
  tables: TableMine[];
  more: number;
  keeping: KeepingTold;
}

/** The same with every word. */
export interface MeWhole {
  tables: TableKept[];
  more: number;
}

/** Who answered last, and who did it for the seat. Never told of sealed answers. `by` is person, bot, clock, table, or hurried: a bot that could not search, since others were before it. */
export interface Moved {
  seat: number;
  by: string;
}

/** I do not want to read what this seat says, or I do again. */
export interface Mute {
  type: "mute";
  seat: number;
  on: boolean;
  nonce: string;
}

/** A link to be made: invite and watch by the host; shoulder and seat by who has the seat. */
export interface NewLink {
  kind: string;
  seat?: number | null;
}

/** A table to be made. The maker is its host, and sits down unless `sit` is false. */
export interface NewTable {
  game: string;
  seats: SeatWanted[];
  name: string;
  options?: Data;
  sit?: boolean;
  clock?: ClockRule;
  wait?: number | null;
  undo?: string;
  window?: number;
  quick?: boolean;
  hints?: boolean;
  language?: string;
  files?: Record<string, string>;
}

/** I am not ready after all. */
export interface NotReady {
  type: "not_ready";
  nonce: string;
}

/** Where somebody wants to be told of their turn. */
export interface NoticeKept {
  kind: string;
  target: Data;
}

/** An option of a game: one of its choices, a number within limits, a text, lines of text, or a data file. `file` says whether it can be given as the text of a file; what is nothing but a file has no default here. */
export interface OptionTold {
  name: string;
  default: Json;
  choices: Json[];
  limits: LimitTold[];
  file: boolean;
}

/** Let the table rest, now. Nobody learns who wished it; it is not kept either. */
export interface Pause {
  type: "pause";
  nonce: string;
}

/** The host gives a free seat to a bot, or a bot's seat to whoever comes. */
export interface Plan {
  type: "plan";
  seat: number;
  bot: string | null;
  nonce: string;
}

/** Why something was refused: a key of the words, the rule, and arguments. */
export interface Problem {
  key: string;
  rule?: string;
  arguments?: Data;
}

/** A proposal that waits for consent. */
export interface ProposalTold {
  number: number;
  what: string;
  by: number;
  seat: number | null;
  agreed: number[];
  asked: number[];
}

/** Ask the others: to open an abandoned seat, to end the game unfinished. */
export interface Propose {
  type: "propose";
  what: string;
  seat?: number | null;
  nonce: string;
}

/** What a browser needs to subscribe to pushes; None if this server sends none. */
export interface PushKey {
  key: string | null;
  webhook_hosts: string[];
}

/** I am ready; this is my commitment to 128 bits of luck. */
export interface Ready {
  type: "ready";
  commitment: string;
  nonce: string;
}

/** What came with this nonce changed nothing, and why: a key of the words, the rule, and arguments. */
export interface Refusal {
  type: "refused";
  nonce: string;
  key: string;
  rule?: string;
  arguments?: Data;
}

/** A block of steps of a finished game: as many as were asked for, or as are not too long. */
export interface Replay {
  id: string;
  steps_total: number;
  view: Json;
  steps: Step[];
}

/** The answer came too late or the table had to step back; the whole state follows. */
export interface Resync {
  type: "resync";
  nonce: string;
  key: string;
}

/** The 128 bits I committed myself to. */
export interface Reveal {
  type: "reveal";
  value: string;
  nonce: string;
}

/** My own passage in other words, while its turn lasts. */
export interface Rewrite {
  type: "rewrite";
  passage: number;
  words: Data;
  nonce: string;
}

/** What everybody knows of a seat besides the game. */
export interface SeatTold {
  name: string | null;
  bot: string | null;
  taken: boolean;
  present: boolean;
  ready: boolean;
  stand_in: string | null;
  abandoned: boolean;
  opened: boolean;
  hushed: boolean;
}

/** A seat of a new table: for a bot, or free for a person. */
export interface SeatWanted {
  bot?: string | null;
}

/** This bot may play in my name while I am away; None: nobody may, and silence is my answer. */
export interface StandIn {
  type: "stand_in";
  bot: string | null;
  nonce: string;
}

/** The whole game as this viewer may know it. It replaces what was told before. */
export interface State {
  type: "state";
  version: number;
  view: Json;
  decision: DecisionTold | null;
  sealed: Data | null;
  events: Data[];
  events_at: number;
  clock: ClockTold | null;
  moved: Moved | null;
}

/** One step of a finished game: who answered what, what that told, and how the view changed. */
export interface Step {
  at: number;
  seat: number | null;
  answer: Data | null;
  events: Data[];
  changes: Change[];
  seats?: Record<string, Change[]>;
}

/** Where to tell a seat that it is its turn; without a target, no longer. */
export interface Subscribe {
  kind: string;
  language?: string;
  endpoint?: string;
  keys?: Record<string, string>;
  url?: string;
}

/** All that one table keeps of a visitor. */
export interface TableKept {
  id: string;
  game: string;
  since: number;
  host: boolean;
  watches: boolean;
  names: string[];
  lines: LineKept[];
  passages: Data[];
  notices: NoticeKept[];
  answers: Data[];
}

/** A table in somebody's list. */
export interface TableLine {
  id: string;
  game: string;
  phase: string;
  seats: (string | null)[];
  your_seat: number | null;
  your_turn: boolean;
  asked: number[];
  since: number;
  title: string;
  winners: number[];
}

/** The tables somebody has to do with. */
export interface TableList {
  tables: TableLine[];
}

/** How much one table keeps of a visitor. */
export interface TableMine {
  id: string;
  game: string;
  since: number;
  host: boolean;
  watches: boolean;
  names: string[];
  lines: number;
  passages: number;
  notices: number;
  answers: number;
}

/** The table around the game; told anew whenever it changes. */
export interface TableTold {
  type: "table";
  id: string;
  game: string;
  rules: number;
  options: Data;
  phase: string;
  frozen: boolean;
  seats: SeatTold[];
  you: You;
  clock: ClockRule;
  wait: number | null;
  undo: string;
  window: number;
  hints: boolean;
  language: string;
  luck: LuckTold;
  proposals: ProposalTold[];
  paused: boolean;
  veiled: boolean;
  lifting: number;
  lifters: number;
  watchers: number;
  retold: number;
  rematch: string | null;
  branch_of: string | null;
  usual_bot: string;
  boundaries: string[];
  closed: boolean;
}

/** Sit down, by the secret of an invitation or of a hand-over link. */
export interface TakeSeat {
  secret: string;
  name: string;
  seat?: number | null;
}

/** The seat that was taken. */
export interface Taken {
  id: string;
  seat: number;
}

/** Let me take back my last answer: alone where that harms nobody, else by consent. */
export interface Undo {
  type: "undo";
  nonce: string;
}

export type Up = Ready | NotReady | Reveal | Answer | HintWanted | Undo | Propose | Agree | Pause | Veil | Lift | StandIn | Boundary | VeilPassage | Rewrite | Chat | Mute | Hush | Plan | Leave | Dismiss;

/** Stop, now, on every screen. Nobody learns who drew the veil; it is not kept either. */
export interface Veil {
  type: "veil";
  nonce: string;
}

/** Take the words of a passage out of the story for good. Nobody learns who asked; it is not kept either. */
export interface VeilPassage {
  type: "veil_passage";
  passage: number;
  nonce: string;
}

/** Watch, by the secret of a spectator link. */
export interface Watch {
  secret: string;
}

/** Whose view will be shown: a seat's, or None for the public one. */
export interface Watching {
  id: string;
  eyes: number | null;
}

/** A reason: a key of the game's words, and arguments. */
export interface Why {
  key: string;
  arguments: Data;
}

/** Who the viewer is at this table. */
export interface You {
  seat: number | null;
  eyes: number | null;
  host: boolean;
  muted: number[];
  stand_in: string | null;
}
