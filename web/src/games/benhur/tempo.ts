// How long things take on the sand, in milliseconds at the usual speed.
export const GALLOP = 600;
/** Home over the line. */
export const SLOW_MOTION = 1800;
export const INTO_THE_WALL = 420;
/** Splinters fly. */
export const BURST = 1300;
export const DICE = 1100;
