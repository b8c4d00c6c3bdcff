// Keeps the page itself for a poor line; the game always comes from the table.
const KEPT = "triclinium-1";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  event.respondWith(
    fetch(event.request)
      .then((answer) => {
        if (answer.ok) {
          const copy = answer.clone();
          event.waitUntil(caches.open(KEPT).then((cache) => cache.put(event.request, copy)));
        }
        return answer;
      })
      .catch(() => caches.match(event.request).then((kept) => kept ?? caches.match("/"))),
  );
});
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
