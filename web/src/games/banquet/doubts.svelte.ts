// Whom a player has struck out for a seat, kept in this browser; a new guest at the seat begins a new page.
import { GUEST_NAMES, type Guest } from "./types";

export class Doubts {
  private readonly key: string;
  private struck = $state<Guest[]>([]);

  constructor(page: string) {
    this.key = `triclinium-notes-${page}`;
    const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? "[]");
    this.struck = GUEST_NAMES.filter((guest) => Array.isArray(kept) && kept.includes(guest));
  }

  has(guest: Guest): boolean {
    return this.struck.includes(guest);
  }

  turn(guest: Guest): void {
    this.struck = this.has(guest) ? this.struck.filter((one) => one !== guest) : [...this.struck, guest];
    localStorage.setItem(this.key, JSON.stringify(this.struck));
  }
}
