// What the table says and hears: made from its own messages, so that the page cannot disagree with it.
export type * from "../../../docs/messages";
