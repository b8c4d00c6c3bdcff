// Views as differences: how one step's view became the next.
import type { Change, Json } from "./types";

/** A value with changes made to it. What was there before is left alone, and shared where nothing changed. */
export function patched<T>(value: T, changes: readonly Change[]): T {
  let now = value as Json;
  for (const { path, value: put } of changes) now = at(now, path, 0, put);
  return now as T;
}

/** `put` is undefined where a field is taken away, or a list ends: JSON itself knows no such value. */
function at(value: Json, path: Change["path"], depth: number, put: Json | undefined): Json {
  if (depth === path.length) return put as Json;
  const last = depth === path.length - 1;
  if (Array.isArray(value)) {
    const place = Number(path[depth]);
    if (last && put === undefined) return value.slice(0, place);
    const copy = [...value];
    copy[place] = at(value[place] ?? null, path, depth + 1, put);
    return copy;
  }
  const name = String(path[depth]);
  const { [name]: old, ...others } = value as { [key: string]: Json };
  if (last && put === undefined) return others;
  return { ...(value as object), [name]: at(old ?? null, path, depth + 1, put) } as Json;
}
