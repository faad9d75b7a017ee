import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/api/routes.ts";
import { collectCopy } from "../../../src/page/mirror/copy.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { bindings, freshAddress, handle, ORIGIN, ADMIN as PERSON, setUp, Visitor } from "../client.ts";
import { pageIdUnderTest } from "../page_under_test.ts";
import { addBeating, beat } from "./placed.ts";

const ADMIN = "/api/v1/admin";
const PUBLIC = "/api/v1/public";
const HOUR_MS = 3_600_000;
const FIRST_ID = 7_315_200;
const SECRET = "Zanzibar";
let admin: Visitor;
let shown: Monitor[];
let hidden: Monitor[];
const inner: number[] = [];
const incidents = { shown: 0, hidden: 0, draft: 0 };
const windows = { shown: 0, hidden: 0 };
let said = "";
let listening: Promise<void>;
const stop = new AbortController();

beforeAll(async () => {
  admin = await setUp();
  await bindings.DB.prepare("DELETE FROM sqlite_sequence").run();
  for (const [n, table] of ["monitors", "incidents", "maintenance", "incident_updates"].entries())
    await bindings.DB.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)")
      .bind(table, FIRST_ID + n * 100_000)
      .run();
  const config = { url: "http://127.0.0.1:9/" };
  const mail = { name: "Postbox", type: "https", intervalSecs: 86_400, config };
  shown = [
    await addBeating(admin, `${SECRET} front`),
    await addBeating(admin, "Ledger"),
    (await admin.post<Monitor>(`${ADMIN}/monitors`, mail)).body,
  ];
  await admin.patch(`${ADMIN}/monitors/${shown[0]?.id}`, { publicName: "Shop" });
  hidden = [];
  for (let n = 0; n < 7; n++) hidden.push(await addBeating(admin, `${SECRET} ${n}`));
  const [first, second, third] = shown;
  await admin.put(`${ADMIN}/monitors/${first?.id}/dependencies`, { dependsOnIds: [hidden[0]?.id] });
  await layOut([
    { id: "g", type: "group", label: "Front", children: [card(first)] },
    card(second),
    { id: "chart", type: "chart", monitorId: third?.id },
    { id: "incidents", type: "incidents" },
  ]);
  await showElsewhere(hidden);
  await admin.put(`${ADMIN}/subscribers/settings`, { enabled: true, allowWebhook: true });
  await admin.put(`${ADMIN}/notifications/smtp`, { host: "mail.example", fromAddress: "a@example.com" });
  for (const { id } of hidden)
    await admin.patch(`${ADMIN}/monitors/${id}`, { tags: [{ label: `${SECRET} tag`, color: "#112233" }] });
  listening = listen();
  await addFacts();
  for (const status of ["down", "degraded"]) {
    await beat(admin, hidden[0] as Monitor, status);
    await beat(admin, first as Monitor, status);
  }
  inner.push(...hidden.map(({ id }) => id), incidents.hidden, incidents.draft, windows.hidden);
}, 60_000);

afterAll(() => stop.abort());

const card = (monitor: Monitor | undefined) => ({
  id: `m${monitor?.id}`,
  type: "monitor",
  monitorId: monitor?.id,
});

async function showElsewhere(monitors: readonly Monitor[]): Promise<void> {
  const made = await admin.post(`${ADMIN}/pages`, { key: "elsewhere", name: `${SECRET} page` });
  expect(made.status).toBe(201);
  const children = [...monitors.map(card), { id: "incidents", type: "incidents" }];
  const laid = await admin.put(`${ADMIN}/pages/elsewhere/layout`, {
    tree: { id: "root", type: "page", children },
  });
  expect(laid.status).toBe(200);
}

async function layOut(children: readonly object[]): Promise<void> {
  const reply = await admin.put(`${ADMIN}/layout`, { tree: { id: "root", type: "page", children } });
  expect(reply.status).toBe(200);
}

