// Made from the messages of the table by `python -m triclinium.table.web.schema`. Do not edit.

/** Plain JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Plain JSON that the rules check: options, answers, events. */
export type Data = Record<string, Json>;

/** The message with this nonce is stored for good. */
export interface Ack {
  type: "ack";
  nonce: string;
}

/** Yes or no to a proposal. A no to one's own proposal withdraws it. */
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

/** How a person is drawn: one of a few busts, in one of a few colours. */
export interface Avatar {
  bust: "athlete" | "augur" | "dancer" | "matron" | "poet" | "sage" | "senator" | "soldier";
  colour: "olive" | "purple" | "rose" | "saffron" | "sea" | "slate" | "terracotta" | "wine";
}

/** A line or veil for everybody to respect. Nobody learns who asked, and it is not stored. `on: false` takes back what this browser added since the server started. */
export interface Boundary {
  type: "boundary";
  option: string;
  text: string;
  on?: boolean;
  nonce: string;
}

/** Continue from a point of a finished game, in one seat, against bots. */
export interface Branch {
  at: number;
  seat: number;
  name: string;
  avatar?: Avatar | null;
  bot?: string | null;
}

/** Exactly what would be sent, and where to. Nothing has been sent. */
export interface BriefTold {
  address: string;
  messages: (Record<string, string>)[];
  seal: string;
}

/** Before the game: my name and picture, anew. */
export interface CallMe {
  type: "call_me";
  name: string;
  avatar?: Avatar | null;
  nonce: string;
}

/** A path in a view and its new value. At the end of a list it appends. Without a value the field is removed, or the list ends there. */
export interface Change {
  path: (string | number)[];
  value?: Json;
}

/** A line of chat. */
export interface Chat {
  type: "chat";
  text: string;
  nonce: string;
}

/** A line of chat: words, or a sign instead of them. */
export interface ChatLine {
  number: number;
  seat: number;
  text: string;
  at: number;
  sign?: "bravo" | "cheers" | "gasp" | "laugh" | "thumb" | "weep" | null;
}

/** New lines of chat; after joining, all recent ones. */
export interface ChatTold {
  type: "chat";
  lines: ChatLine[];
}

/** The clock: none, seconds or days for each move, or a bank of seconds with an increment. */
export interface ClockRule {
  kind?: string;
  amount?: number;
  increment?: number;
}

/** Milliseconds left for each seat, None if no clock runs. For a sealed question, only the viewer's own is shown. */
export interface ClockTold {
  left: (number | null)[];
  running: number[];
}

/** The book of the story may name me as a teller; or it may not, and the names kept so far lose mine. */
export interface CreditMe {
  type: "credit_me";
  on: boolean;
  nonce: string;
}

/** The question to this viewer's seat. */
export interface DecisionTold {
  id: number;
  kind: string;
  options: Data[];
  data: Json;
  sealed: boolean;
  listed_all: boolean;
}

/** The host frees a seat before the game. */
export interface Dismiss {
  type: "dismiss";
  seat: number;
  nonce: string;
}

/** Success without data. */
export interface Done {
  id: string;
}

export type Down = TableTold | State | ChatTold | Ack | Refusal | Resync | HintsTold | HintWaits;

/** How many tables no longer store anything about a visitor, and which still do: ask again, there or here. */
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

export interface Games {
  games: GameTold[];
}

/** One option: the chance to win after it, from 0 to 1, and why. */
export interface HintTold {
  answer: Data;
  chance: number;
  why: Why;
}

/** The requested hint comes later: this many others are before it. */
export interface HintWaits {
  type: "hint_waits";
  nonce: string;
  decision: number;
  ahead: number;
}

/** How would a searching bot rate my options? The reply is `hints` or `refused`; nothing is stored. */
export interface HintWanted {
  type: "hint";
  decision: number;
  nonce: string;
}

/** Hints for the socket that asked, best option first. */
export interface HintsTold {
  type: "hints";
  nonce: string;
  decision: number;
  hints: HintTold[];
}

