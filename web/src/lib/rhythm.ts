// How long the page waits before it answers by itself. It has nothing to do with what is asked or held: the others learn
// nothing from it.
const LEAST = 400;
const MOST = 1000;

export function rhythm(chance: () => number = Math.random): number {
  return LEAST + chance() * (MOST - LEAST);
}