async function addFacts(): Promise<void> {
  const [first] = shown;
  const ids = hidden.map(({ id }) => id);
  const incident = async (body: object) => {
    const given = { status: "investigating", impact: "critical", body: "Looking.", ...body };
    const { id } = (await admin.post<{ id: number }>(`${ADMIN}/incidents`, given)).body;
    await admin.post(`${ADMIN}/incidents/${id}/updates`, { body: "Found.", status: "identified" });
    return id;
  };
  incidents.shown = await incident({
    title: "Shared trouble",
    monitorIds: [first?.id, shown[1]?.id, ...ids],
  });
  // Scheduled updates and component statuses of unplaced monitors are private.
  await admin.post(`${ADMIN}/incidents/${incidents.shown}/updates`, {
    body: `${SECRET} is planned`,
    status: "monitoring",
    publishAt: Date.now() + HOUR_MS,
    locales: { pl: { body: `${SECRET} po polsku` } },
    components: ids.map((monitorId) => ({ monitorId, status: "major_outage" })),
  });
  await admin.put(`${ADMIN}/incidents/${incidents.shown}/post-mortem`, {
    body: `${SECRET} was the cause`,
    locales: { pl: { body: `${SECRET} po polsku` } },
  });
  await admin.post(`${ADMIN}/incidents/${incidents.shown}/updates`, {
    body: "Still looking.",
    status: "identified",
    components: [first?.id, ...ids].map((monitorId) => ({ monitorId, status: "partial_outage" })),
  });
  incidents.hidden = await incident({ title: `${SECRET} is down`, monitorIds: ids });
  incidents.draft = await incident({ title: `${SECRET} draft`, monitorIds: [first?.id], draft: true });
  const startsAt = Date.now() - HOUR_MS;
  const window = async (name: string, monitorIds: (number | undefined)[]) => {
    const body = { name, description: "", startsAt, endsAt: startsAt + 2 * HOUR_MS, monitorIds };
    return (await admin.post<{ id: number }>(`${ADMIN}/maintenance`, body)).body.id;
  };
  windows.shown = await window("Shared work", [shown[1]?.id, ...ids]);
  windows.hidden = await window(`${SECRET} work`, ids);
}

async function listen(): Promise<void> {
  const headers = { "CF-Connecting-IP": freshAddress() };
  const request = new Request(`${ORIGIN}${PUBLIC}/events`, { headers, signal: stop.signal });
  const response = await handle(request);
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? [])
      said += decoder.decode(chunk as Uint8Array, { stream: true });
  } catch {
    // The test ended the stream.
  }
}

/** Fills parameters with both public and private values. */
function publicPaths(): string[] {
  const ids: Record<string, (number | string)[]> = {
    incidents: [incidents.shown, incidents.hidden, incidents.draft],
    monitor: [...shown, ...hidden].map(({ id }) => id),
    badge: [...shown, ...hidden].map(({ id }) => id),
    "on-call": ["nothing"],
    a: ["nothing"],
    locales: ["en"],
    uploads: ["nothing.png"],
  };
  const isStream = (path: string) => path === `${PUBLIC}/events`;
  const paths = ENDPOINTS.filter(
    ({ method, area, path }) => method === "GET" && area === "public" && !isStream(path),
  )
    .map(({ path }) => path)
    .filter((path) => !/^\/(api\/v1\/auth\/oidc|api\/v1\/hook|ping|schema)/.test(path));
  const filled = paths.flatMap((path) => {
    const [, room = "", parameter] = /([\w-]+)\/(:[A-Za-z]+)/.exec(path) ?? [];
    if (parameter === undefined) return [path];
    expect([path, ids[room] !== undefined]).toEqual([path, true]);
    return (ids[room] ?? []).map((id) => path.replace(parameter, String(id)));
  });
  const pages = [
    "/",
    "/?lang=pl",
    "/history",
    "/nothing",
    ...[incidents.shown, incidents.hidden, incidents.draft].flatMap((id) => [
      `/incidents/${id}`,
      `/incidents/${id}/post-mortem`,
    ]),
    ...[windows.shown, windows.hidden].map((id) => `/maintenance/${id}`),
  ];
  return [...filled, ...pages];
}

/** The path's own ids may appear, because the visitor already knows them. */
function leaksIn(text: string, path: string): string[] {
  const asked = new Set(path.match(/\d{6,}/g) ?? []);
  const found = inner.map(String).filter((id) => !asked.has(id) && text.includes(id));
  return text.includes(SECRET) ? [SECRET, ...found] : found;
}

