// Fingers, mouse and wheel on the circus: a tap chooses, a drag moves the sand or what was grabbed, two fingers zoom.
import type { Camera } from "./camera.svelte";

export interface SandPoint {
  x: number;
  y: number;
}
export interface Wishes {
  tap: (at: SandPoint) => void;
  /** Take what lies at a point in hand; false where nothing does. */
  grab: (at: SandPoint) => boolean;
  drag: (at: SandPoint) => void;
  /** What was in hand is let go where it is, or was never meant. */
  release: (kept: boolean) => void;
}

const STILL = 7;

export class Gestures {
  private fingers = new Map<number, { x: number; y: number }>();
  private begun: { x: number; y: number } | null = null;
  private held = false;

  constructor(
    private readonly camera: Camera,
    private readonly wishes: Wishes,
  ) {}

  down(event: PointerEvent): void {
    const box = event.currentTarget as Element;
    box.setPointerCapture(event.pointerId);
    const at = this.place(event);
    this.fingers.set(event.pointerId, at);
    this.begun = this.fingers.size === 1 ? at : null;
    if (this.held) this.wishes.release(false); // a second finger: it was meant for the sand
    this.held = this.fingers.size === 1 && this.wishes.grab(this.camera.sandAt(at.x, at.y));
  }

  move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const at = this.place(event);
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, at);
    else if (!this.begun || Math.hypot(at.x - this.begun.x, at.y - this.begun.y) > STILL) {
      this.begun = null;
      if (this.held) this.wishes.drag(this.camera.sandAt(at.x, at.y));
      else this.camera.pan(before.x - at.x, before.y - at.y);
    } else return; // keep the first place until it is clear that this is no tap
    this.fingers.set(event.pointerId, at);
  }

  up(event: PointerEvent): void {
    const lifted = event.type === "pointerup";
    if (this.held) this.wishes.release(lifted && !this.begun);
    if (lifted && this.begun) this.wishes.tap(this.camera.sandAt(this.begun.x, this.begun.y));
    this.fingers.delete(event.pointerId);
    this.begun = null;
    this.held = false;
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = this.place(event);
    this.camera.zoom(Math.exp(event.deltaY * 0.0015), this.camera.sandAt(at.x, at.y));
  }

  private pinch(finger: number, before: { x: number; y: number }, at: { x: number; y: number }): void {
    const other = [...this.fingers].find(([id]) => id !== finger)![1];
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(at.x - other.x, at.y - other.y);
    const middle = this.camera.sandAt((at.x + other.x) / 2, (at.y + other.y) / 2);
    if (is > 0) this.camera.zoom(was / is, middle);
    this.camera.pan((before.x - at.x) / 2, (before.y - at.y) / 2);
  }

  private place(event: MouseEvent): { x: number; y: number } {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}
