// The window onto the circus: a part of the sand, moved and zoomed by hand, by keys, or by following the race.
import { cubicOut } from "svelte/easing";
import { Tween } from "svelte/motion";
import { settings } from "../../lib/settings.svelte";

const CLOSEST = 3000;
const GLIDE = 450;

export interface Bounds {
  left: number;
  right: number;
  low: number;
  high: number;
}

export class Camera {
  follow = $state(true);
  /** The size of the picture on the screen. */
  wide = $state(800);
  tall = $state(340);
  private window = new Tween({ x: 0, y: 0, width: 20800 }, { duration: GLIDE, easing: cubicOut });

  constructor(private readonly whole: () => { wide: number; high: number }) {}

  private get ratio(): number {
    return this.tall / Math.max(1, this.wide);
  }
  get widest(): number {
    return Math.max(this.whole().wide, this.whole().high / this.ratio);
  }
  get width(): number {
    return this.window.current.width;
  }
  /** How many units of the sand one pixel shows. */
  get unit(): number {
    return this.width / Math.max(1, this.wide);
  }
  get viewBox(): string {
    const { x, y, width } = this.window.current;
    const height = width * this.ratio;
    return `${(x - width / 2).toFixed(0)} ${(-y - height / 2).toFixed(0)} ${width.toFixed(0)} ${height.toFixed(0)}`;
  }

  /** Glide so that all of a part of the sand is seen. */
  show(bounds: Bounds, least: number): void {
    const width = Math.max(bounds.right - bounds.left, (bounds.high - bounds.low) / this.ratio, least);
    this.set((bounds.left + bounds.right) / 2, (bounds.low + bounds.high) / 2, width, GLIDE);
  }
  showWhole(): void {
    this.set(0, 0, this.widest, GLIDE);
  }
  /** Zoom about a point of the sand, which stays where it is. */
  zoom(factor: number, about: { x: number; y: number } | null = null, duration = 0): void {
    this.follow = false;
    const { x, y, width } = this.window.target;
    const wanted = Math.min(this.widest, Math.max(CLOSEST, width * factor));
    const share = wanted / width;
    const fixed = about ?? { x, y };
    this.set(fixed.x + (x - fixed.x) * share, fixed.y + (y - fixed.y) * share, wanted, duration);
  }
  /** Move by pixels. */
  pan(right: number, down: number): void {
    this.follow = false;
    const { x, y, width } = this.window.target;
    this.set(x + right * this.unit, y - down * this.unit, width, 0);
  }
  /** The point of the sand at a place of the picture, in pixels from its upper left corner. */
  sandAt(right: number, down: number): { x: number; y: number } {
    const { x, y, width } = this.window.current;
    return { x: x + (right / this.wide - 0.5) * width, y: y - (down / this.tall - 0.5) * width * this.ratio };
  }

  private set(x: number, y: number, width: number, duration: number): void {
    const size = Math.min(this.widest, Math.max(CLOSEST, width));
    const roomX = Math.max(0, (this.whole().wide - size) / 2);
    const roomY = Math.max(0, (this.whole().high - size * this.ratio) / 2);
    const kept = { x: Math.min(roomX, Math.max(-roomX, x)), y: Math.min(roomY, Math.max(-roomY, y)), width: size };
    void this.window.set(kept, { duration: settings.still ? 0 : duration });
  }
}
