// Whether a draft shows already what is asked of it. Only what can be known from its facts and words is ticked; nobody
// judges whether a scene fits the Aruspex (BC-28).
import type { Draft } from "./drafts";
import { within } from "./tale";
import type { GuidanceKey, Item } from "./types";

/** What is written fits by its facts alone: the page offers nothing else. */
const BY_FACT: GuidanceKey[] = [
  "guidance.stay_here",
  "guidance.stay_where_you_are",
  "guidance.part_from_amans",
  "guidance.be_with_amans",
  "guidance.next_scene_is_miles_ending",
];
/** What any words fulfil. */
const BY_WORDS: GuidanceKey[] = [
  "guidance.answer_question",
  "guidance.this_is_your_ending",
  "guidance.bacchus_arrives",
  "guidance.reply_or_episode",
  "guidance.ask_past_or_thoughts",
];

/** `called` says what a card is called; `quoted` are words taken from another's story. */
export function ticked(
  item: Item,
  draft: Draft | null,
  called: (card: string) => string,
  quoted: string | null = null,
): boolean {
  if (!draft) return false;
  const written = draft.text.trim() !== "";
  const cards = ([] as unknown[]).concat(item.arguments.card ?? [], item.arguments.cards ?? []).map(String);
  const shown = (card: string) =>
    draft.marks.some((mark) => mark.deus === card && within(mark.text, draft.text)) || within(called(card), draft.text);
  if (BY_FACT.includes(item.key)) return written;
  if (BY_WORDS.includes(item.key)) return written;
  switch (item.key) {
    case "guidance.change_place":
      return draft.where.startsWith("at:") || (draft.where === "new" && draft.place.trim() !== "");
    case "guidance.meet_amans_by_card":
      return draft.together === true;
    case "guidance.let_amans_go":
      return draft.together === false;
    case "guidance.meet_characters":
      return draft.meets.length > 0;
    case "guidance.choose_a_name":
      return draft.name.trim() !== "";
    case "guidance.show_deus":
    case "guidance.let_figures_stay":
      return written && cards.some(shown);
    case "guidance.lock_a_card":
      return quoted !== null && written && within(quoted, draft.text);
    default:
      return false;
  }
}

/** What must not be shown is kept for as long as the draft does not show it. */
export function kept(item: Item, draft: Draft | null): boolean {
  if (!draft || draft.text.trim() === "") return false;
  return item.key === "guidance.change_place" ? draft.where === "stay" : item.key === "guidance.meet_amans";
}
