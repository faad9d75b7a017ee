import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const KEY = "ur-read-only";
const thing = (id: number, friendlyName: string, type: string, more: object) => {
  return { id, friendlyName, type, interval: 60, ...more };
};
const STORE = {
  url: "https://store.example.com/",
  timeout: 20,
  keywordType: "ALERT_NOT_EXISTS",
  keywordValue: "Basket",
  domainExpirationReminder: true,
  customHttpHeaders: { "X-Team": "store" },
  successHttpResponseCodes: ["2xx", "301"],
  tags: [{ name: "web" }],
};
const LOG = {
  url: "https://store.example.com/log",
  keywordType: "ALERT_EXISTS",
  keywordValue: "Traceback",
  status: "PAUSED",
};
const MOVE = { id: 70, name: "Move", interval: "once", date: "2026-03-05", time: "22:00:00", duration: 30 };

/** As its documentation describes: links to the next page, and ten requests a minute for free. */
const LISTS: Record<string, object[]> = {
  monitors: [
    thing(1, "Store", "KEYWORD", STORE),
    thing(2, "No errors", "KEYWORD", LOG),
    thing(3, "Router", "PING", { url: "router.example.com" }),
    thing(4, "Mail port", "PORT", { url: "mail.example.com", port: 993 }),
    thing(5, "Nightly", "HEARTBEAT", { interval: 3600, gracePeriod: 600 }),
    thing(6, "Game", "UDP", { url: "game.example.com", port: 27015 }),
  ],
  psps: [{ id: 90, friendlyName: "Acme store", monitorIds: [1, 5] }],
  "maintenance-windows": [
    { ...MOVE, monitorIds: [1] },
    { id: 71, name: "Weekly", interval: "weekly", time: "03:00:00", duration: 15, monitorIds: [] },
  ],
};

export async function startUptimeRobot() {
  let hasRefused = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const send = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { "Content-Type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${KEY}`) return void send(401, { message: "Unauthorized" });
    if (!hasRefused) {
      hasRefused = true;
      return void send(429, { message: "Too many requests" }, { "Retry-After": "0" });
    }
    const items = LISTS[url.pathname.replace("/v3/", "")];
    if (!items) return void send(404, { message: "Not found" });
    const at = Number(url.searchParams.get("cursor") ?? 0);
    const next =
      at + 4 < items.length ? `http://${request.headers.host}${url.pathname}?cursor=${at + 4}` : null;
    send(200, { data: items.slice(at, at + 4), nextLink: next });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/v3/`, key: KEY, stop: () => void server.close() };
}
