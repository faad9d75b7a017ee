import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const KEY = "sp-key";
const BEGUN = Date.parse("2026-02-10T08:00:00Z");
const HOUR = 3_600_000;
const iso = (hours: number) => new Date(BEGUN + hours * HOUR).toISOString();

const component = (id: string, name: string, group_id: string | null, position: number) => {
  return {
    id,
    name,
    group_id,
    position,
    description: `${name} of Acme`,
    status: "operational",
    group: false,
  };
};
const update = (id: string, status: string, hours: number, body: string, code: string) => {
  const affected_components = [{ code, old_status: "operational", new_status: "major_outage" }];
  return { id, status, body, display_at: iso(hours), affected_components };
};
const CHECKOUT = {
  id: "i1",
  name: "Payments fail",
  status: "resolved",
  impact: "critical",
  started_at: iso(0),
  resolved_at: iso(2),
  components: [{ id: "c1" }],
  postmortem_body: "A certificate had expired.",
  postmortem_published_at: iso(30),
  incident_updates: [
    update("u2", "resolved", 2, "Payments work again.", "c1"),
    update("u1", "investigating", 0, "We are looking into it.", "c1"),
  ],
};
const UPGRADE = {
  id: "i2",
  name: "Network upgrade",
  status: "completed",
  impact: "maintenance",
  scheduled_for: iso(100),
  scheduled_until: iso(101),
  components: [{ id: "c2" }],
  incident_updates: [update("u3", "scheduled", 50, "A short pause.", "c2")],
};
const reader = (id: string, mode: string, more: object) => {
  return { id, mode, quarantined_at: null, skip_confirmation_notification: false, components: [], ...more };
};

/**
 * As its documentation describes: bare lists, a hundred a page, one request a second, and 420 above that. Pages of
 * subscribers count from 0, all others from 1.
 */
const LISTS: Record<string, object[]> = {
  "/v1/pages": [{ id: "p1", name: "Acme" }],
  "/v1/pages/p1/components": [
    component("c2", "API", "g1", 2),
    component("c1", "Payments", "g1", 1),
    component("c3", "Website", null, 3),
    { ...component("g1", "Platform", null, 1), group: true },
  ],
  "/v1/pages/p1/component-groups": [{ id: "g1", name: "Platform", components: ["c1", "c2"], position: 1 }],
  "/v1/pages/p1/incidents": [UPGRADE, CHECKOUT],
  "/v1/pages/p1/subscribers": [
    reader("s1", "email", { email: "ann@example.com" }),
    reader("s2", "email", { email: "bob@example.com", components: ["c1"] }),
    reader("s3", "email", { email: "gone@example.com", quarantined_at: iso(5) }),
    reader("s4", "sms", { phone_number: "1234" }),
  ],
};

export async function startStatuspage() {
  let hasRefused = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `OAuth ${KEY}`)
      return void send(401, { error: "Could not authenticate" });
    if (!hasRefused) {
      hasRefused = true;
      return void send(420, { error: "Enhance your calm" });
    }
    const items = LISTS[url.pathname];
    if (!items) return void send(404, { error: "Not found" });
    const { pathname, searchParams: query } = url;
    const first = pathname.endsWith("/subscribers") ? 0 : 1;
    const at = Number(query.get("page") ?? first) - first;
    const size = Number(query.get(/\/(incidents|subscribers)$/.test(pathname) ? "limit" : "per_page") ?? 100);
    send(200, items.slice(at * size, (at + 1) * size));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/v1/`, key: KEY, stop: () => void server.close() };
}
