// A picture for every card. `pictures.test.ts` says what is missing, and where to draw it.
import type { Card } from "../types";
import { COMFORTS } from "./comforts";
import { CUPS } from "./cups";
import { DISHES } from "./dishes";
import { PRESENTS } from "./presents";
import type { Drawing } from "./strokes";

export const VIGNETTES: Partial<Record<Card, Drawing>> = { ...DISHES, ...CUPS, ...PRESENTS, ...COMFORTS };
