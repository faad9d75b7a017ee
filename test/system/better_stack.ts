import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const KEY = "read-only-key";
const iso = (at: number) => new Date(at).toISOString();
const BEGUN = Date.parse("2026-03-02T10:00:00Z");
const HOUR = 3_600_000;

const item = (id: number, attributes: object) => ({ id: String(id), type: "thing", attributes });
const monitor = (id: number, name: string, monitor_type: string, more: object) =>
  item(id, { pronounceable_name: name, monitor_type, check_frequency: 30, request_timeout: 15, ...more });
const affected = (id: number, status: string) => [{ status_page_resource_id: String(id), status }];
const update = (id: number, at: number, message: string, affected_resources: object[]) =>
  item(id, { message, published_at: iso(at), affected_resources });
const subscriber = (id: number, email: string, confirmed_at: string | null, chosen: readonly number[]) =>
  item(id, { email, confirmed_at, status_page_resource_ids: chosen });

/** As its documentation describes: JSON:API, two items a page, one request rejected by the rate limit. */
const LISTS: Record<string, object[]> = {
  monitors: [
    monitor(1, "Shop", "keyword", {
      url: "https://shop.example.com/",
      required_keyword: "Cart",
      confirmation_period: 60,
      request_headers: [{ name: "X-Team", value: "shop" }],
      regions: ["eu"],
    }),
    monitor(2, "Mail", "smtp", { url: "mail.example.com", port: "25,465", request_timeout: 5000 }),
    monitor(3, "Browser", "playwright", { url: "https://shop.example.com/" }),
    monitor(4, "Name", "dns", { url: "1.1.1.1", request_body: "shop.example.com", request_timeout: 5000 }),
  ],
  heartbeats: [item(7, { name: "Backup", period: 3600, grace: 300, url: "https://old.example.com/hb" })],
  "status-pages": [item(9, { company_name: "Acme" })],
  "status-pages/9/sections": [item(1, { name: "Front", position: 0 })],
  "status-pages/9/resources": [
    item(11, {
      resource_type: "Monitor",
      resource_id: 1,
      public_name: "Shop",
      status_page_section_id: 1,
      position: 0,
    }),
    item(12, {
      resource_type: "Heartbeat",
      resource_id: 7,
      public_name: "Backup",
      status_page_section_id: 1,
      position: 1,
    }),
    item(13, {
      resource_type: "Integration",
      resource_id: 5,
      public_name: "CDN",
      status_page_section_id: 1,
      position: 2,
    }),
  ],
  "status-pages/9/subscribers": [
    subscriber(41, "eve@example.com", iso(BEGUN), []),
    subscriber(42, "fay@example.com", iso(BEGUN), [11, 13]),
    subscriber(43, "gil@example.com", null, []),
    subscriber(44, "hal@example.com", iso(BEGUN), [13]),
  ],
  "status-pages/9/status-reports": [
    item(21, {
      title: "Checkout fails",
      report_type: "manual",
      starts_at: iso(BEGUN),
      ends_at: iso(BEGUN + HOUR),
      affected_resources: affected(11, "resolved"),
    }),
    item(22, {
      title: "Database upgrade",
      report_type: "maintenance",
      starts_at: iso(BEGUN + 24 * HOUR),
      ends_at: iso(BEGUN + 25 * HOUR),
      affected_resources: affected(11, "maintenance"),
    }),
  ],
  "status-pages/9/status-reports/21/status-updates": [
    update(31, BEGUN + HOUR, "It works again.", affected(11, "resolved")),
    update(32, BEGUN, "Payments fail.", affected(11, "downtime")),
  ],
  "status-pages/9/status-reports/22/status-updates": [
    update(33, BEGUN, "A short pause.", affected(11, "maintenance")),
  ],
};

export async function startBetterStack() {
  let hasRefused = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const send = (status: number, body: object, headers = {}) =>
      response
        .writeHead(status, { "Content-Type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${KEY}`) return void send(401, { errors: "Invalid token" });
    if (!hasRefused) {
      hasRefused = true;
      return void send(429, { errors: "Too many requests" }, { "Retry-After": "0" });
    }
    const path = url.pathname.replace("/api/v2/", "");
    const items = LISTS[path];
    if (!items) return void send(404, { errors: "Not found" });
    const page = Number(url.searchParams.get("page") ?? 1);
    const next =
      page * 2 < items.length ? `http://${request.headers.host}${url.pathname}?page=${page + 1}` : null;
    send(200, { data: items.slice(page * 2 - 2, page * 2), pagination: { next } });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/api/v2/`, key: KEY, stop: () => void server.close() };
}
