// The line may change while a part of the page is on its way: a telephone leaves the house, and the browser gives up all
// that it is loading. A module that was given up is never asked for again, so the page is loaded again.
const KEPT = "triclinium-loaded-again";
const PAUSE = 500;
const TIMES_MOST = 5;
/** What failed longer ago than this was something else. */
const MINUTE = 60_000;

interface Tried {
  times: number;
  at: number;
}

/** How long to wait before the page is loaded again; null once that has been tried too often. */
export function pauseBefore(now: number): number | null {
  const { times, at } = JSON.parse(sessionStorage.getItem(KEPT) ?? '{"times":0,"at":0}') as Tried;
  const again = now - at > MINUTE ? 0 : times;
  if (again >= TIMES_MOST) return null;
  sessionStorage.setItem(KEPT, JSON.stringify({ times: again + 1, at: now }));
  return PAUSE * 2 ** again;
}

/** Load the page again when a part of it did not come; without a network, when there is one. */
export function loadAgainWherePartsAreMissing(): void {
  window.addEventListener("vite:preloadError", () => {
    const pause = pauseBefore(Date.now());
    if (pause === null) return;
    if (navigator.onLine) setTimeout(() => location.reload(), pause);
    else window.addEventListener("online", () => location.reload(), { once: true });
  });
}