/** The host mutes a seat for everybody, with a reason that the seat is told; or unmutes it. */
export interface Hush {
  type: "hush";
  seat: number;
  on: boolean;
  reason?: string;
  nonce: string;
}

/** What a link is for, before it is used: who invites to what. */
export interface Invitation {
  id: string;
  kind: string;
  seat: number | null;
  host: string | null;
  game: string;
  phase: string;
  options: Data;
  boundaries: string[];
  seats: SeatInvited[];
  clock: ClockRule;
  wait: number | null;
  undo: string;
}

/** Seconds that tables are kept after their last activity; None for ever. */
export interface KeepingTold {
  finished: number | null;
  unbegun: number | null;
  idle: number | null;
}

/** I leave for good. Before the game my seat is free again; during it a bot plays on, or the game ends for me. */
export interface Leave {
  type: "leave";
  nonce: string;
}

/** I am ready to continue after a pause or veil. Everybody must be; after ten minutes any two are enough. */
export interface Lift {
  type: "lift";
  nonce: string;
}

/** The smallest and largest value of a number: always, or while another option (or `seats`) has a given value. */
export interface LimitTold {
  least: number;
  most: number;
  option?: string | null;
  value?: Json;
}

/** A line of chat: words, or a sign instead of them. */
export interface LineKept {
  at: number;
  text: string;
  sign?: "bravo" | "cheers" | "gasp" | "laugh" | "thumb" | "weep" | null;
}

/** What is this link for? Asked before using it. */
export interface Link {
  secret: string;
}

/** The secret of a new link. It is not stored. */
export interface LinkMade {
  kind: string;
  seat: number | null;
  secret: string;
}

/** All events that this viewpoint was told, from the beginning. */
export interface LogTold {
  id: string;
  eyes: number | null;
  events: Data[];
}

/** The luck of this table: commitments first, then the shares; after the end, the secret. */
export interface LuckTold {
  commitment: string;
  shares: (string | null)[];
  values: (string | null)[];
  secret: string | null;
  chosen: boolean;
}

/** A new table. The secrets belong after the # of a link, where no server and no referrer sees them. */
export interface Made {
  id: string;
  invite: string;
  watch: string;
  seat: number | null;
  commitment: string;
}

/** What the server stores about a visitor: the newest tables, how many more there are, and how long they are kept. */
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

/** What would be sent to a model for the passage that I have to tell? */
export interface ModelBrief {
  decision: number;
  language?: string;
  lines?: boolean;
  facts?: Data;
  model?: OwnModel | null;
}

/** Send it: the seal shows that I have seen it. */
export interface ModelPassage {
  decision: number;
  language?: string;
  lines?: boolean;
  facts?: Data;
  model?: OwnModel | null;
  seal: string;
}

/** Whether a language model may write one's passages here: the server's at this address, or one's own. */
export interface ModelsOffered {
  house: string | null;
  own: boolean;
}

/** A move of a finished game: the chance to win after it, and after the one that the strongest bot found best. */
export interface MoveJudged {
  at: number;
  answer: Data;
  chance: number;
  best: Data;
  best_chance: number;
}

/** Who answered last, and who acted for the seat. Never sent for sealed answers. `by` is person, bot, clock, table, or hurried: a bot that could not search because others were in the queue before it. */
export interface Moved {
  seat: number;
  by: string;
}

/** Hide, or show again, what this seat says in the chat. */
export interface Mute {
  type: "mute";
  seat: number;
  on: boolean;
  nonce: string;
}

/** A link to make: `invite` and `watch` by the host, `shoulder` and `seat` by the owner of the seat. */
export interface NewLink {
  kind: string;
  seat?: number | null;
}

/** A table to make. The maker is its host, and sits down unless `sit` is false. */
export interface NewTable {
  game: string;
  seats: SeatWanted[];
  name: string;
  avatar?: Avatar | null;
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
  lesson?: boolean;
}

/** I am not ready after all. */
export interface NotReady {
  type: "not_ready";
  nonce: string;
}

