// The leaves of the book, as one turns to them. The paper lies open beside them where there is room for two pages.
export const LEAVES = ["paper", "aruspex", "gallery", "company", "story"] as const;
export type Leaf = (typeof LEAVES)[number];
