// The window onto the circus: a part of the sand, moved and zoomed by hand, by keys, or by following the race.
import { cubicInOut } from "svelte/easing";
import { Tween } from "svelte/motion";
import { settings } from "../../lib/settings.svelte";
import { roomOf, type Cover } from "./clear";

const CLOSEST = 3000;
const GLIDE = 520;
/** What is followed is left where it is as long as it is well in sight, and neither too small nor too large. */
const LARGER = 1.7;
const SMALLER = 0.95;

export interface Bounds {
  left: number;
  right: number;
  low: number;
  high: number;
}
export function boundsOf(points: { x: number; y: number }[], edge: number): Bounds {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    left: Math.min(...xs) - edge,
    right: Math.max(...xs) + edge,
    low: Math.min(...ys) - edge,
    high: Math.max(...ys) + edge,
  };
}

export class Camera {
  /** Whether it follows the race; who looks elsewhere by hand does so until the next question. */
  private follow = $state(true);
  private wandered = $state(false);
  /** The size of the picture on the screen. */
  wide = $state(800);
  tall = $state(340);
  /** The ways to look past what lies over the picture, and the one that is taken. */
  ways = $state.raw<Cover[]>([]);
  private cover: Cover = { left: 0, right: 0, top: 0, bottom: 0 };
  private window = new Tween({ x: 0, y: 0, width: 20800 }, { duration: GLIDE, easing: cubicInOut });

  constructor(private readonly whole: () => { wide: number; high: number }) {}

  get following(): boolean {
    return this.follow && !this.wandered;
  }
  set following(on: boolean) {
    this.follow = on;
    this.wandered = false;
  }
  /** Something is asked: whoever wanted to follow does so again. */
  comeBack(): void {
    this.wandered = false;
  }

  private get ratio(): number {
    return this.tall / Math.max(1, this.wide);
  }
  private get widest(): number {
    const { wide, high } = this.whole();
    return this.unitFor(wide, high, 0, this.cover) * this.wide;
  }
  /** How many units of the sand one pixel shows. */
  get unit(): number {
    return this.window.current.width / Math.max(1, this.wide);
  }
  /** The part that is seen, as SVG counts. */
  get seen(): { x: number; y: number; width: number; height: number } {
    const { x, y, width } = this.window.current;
    const height = width * this.ratio;
    return { x: x - width / 2, y: -y - height / 2, width, height };
  }
  get viewBox(): string {
    const { x, y, width, height } = this.seen;
    return [x, y, width, height].map((one) => one.toFixed(0)).join(" ");
  }

  /** Glide so that all of a part of the sand is seen; `lazy` stays where it is while that is so already. */
  show(bounds: Bounds, least: number, lazy = false): void {
    const [wide, high] = [bounds.right - bounds.left, bounds.high - bounds.low];
    const cover = this.best(wide, high, least);
    const unit = this.unitFor(wide, high, least, cover);
    if (lazy && this.holds(bounds, unit)) return;
    this.cover = cover;
    const { left, right, top, bottom } = this.cover;
    const x = (bounds.left + bounds.right) / 2 - ((left - right) / 2) * unit;
    const y = (bounds.low + bounds.high) / 2 + ((top - bottom) / 2) * unit;
    this.set(x, y, unit * this.wide, GLIDE, bounds);
  }
  showWhole(): void {
    const { wide, high } = this.whole();
    this.cover = this.best(wide, high, 0);
    this.set(0, 0, this.widest, GLIDE);
  }
  /** The whole of it, by hand. */
  stepBack(): void {
    this.wandered = true;
    this.showWhole();
  }
  /** Move to a point of the sand. */
  lookAt(x: number, y: number): void {
    this.wandered = true;
    const { left, right, top, bottom } = this.cover;
    this.set(x - ((left - right) / 2) * this.unit, y + ((top - bottom) / 2) * this.unit, this.window.target.width, 0);
  }
  /** Zoom about a point of the sand, which stays where it is. */
  zoom(factor: number, about: { x: number; y: number } | null = null, duration = 0): void {
    this.wandered = true;
    const { x, y, width } = this.window.target;
    const wanted = Math.min(this.widest, Math.max(CLOSEST, width * factor));
    const share = wanted / width;
    const fixed = about ?? { x, y };
    this.set(fixed.x + (x - fixed.x) * share, fixed.y + (y - fixed.y) * share, wanted, duration);
  }
  /** Move by pixels. */
  pan(right: number, down: number): void {
    this.wandered = true;
    const { x, y, width } = this.window.target;
    this.set(x + right * this.unit, y - down * this.unit, width, 0);
  }
  /** Where a point of the sand is in the picture, in pixels from its upper left corner. */
  placeOf({ x, y }: { x: number; y: number }): { right: number; down: number } {
    const { seen, unit } = this;
    return { right: (x - seen.x) / unit, down: (-y - seen.y) / unit };
  }
  /** The point of the sand at a place of the picture, in pixels from its upper left corner. */
  sandAt(right: number, down: number): { x: number; y: number } {
    const { x, y, width } = this.window.current;
    return { x: x + (right / this.wide - 0.5) * width, y: y - (down / this.tall - 0.5) * width * this.ratio };
  }

  /** How many units a pixel has to show for a part of the sand to be seen beside what covers the picture. */
  private unitFor(wide: number, high: number, least: number, cover: Cover): number {
    const room = roomOf({ wide: this.wide, tall: this.tall }, cover);
    return Math.max(wide / room.wide, high / room.tall, least / room.wide);
  }
  /** The way to look past what covers the picture by which a part of the sand is seen largest. */
  private best(wide: number, high: number, least: number): Cover {
    const unit = (cover: Cover) => this.unitFor(wide, high, least, cover);
    return this.ways.reduce((one, other) => (unit(other) < unit(one) ? other : one), this.ways[0] ?? this.cover);
  }

  private holds(bounds: Bounds, unit: number): boolean {
    const { x, y, width } = this.window.target;
    const now = width / this.wide;
    const [halfWide, halfHigh] = [width / 2, (width * this.ratio) / 2];
    if (now >= unit * LARGER || now <= unit * SMALLER) return false;
    return this.ways.some(
      ({ left, right, top, bottom }) =>
        bounds.left >= x - halfWide + left * now &&
        bounds.right <= x + halfWide - right * now &&
        bounds.low >= y - halfHigh + bottom * now &&
        bounds.high <= y + halfHigh - top * now,
    );
  }

  /** Nothing beyond the stands is shown, unless it is asked for: a ruler may lie across the wall. */
  private set(x: number, y: number, width: number, duration: number, wanted: Bounds | null = null): void {
    const size = Math.max(CLOSEST, wanted ? width : Math.min(this.widest, width));
    const unit = size / this.wide;
    const { wide, high } = this.whole();
    const { left, right, top, bottom } = this.cover;
    const tall = size * this.ratio;
    const least = { x: Math.min(-wide / 2, wanted?.left ?? 0), y: Math.min(-high / 2, wanted?.low ?? 0) };
    const most = { x: Math.max(wide / 2, wanted?.right ?? 0), y: Math.max(high / 2, wanted?.high ?? 0) };
    const kept = {
      x: within(x, least.x + size / 2 - left * unit, most.x - size / 2 + right * unit),
      y: within(y, least.y + tall / 2 - bottom * unit, most.y - tall / 2 + top * unit),
      width: size,
    };
    void this.window.set(kept, { duration: settings.still ? 0 : duration });
  }
}

/** Kept between two edges; in their middle where there is more room than sand. */
function within(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value));
}