/** Where somebody is notified of their turn. */
export interface NoticeKept {
  kind: string;
  target: Data;
}

/** An option of a game: one of its choices, a number within limits, a text, lines of text, or a data file. `file` says whether it can be given as the text of a file. An option that can only be a file has no default here. */
export interface OptionTold {
  name: string;
  default: Json;
  choices: Json[];
  limits: LimitTold[];
  file: boolean;
}

/** A model of one's own. Its key is used for this request and stored nowhere. */
export interface OwnModel {
  url: string;
  name?: string;
  key?: string;
}

/** A passage to read, change and tell: the model's, or with a fault our own narrator's. */
export interface PassageTold {
  text: string;
  fault: string | null;
  facts: Data;
}

/** Pause the table now. Nobody learns who asked, and it is not stored. */
export interface Pause {
  type: "pause";
  nonce: string;
}

/** The host gives a free seat to a bot, or opens a bot's seat. */
export interface Plan {
  type: "plan";
  seat: number;
  bot: string | null;
  nonce: string;
}

/** An answer of a seat, or a draw of chance (-1). */
export interface Played {
  seat: number;
  answer: Data;
}

/** Why something was refused: a word key, the rule, and arguments. */
export interface Problem {
  key: string;
  rule?: string;
  arguments?: Data;
}

/** A proposal that awaits consent. */
export interface ProposalTold {
  number: number;
  what: string;
  by: number;
  seat: number | null;
  agreed: number[];
  asked: number[];
}

/** Propose to the others: open an abandoned seat, or end the game unfinished. */
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

/** A quick reaction: a line of chat that is a picture. */
export interface React {
  type: "react";
  sign: "bravo" | "cheers" | "gasp" | "laugh" | "thumb" | "weep";
  nonce: string;
}

/** A shared story, by the key of its link. */
export interface ReadTale {
  key: string;
}

/** In a lesson: I am reading, and the bots wait for at most two minutes; or they may go on. It is not stored. */
export interface Reading {
  type: "reading";
  on: boolean;
  nonce: string;
}

/** I am ready. This is my commitment to 128 bits of luck. */
export interface Ready {
  type: "ready";
  commitment: string;
  nonce: string;
}

/** The message with this nonce changed nothing, and why: a word key, the rule, and arguments. */
export interface Refusal {
  type: "refused";
  nonce: string;
  key: string;
  rule?: string;
  arguments?: Data;
}

/** A block of steps of a finished game: as many as requested, within a size limit. */
export interface Replay {
  id: string;
  steps_total: number;
  view: Json;
  steps: Step[];
}

/** The answer came too late, or the table was rolled back. The whole state follows. */
export interface Resync {
  type: "resync";
  nonce: string;
  key: string;
}

/** The 128 bits that I committed to. */
export interface Reveal {
  type: "reveal";
  value: string;
  nonce: string;
}

/** What the strongest bot says of a seat's moves, by what that seat knew; ask again while more are to come. */
export interface ReviewTold {
  id: string;
  seat: number;
  judged: number;
  total: number;
  over: boolean;
  moves: MoveJudged[];
  dearest: number[];
}

/** My own passage in other words, during its turn. */
export interface Rewrite {
  type: "rewrite";
  passage: number;
  words: Data;
  nonce: string;
}

/** A seat as somebody sees it who has a link and has not used it yet. */
export interface SeatInvited {
  name: string | null;
  bot: string | null;
  taken: boolean;
  avatar: Avatar | null;
}

/** What everybody knows about a seat besides the game. */
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
  avatar: Avatar | null;
  writing: boolean;
}

/** A seat of a new table: for a bot, or free for a person. */
export interface SeatWanted {
  bot?: string | null;
}

/** The finished story may be read by whoever has its link; or it may not, and the link is gone. */
export interface ShareTale {
  type: "share_tale";
  on: boolean;
  nonce: string;
}

/** This bot may play for me while I am away. None: no bot may, and silence is my answer. */
export interface StandIn {
  type: "stand_in";
  bot: string | null;
  nonce: string;
}

