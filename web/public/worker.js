// Keeps the page itself for a poor line, and all of it for whoever wants to play without one (`offline/kit.ts`); what
// belongs to a table at the server always comes from there.
const KEPT = "triclinium-1";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || belongsToATable(url.pathname)) return;
  // The name of such a file changes with its contents.
  const first = url.pathname.startsWith("/assets/") ? caches.match(event.request) : Promise.resolve(undefined);
  event.respondWith(first.then((kept) => kept ?? fetched(event)));
});
/** Which games there are is the same for everybody; everything else that is asked is not kept. */
function belongsToATable(path) {
  return path.startsWith("/api") && path !== "/api/games";
}
function fetched(event) {
  return fetch(event.request)
    .then((answer) => {
      if (answer.ok) {
        const copy = answer.clone();
        event.waitUntil(caches.open(KEPT).then((cache) => cache.put(event.request, copy)));
      }
      return answer;
    })
    .catch(() => caches.match(event.request).then((kept) => kept ?? page(event.request)));
}
/** Whatever address it is, the page knows what is there; only a person asks for it. */
function page(request) {
  return request.mode === "navigate" ? caches.match("/") : Response.error();
}
self.addEventListener("push", (event) => {
  const told = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification("Triclinium", {
      body: told.text ?? "",
      tag: told.link,
      data: told.link,
      icon: "/icon.svg",
    }),
  );
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data ?? "/"));
});
