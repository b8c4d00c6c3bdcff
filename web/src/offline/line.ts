// The line to a table in this browser: the same as the one to a server, for whoever speaks into it.
import { freshBits } from "../lib/bytes";
import type { Line, Presence } from "../lib/socket";
import type { Data, Down } from "../lib/types";
import { keepLocal } from "./local";

const NO_TABLE = 4404;

export class LocalLine implements Line {
  private ended = false;
  private said: string[] | null = [];
  private silence: (() => void) | null = null;

  constructor(
    private readonly table: string,
    private readonly hear: (message: Down) => void,
    private readonly presence: (presence: Presence, code: number) => void,
  ) {
    this.presence("connecting", 0);
    void this.open();
  }

  say(message: Data): string {
    const nonce = freshBits();
    const text = JSON.stringify({ ...message, nonce });
    if (this.said) this.said.push(text);
    else void this.send(text);
    return nonce;
  }

  reconnect(): void {
    void import("./engine").then(({ call }) => (this.ended ? undefined : call("open", this.table)));
  }

  close(): void {
    this.ended = true;
    this.silence?.();
    void import("./engine").then(({ call }) => call("shut", this.table));
  }

  private async open(): Promise<void> {
    const { call, listen } = await import("./engine");
    if (this.ended) return;
    this.silence = listen(this.table, (frame) => this.take(JSON.parse(frame) as Down));
    try {
      await call("open", this.table);
    } catch {
      this.presence("closed", NO_TABLE);
      return;
    }
    this.presence("open", 0);
    const waiting = this.said ?? [];
    this.said = null;
    for (const text of waiting) await this.send(text);
  }

  private take(message: Down): void {
    if (message.type === "table")
      keepLocal({ id: this.table, game: message.game, since: Date.now(), over: message.phase === "over" });
    this.hear(message);
  }

  private async send(text: string): Promise<void> {
    const { call } = await import("./engine");
    if (!this.ended) await call("hear", this.table, text);
  }
}