/** The game as this viewer may know it now. It replaces the previous state, except for the view. */
export interface State {
  type: "state";
  version: number;
  since: number | null;
  view: Json;
  decision: DecisionTold | null;
  sealed: Data | null;
  events: Data[];
  events_at: number;
  clock: ClockTold | null;
  moved: Moved | null;
}

/** One step of a finished game: who answered what, its events, and how the view changed. */
export interface Step {
  at: number;
  seat: number | null;
  answer: Data | null;
  events: Data[];
  changes: Change[];
  seats?: Record<string, Change[]>;
}

/** Where to notify a seat of its turn; without a target, stop notifying. */
export interface Subscribe {
  kind: string;
  language?: string;
  endpoint?: string;
  keys?: Record<string, string>;
  url?: string;
}

/** Everything that one table stores about a visitor. */
export interface TableKept {
  id: string;
  game: string;
  since: number;
  host: boolean;
  watches: boolean;
  names: string[];
  avatars: Avatar[];
  lines: LineKept[];
  passages: Data[];
  credited: boolean;
  shares: boolean;
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

/** A visitor's tables. */
export interface TableList {
  tables: TableLine[];
}

/** How much one table stores about a visitor. */
export interface TableMine {
  id: string;
  game: string;
  since: number;
  host: boolean;
  watches: boolean;
  names: string[];
  avatars: Avatar[];
  lines: number;
  passages: number;
  notices: number;
  answers: number;
}

/** The table around the game; sent again whenever it changes. */
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
  lesson: boolean;
  rematch: string | null;
  branch_of: string | null;
  usual_bot: string;
  boundaries: string[];
  closed: boolean;
}

/** Sit down, with the secret of an invitation or hand-over link. */
export interface TakeSeat {
  secret: string;
  name: string;
  avatar?: Avatar | null;
  seat?: number | null;
}

/** The seat taken. */
export interface Taken {
  id: string;
  seat: number;
}

/** A game of one person among bots, begun without a network: what was played so far. */
export interface TakenAlong {
  game: string;
  rules: number;
  options: Data;
  seats: SeatWanted[];
  name: string;
  entries: Played[];
  avatar?: Avatar | null;
  language?: string;
  undo?: string;
  quick?: boolean;
}

/** A shared story: what its book shows, and by seat who agreed to be named. */
export interface TaleTold {
  game: string;
  language: string;
  view: Data;
  tellers: (string | null)[];
}

/** Take back my last answer: alone if that harms nobody, otherwise by consent. */
export interface Undo {
  type: "undo";
  nonce: string;
}

export type Up = Ready | NotReady | Reveal | Answer | HintWanted | Undo | Propose | Agree | Pause | Veil | Lift | StandIn | CreditMe | ShareTale | Boundary | VeilPassage | Rewrite | Chat | React | CallMe | Reading | Writing | Mute | Hush | Plan | Leave | Dismiss;

/** Stop now, on every screen. Nobody learns who drew the veil, and it is not stored. */
export interface Veil {
  type: "veil";
  nonce: string;
}

/** Remove the words of a passage from the story for good. Nobody learns who asked, and it is not stored. */
export interface VeilPassage {
  type: "veil_passage";
  passage: number;
  nonce: string;
}

/** Watch, with the secret of a spectator link. */
export interface Watch {
  secret: string;
}

/** Whose view is shown: a seat's, or None for the public view. */
export interface Watching {
  id: string;
  eyes: number | null;
}

/** A reason: a key of the game's words, and arguments. */
export interface Why {
  key: string;
  arguments: Data;
}

/** My pen moves over what I am asked for, or it rests. It rests by itself after some seconds. It is not stored. */
export interface Writing {
  type: "writing";
  on: boolean;
  nonce: string;
}

/** Who the viewer is at this table. */
export interface You {
  seat: number | null;
  eyes: number | null;
  host: boolean;
  muted: number[];
  stand_in: string | null;
  credited: boolean | null;
  shares: boolean | null;
  tale: string | null;
}
