// The rows of games without a network, in this browser's own store.
const STORE = "rows";
let opened: Promise<IDBDatabase> | null = null;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error ?? new Error("the browser keeps nothing"));
  });
}

function store(): Promise<IDBDatabase> {
  const request = indexedDB.open("triclinium", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

/** All of a table: its rows are kept under its name and their number. */
const all = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

/** Keep rows from a place on; resolves when they are kept for good. */
export async function keepRows(table: string, at: number, rows: string[]): Promise<void> {
  const writing = (await (opened ??= store())).transaction(STORE, "readwrite", { durability: "strict" });
  rows.forEach((row, number) => writing.objectStore(STORE).put(row, [table, at + number]));
  await new Promise<void>((kept, failed) => {
    writing.oncomplete = () => kept();
    writing.onabort = () => failed(writing.error ?? new Error("the browser keeps nothing"));
  });
}

export async function rowsOf(table: string): Promise<string[]> {
  return done((await (opened ??= store())).transaction(STORE).objectStore(STORE).getAll(all(table)));
}

export async function dropRows(table: string): Promise<void> {
  await done((await (opened ??= store())).transaction(STORE, "readwrite").objectStore(STORE).delete(all(table)));
}