async function read(path: string, headers: Record<string, string> = {}) {
  const { status, body, headers: own } = await new Visitor().get<unknown>(path, { headers });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, text: `${text} ${JSON.stringify([...own])}` };
}

async function readCopy(): Promise<[path: string, text: string][]> {
  const decoder = new TextDecoder("latin1");
  const now = Date.now();
  const files = await collectCopy(bindings, { now, wholeAt: now }, pageIdUnderTest());
  return files.map(({ path, body, ...rest }) => [path, decoder.decode(body) + JSON.stringify(rest)]);
}

describe("public responses", () => {
  it("contain no unplaced monitor, nor incidents and maintenance that affect only those", async () => {
    const paths = publicPaths();
    expect(paths.length).toBeGreaterThan(60);
    let isTold = false;
    for (const path of paths) {
      const { status, text } = await read(path);
      expect([path, status < 500]).toEqual([path, true]);
      expect([path, leaksIn(text, path)]).toEqual([path, []]);
      isTold ||= text.includes("Shared trouble") && text.includes("Shop");
    }
    expect(isTold).toBe(true);
    if (pageIdUnderTest() !== 1) return;
    const elsewhere = await read(`/p/elsewhere${PUBLIC}/page`);
    expect([elsewhere.status, elsewhere.text]).toEqual([200, expect.stringContaining(`${SECRET} is down`)]);
    expect(elsewhere.text).not.toMatch(/Shop|Ledger|Postbox/);
  });

  it("are identical for hidden and missing resources", async () => {
    for (const [hiddenPath, missingPath] of [
      [`${PUBLIC}/incidents/${incidents.hidden}`, `${PUBLIC}/incidents/1`],
      [`${PUBLIC}/incidents/${incidents.draft}`, `${PUBLIC}/incidents/1`],
      [`${PUBLIC}/monitor/${hidden[0]?.id}/uptime`, `${PUBLIC}/monitor/1/uptime`],
      [`${PUBLIC}/badge/${hidden[0]?.id}.svg`, `${PUBLIC}/badge/1.svg`],
      [`/incidents/${incidents.hidden}`, "/incidents/1"],
      [`/maintenance/${windows.hidden}`, "/maintenance/1"],
    ] as const) {
      const [one, other] = [await new Visitor().get(hiddenPath), await new Visitor().get(missingPath)];
      expect([hiddenPath, one.status, one.body]).toEqual([hiddenPath, 404, other.body]);
    }
  });

  it("in the static copy contain no hidden data, secrets or subscribers", async () => {
    const given = { name: `${SECRET} token`, permissions: ["monitors:read"], expiresInDays: 30 };
    const { token } = (await admin.post<{ token: string }>(`${ADMIN}/api-tokens`, given)).body;
    const email = "somebody-who-subscribed@example.com";
    const signUp = await new Visitor().post(`${PUBLIC}/subscriptions`, { type: "email", email });
    expect(signUp.status).toBe(202);
    const beats = [...shown, ...hidden].flatMap(({ heartbeatUrl }) => heartbeatUrl?.split("/").at(-1) ?? []);
    expect(beats.length).toBe(9);
    const secrets = [token, email, PERSON.email, admin.cookie.replace("uptide=", ""), ...beats];
    const files = await readCopy();
    const paths = files.map(([path]) => path);
    expect(paths).toContain(`incidents/${incidents.shown}/index.html`);
    expect(paths.filter((path) => leaksIn(path, "").length > 0)).toEqual([]);
    for (const [path, text] of files) {
      expect([path, leaksIn(text, "")]).toEqual([path, []]);
      expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []]);
    }
    expect(files.some(([, text]) => text.includes("Shared trouble") && text.includes("Shop"))).toBe(true);
  });

  it("in the event stream contain nothing hidden", async () => {
    await admin.post(`${ADMIN}/incidents/${incidents.hidden}/updates`, {
      body: `${SECRET}!`,
      status: "monitoring",
    });
    await admin.post(`${ADMIN}/incidents/${incidents.shown}/updates`, {
      body: "Told to all",
      status: "monitoring",
    });
    await beat(admin, hidden[1] as Monitor, "down");
    await beat(admin, shown[1] as Monitor, "down");
    await eventually(() => {
      expect(said).toContain("Told to all");
      expect(said).toContain(`{"monitorId":${shown[1]?.id},"status":"down"`);
    });
    expect(leaksIn(said, "")).toEqual([]);
    stop.abort();
    await listening;
  });

  it("contain only a monitor's public name, even in older notifications", async () => {
    const [first, second] = shown;
    // A card names a dependency only when the monitor is affected, so the first depends on it and fails.
    await admin.put(`${ADMIN}/monitors/${first?.id}/dependencies`, { dependsOnIds: [second?.id] });
    await beat(admin, first as Monitor, "down");
    const streamed = async () => {
      const found = new Map<string, string>();
      for (const path of publicPaths()) found.set(path, (await read(path)).text);
      for (const [path, text] of await readCopy()) found.set(`copy/${path}`, text);
      return found;
    };
    await admin.patch(`${ADMIN}/monitors/${second?.id}`, { publicName: null });
    const before = await streamed();
    await admin.patch(`${ADMIN}/monitors/${second?.id}`, {
      publicName: "Books",
      publicDescription: "Where sums are kept.",
    });
    const after = await streamed();
    const naming = [...before].filter(([, text]) => text.includes("Ledger")).map(([path]) => path);
    for (const part of ["/", "/history", "team-chat.rss", "components.json", "/badge/", "copy/", "/api/v2/"])
      expect([part, naming.some((path) => path.includes(part))]).toEqual([part, true]);
    for (const path of naming) expect([path, after.get(path)?.includes("Books")]).toEqual([path, true]);
    for (const [path, text] of after) expect([path, text.includes("Ledger")]).toEqual([path, false]);
    for (const path of ["/", `${PUBLIC}/page`, `${PUBLIC}/components.json`, "copy/index.html"])
      expect([path, after.get(path)?.includes("Where sums are kept.")]).toEqual([path, true]);
    const own = await admin.get<Monitor[]>(`${ADMIN}/monitors?search=ledger`);
    expect(own.body.map(({ name, publicName }) => [name, publicName])).toEqual([["Ledger", "Books"]]);
    const cleared = await admin.patch<Monitor>(`${ADMIN}/monitors/${second?.id}`, { publicName: null });
    expect(cleared.body.publicName).toBe(null);
    expect((await read(`${PUBLIC}/page`)).text).toContain("Ledger");
  });

  it("no longer contain a monitor after it is removed from the page", async () => {
    const [first, second, third] = shown;
    const before = await read("/");
    expect(before.text).toContain("Shared trouble");
    await layOut([card(third)]);
    for (const path of publicPaths()) {
      const { text } = await read(path);
      expect([path, leaksIn(text, path)]).toEqual([path, []]);
      expect([path, /Shop|Ledger|Shared/.test(text)]).toEqual([path, false]);
    }
    for (const [path, text] of await readCopy())
      expect([path, leaksIn(text, ""), /Shop|Ledger|Shared/.test(text)]).toEqual([path, [], false]);
    await layOut([card(first), card(second), card(third)]);
  });
});

describe("a private page", () => {
  it("reveals nothing on any path or with any headers", async () => {
    const paths = publicPaths();
    for (const path of paths) await new Visitor().get(path);
    await admin.put(`${ADMIN}/status-page-access`, { private: true });
    const nothing = /Shop|Ledger|Postbox|Front|Shared/;
    for (const path of paths) {
      for (const headers of [{}, { "Accept-Encoding": "gzip" }, { Cookie: "uptide=forged" }] as Record<
        string,
        string
      >[]) {
        const { status, text } = await read(path, headers);
        const isOpen = /^\/(health|ready|uploads|embed\.js|api\/v1\/(setup|auth|openapi))|\/locales/.test(
          path,
        );
        expect([path, status === 401 || status === 404 || isOpen]).toEqual([path, true]);
        if (!headers["Accept-Encoding"])
          expect([path, nothing.exec(text)?.[0] ?? null]).toEqual([path, null]);
        expect([path, leaksIn(text, path)]).toEqual([path, []]);
      }
    }
    await admin.put(`${ADMIN}/status-page-access`, { private: false });
  });
});
