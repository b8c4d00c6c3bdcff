// The line to the table: it reconnects by itself, repeats what was not acknowledged, and never guesses at the game.
import { freshBits } from "./bytes";
import type { Data, Down } from "./types";

const RETRY_FIRST = 400;
const RETRY_MOST = 8000;
/** Too many sockets, or too much at once: to come back quickly would make it worse. */
export const TOO_FAST = 1008;
const CLOSED_FOR_GOOD = new Set([4403, 4404, 4410, 4503]);
const BROKEN = 1011;

export type Presence = "connecting" | "open" | "lost" | "closed";

/** How the page speaks to a table. */
export interface Line {
  /** Say something; gives its nonce. */
  say(message: Data): string;
  /** Begin again: a new line is told everything. */
  reconnect(): void;
  close(): void;
}

export class TableLine implements Line {
  private socket: WebSocket | null = null;
  private unacknowledged = new Map<string, string>();
  private retry = RETRY_FIRST;
  private lostBy = 0;
  private ended = false;

  constructor(
    private readonly table: string,
    private readonly hear: (message: Down) => void,
    private readonly presence: (presence: Presence, code: number) => void,
    private readonly seat: number | null = null,
  ) {
    this.connect();
  }

  /** Say something; it is repeated after a broken line until the table has it for good. */
  say(message: Data): string {
    const nonce = freshBits();
    const text = JSON.stringify({ ...message, nonce });
    this.unacknowledged.set(nonce, text);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    return nonce;
  }

  /** Begin again: a new line is told everything. */
  reconnect(): void {
    this.socket?.close();
  }

  close(): void {
    this.ended = true;
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.presence("connecting", this.lostBy);
    const socket = new WebSocket(
      `${scheme}://${location.host}/ws/${this.table}${this.seat === null ? "" : `?seat=${this.seat}`}`,
    );
    this.socket = socket;
    socket.onopen = () => {
      for (const text of this.unacknowledged.values()) socket.send(text);
    };
    let told = false;
    socket.onmessage = (event) => {
      // A socket may be opened only to be told why it is closed: it stands once the table has said something.
      if (!told) {
        told = true;
        this.retry = RETRY_FIRST;
        this.lostBy = 0;
        this.presence("open", 0);
      }
      const message = JSON.parse(event.data as string) as Down;
      if ("nonce" in message) this.unacknowledged.delete(message.nonce);
      this.hear(message);
    };
    socket.onclose = (event) => {
      if (this.ended) return;
      if (CLOSED_FOR_GOOD.has(event.code)) {
        this.presence("closed", event.code);
        return;
      }
      // A message that made the program fail is not repeated: it would fail again.
      if (event.code === BROKEN) this.unacknowledged.clear();
      this.lostBy = event.code;
      if (event.code === TOO_FAST) this.retry = RETRY_MOST;
      this.presence("lost", event.code);
      setTimeout(() => !this.ended && this.connect(), this.retry * (0.7 + Math.random() * 0.6));
      this.retry = Math.min(this.retry * 2, RETRY_MOST);
    };
  }
}
