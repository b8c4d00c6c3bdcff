// Whether the window belongs to a game: then the table has a bar of its own, and the page round it steps back.
export const playing = $state({ now: false, keys: false });

/** The sheet of settings, opened from wherever the viewer is. */
export const settingsSheet = $state({ open: false });
