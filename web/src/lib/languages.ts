// Made from src/triclinium/words/vocabulary.py by `python web/make_types.py`. Do not edit.

export const LANGUAGES = ["en", "fr", "nl", "it", "es"] as const;
export type Language = (typeof LANGUAGES)[number];
