// Time in words: how long is left, how long ago.
import { words } from "./words.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a clock shows: minutes and seconds, hours with them, or days and hours. */
export function timeLeft(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left >= 2 * DAY)
    return words.say("clock.days", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  const seconds = Math.ceil(left / 1000);
  const two = (number: number) => String(number).padStart(2, "0");
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest.replace(/^0/, "");
}

/** How long ago something was, as people say it. */
export function ago(at: number, now: number): string {
  const say = new Intl.RelativeTimeFormat(words.language, { numeric: "auto" });
  const passed = Math.max(0, now - at);
  if (passed < HOUR) return say.format(-Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return say.format(-Math.floor(passed / HOUR), "hour");
  return say.format(-Math.floor(passed / DAY), "day");
}

/** A stretch of time in the largest whole unit. */
export function stretch(seconds: number): string {
  if (seconds % 86_400 === 0) return words.say("make.wait.days", { number: seconds / 86_400 });
  if (seconds % 3600 === 0) return words.say("make.wait.hours", { number: seconds / 3600 });
  return seconds % 60 === 0
    ? words.say("make.wait.minutes", { number: seconds / 60 })
    : words.say("make.wait.seconds", { number: seconds });
}
