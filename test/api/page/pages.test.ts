import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/api/routes.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Page, PageDetails } from "../../../src/schema/page.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { addSubscriber, drain } from "../../durable/subscriber/audience.ts";
import { eventually } from "../../eventually.ts";
import { addUser, bindings, freshAddress, handle, ORIGIN, setUp, signIn, Visitor } from "../client.ts";
import { addBeating, beat, place } from "./placed.ts";

const ADMIN = "/api/v1/admin";
const PAGES = `${ADMIN}/pages`;
const PAGE = "/api/v1/public/page";
const OWN = "/p/customers";
const HOST = "http://status.customers.example";

let admin: Visitor;
let shared: Monitor;
let main: Monitor;
let own: Monitor;

const card = ({ id }: Monitor) => ({ id: `m${id}`, type: "monitor", monitorId: id });
const treeOf = (...monitors: Monitor[]) => ({
  tree: { id: "root", type: "page", children: [...monitors.map(card), { id: "i", type: "incidents" }] },
});

beforeAll(async () => {
  admin = await setUp();
  [shared, main, own] = [
    await addBeating(admin, "Shared shop"),
    await addBeating(admin, "Zanzibar main"),
    await addBeating(admin, "Customer ledger"),
  ];
  await place(admin, [shared, main], [{ id: "i", type: "incidents" }]);
  const made = await admin.post<Page>(PAGES, {
    key: "customers",
    name: "Customers",
    hostnames: ["Status.Customers.example"],
  });
  expect(made.status).toBe(201);
  const laid = await admin.put(`${PAGES}/customers/layout`, treeOf(shared, own));
  expect([laid.status, laid.body]).toEqual([200, expect.anything()]);
  await admin.put(`${ADMIN}/subscribers/settings`, { enabled: true });
  await admin.put(`${PAGES}/customers/subscriptions/settings`, { enabled: true });
}, 60_000);

async function at(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  forgetPage();
  const headers = new Headers(init.headers);
  headers.set("CF-Connecting-IP", freshAddress());
  const response = await handle(new Request(url, { redirect: "manual", ...init, headers }));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function pageAt(root: string): Promise<PublicPage> {
  const { status, text } = await at(`${root}${PAGE}`);
  expect([root, status, text.slice(0, 200)]).toEqual([root, 200, expect.anything()]);
  return JSON.parse(text) as PublicPage;
}

const namesOn = ({ monitors }: PublicPage) => monitors.map(({ name }) => name).sort();

describe("several status pages", () => {
  it("are listed with their settings, the default first", async () => {
    const { body } = await admin.get<Page[]>(PAGES);
    expect(
      body.map(({ key, isDefault, hostnames, access, url }) => [key, isDefault, hostnames, access, url]),
    ).toEqual([
      ["main", true, [], "public", ORIGIN],
      ["customers", false, ["status.customers.example"], "public", HOST],
    ]);
    expect(body[1]).toMatchObject({
      name: "Customers",
      overall: "operational",
      subscribers: 0,
      version: expect.any(Number),
    });
  });

  it("reject hostnames and keys in use, and invalid ones", async () => {
    const add = async (body: object) => (await admin.post(PAGES, { name: "Another", ...body })).status;
    expect(await add({ hostnames: ["status.customers.example"] })).toBe(409);
    expect(await add({ hostnames: ["uptide.test"] })).toBe(409);
    expect(await add({ hostnames: ["https://x.example/"] })).toBe(400);
    expect(await add({ hostnames: ["127.0.0.1"] })).toBe(400);
    expect(await add({ key: "main" })).toBe(409);
    expect(await add({ copyFrom: "nothing" })).toBe(400);
    expect((await admin.get(`${PAGES}/nothing/layout`)).status).toBe(404);
    expect((await admin.delete(`${PAGES}/main?confirm=Uptide`)).status).toBe(409);
    expect((await admin.patch(`${PAGES}/main`, { hostnames: ["other.example"] })).status).toBe(400);
    expect((await admin.patch(`${PAGES}/customers`, { key: "clients" })).status).toBe(400);
  });

  it("show when each hostname received its first request", async () => {
    await admin.post(PAGES, {
      key: "waiting",
      name: "Waiting",
      hostnames: ["a.waiting.example", "b.waiting.example"],
    });
    const read = async () => (await admin.get<PageDetails>(`${PAGES}/waiting`)).body.arrivals;
    expect(await read()).toEqual([
      { hostname: "a.waiting.example", at: null },
      { hostname: "b.waiting.example", at: null },
    ]);
    expect((await at("http://a.waiting.example/")).status).toBe(200);
    await eventually(async () => expect((await read())[0]?.at).toEqual(expect.any(Number)));
    const [first, second] = await read();
    expect(second?.at).toBeNull();
    await at("http://a.waiting.example/");
    expect((await read())[0]).toEqual(first);
    await admin.delete(`${PAGES}/waiting?confirm=Waiting`);
  });

  it("have their own embed script and frame, framed only by their allowed websites", async () => {
    const framed = "frame-ancestors https://customers.example";
    await admin.put(`${PAGES}/customers/subscriptions/settings`, {
      embedOrigins: ["https://customers.example"],
    });
    for (const root of [ORIGIN + OWN, HOST]) {
      expect((await at(`${root}/embed.js`)).status).toBe(200);
      const { status, headers, text } = await at(`${root}/embed`);
      expect([status, headers.get("Content-Security-Policy")]).toEqual([
        200,
        expect.stringContaining(framed),
      ]);
      expect(text).toContain('src="embed.js"');
      expect(JSON.parse((await at(`${root}/api/v1/public/embed.json`)).text)).toMatchObject({
        name: "Customers",
        url: `${HOST}/`,
      });
    }
    const own = (await at(`${ORIGIN}/embed`)).headers.get("Content-Security-Policy");
    expect(own).toContain("frame-ancestors 'none'");
  });

  it("show only their own monitors under a prefix and a hostname, with current statuses", async () => {
    expect(namesOn(await pageAt(ORIGIN))).toEqual(["Shared shop", "Zanzibar main"]);
    for (const root of [ORIGIN + OWN, HOST])
      expect(namesOn(await pageAt(root))).toEqual(["Customer ledger", "Shared shop"]);
    const html = (await at(`${ORIGIN}${OWN}/`)).text;
    expect(html).toContain("Customer ledger");
    expect(html).not.toContain("Zanzibar");
    expect(html).toContain(`data-prefix="${OWN}"`);
    expect(html).toContain(`<link rel="canonical" href="${HOST}/"`);
    expect((await at(`${HOST}/`)).text).not.toContain(OWN);
    expect((await at(`${ORIGIN}/`)).text).not.toMatch(/data-prefix|Customer/);
    await beat(admin, shared, "down");
    await eventually(async () => {
      for (const root of [ORIGIN, ORIGIN + OWN, HOST])
        expect((await pageAt(root)).monitors.find(({ id }) => id === shared.id)?.status).toBe("down");
    });
    await beat(admin, shared, "up");
  });

  it("redirect the default page's prefix to the root, and return 404 for unknown prefixes", async () => {
    const { status, headers } = await at(`${ORIGIN}/p/main/history?page=2`);
    expect([status, headers.get("Location")]).toEqual([308, "/history?page=2"]);
    expect(headers.get("X-Request-Id")).toEqual(expect.any(String));
    expect((await at(`${ORIGIN}/p/main//evil.example`)).headers.get("Location")).toBe("/evil.example");
    expect((await at(`${ORIGIN}/p/main`)).headers.get("Location")).toBe("/");
    const missing = await at(`${ORIGIN}/p/nothing/`);
    expect([missing.status, missing.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
    for (const path of ["/api/v1/public/page", "/rss.xml", "/api/v1/admin/pages"]) {
      const { status, headers } = await at(`${ORIGIN}/p/nothing${path}`);
      expect([path, status, headers.get("Content-Type")]).toEqual([path, 404, "application/json"]);
    }
  });

  it("serve neither prefixes nor the admin panel on their hostnames", async () => {
    for (const root of [HOST, ORIGIN + OWN])
      for (const path of ["//x/api/v1/setup/status", "//api/v1/setup/status", "//x/admin/login", "//x/ready"])
        expect([root + path, (await at(root + path)).status]).toEqual([root + path, 404]);
    for (const path of ["/p/customers/", "/p/main/", "/p/customers/history"])
      expect([path, (await at(HOST + path)).status]).toEqual([path, 404]);
    for (const path of [
      "/admin/",
      "/admin/login",
      "/ready",
      `${ADMIN}/pages`,
      "/%61pi/v1/admin/pages",
      "/api/v1/setup/status",
      "/calendar/on-call/x.ics",
      "/ping/x",
      "/api/v1/openapi.json",
    ])
      expect([path, (await at(HOST + path)).status]).toEqual([path, 404]);
    expect(await at(`${HOST}/health`)).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    for (const path of [`${ADMIN}/pages`, "/admin/", "/api/v1/auth/session"])
      expect([path, (await at(ORIGIN + OWN + path)).status]).toEqual([path, 404]);
    expect((await at("http://elsewhere.example/")).status).toBe(421);
    expect((await at("http://status.customers.example.evil.example/")).status).toBe(421);
  });

  it("show an incident with one of their monitors or assigned to them", async () => {
    const add = async (title: string, body: object) =>
      (
        await admin.post<{ id: number; pages: string[] }>(`${ADMIN}/incidents`, {
          title,
          status: "investigating",
          impact: "minor",
          body: "Looking.",
          ...body,
        })
      ).body;
    const both = await add("Trouble of both", { monitorIds: [shared.id, main.id, own.id] });
    const inner = await add("Zanzibar trouble", { monitorIds: [main.id] });
    const theirs = await add("Only theirs", { pageKeys: ["customers"] });
    const plain = await add("Zanzibar whole", {});
    expect([both.pages, inner.pages, theirs.pages, plain.pages]).toEqual([
      ["main", "customers"],
      ["main"],
      ["customers"],
      ["main"],
    ]);
    expect(
      (
        await admin.post(`${ADMIN}/incidents`, {
          title: "x",
          status: "investigating",
          impact: "minor",
          pageKeys: ["nothing"],
        })
      ).status,
    ).toBe(400);
    const titles = async (root: string) => (await pageAt(root)).incidents.map(({ title }) => title).sort();
    expect(await titles(ORIGIN)).toEqual(["Trouble of both", "Zanzibar trouble", "Zanzibar whole"]);
    expect(await titles(HOST)).toEqual(["Only theirs", "Trouble of both"]);
    const components = (await pageAt(HOST)).incidents.find(({ id }) => id === both.id)?.components;
    expect(components?.map(({ name }) => name).sort()).toEqual(["Customer ledger", "Shared shop"]);
    for (const { id } of [inner, plain]) {
      expect((await at(`${HOST}/incidents/${id}`)).status).toBe(404);
      expect((await at(`${ORIGIN}${OWN}/api/v1/public/incidents/${id}`)).status).toBe(404);
    }
    expect((await at(`${ORIGIN}/incidents/${theirs.id}`)).status).toBe(404);
    const moved = await admin.patch<{ pages: string[] }>(`${ADMIN}/incidents/${plain.id}`, {
      pageKeys: ["main", "customers"],
    });
    expect(moved.body.pages).toEqual(["main", "customers"]);
    expect(await titles(HOST)).toContain("Zanzibar whole");
    await admin.patch(`${ADMIN}/incidents/${plain.id}`, { pageKeys: [] });
    expect(await titles(HOST)).not.toContain("Zanzibar whole");
  });

  it("keep an incident of a deleted monitor, named only where the monitor was shown", async () => {
    const gone = [
      await addBeating(admin, "Hidden gateway"),
      await addBeating(admin, "Customer portal"),
    ] as const;
    await place(admin, [shared, main, gone[0]], [{ id: "i", type: "incidents" }]);
    await admin.put(`${PAGES}/customers/layout`, treeOf(shared, own, gone[1]));
    const add = async (title: string, monitorIds: number[]) => {
      const wanted = { title, status: "investigating", impact: "minor", body: "Looking.", monitorIds };
      return (await admin.post<{ id: number }>(`${ADMIN}/incidents`, wanted)).body.id;
    };
    const portal = await add("Portal trouble", [gone[1].id]);
    const mixed = await add("Mixed trouble", [gone[0].id, own.id]);
    for (const { id } of gone) await admin.delete(`${ADMIN}/monitors/${id}`);
    const namesIn = async (root: string, id: number) =>
      (await pageAt(root)).incidents.find((one) => one.id === id)?.components.map(({ name }) => name);
    expect(await namesIn(HOST, portal)).toEqual(["Customer portal"]);
    expect(await namesIn(ORIGIN, portal)).toBeUndefined();
    expect(await namesIn(HOST, mixed)).toEqual(["Customer ledger"]);
    expect(await namesIn(ORIGIN, mixed)).toEqual(["Hidden gateway"]);
    expect((await at(`${HOST}/incidents/${portal}`)).status).toBe(200);
    expect((await at(`${ORIGIN}/incidents/${portal}`)).status).toBe(404);
    const { pages } = (await admin.get<{ pages: string[] }>(`${ADMIN}/incidents/${portal}`)).body;
    expect(pages).toEqual(["customers"]);
    for (const id of [portal, mixed]) await admin.delete(`${ADMIN}/incidents/${id}`);
    await place(admin, [shared, main], [{ id: "i", type: "incidents" }]);
    await admin.put(`${PAGES}/customers/layout`, treeOf(shared, own));
  });

  it("added at once with the same name get a key each", async () => {
    const made = await Promise.all([1, 2, 3].map(() => admin.post<Page>(PAGES, { name: "Twin" })));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(made.map(({ body }) => body.key).sort()).toEqual(["twin", "twin-2", "twin-3"]);
    for (const { body } of made) await admin.delete(`${PAGES}/${body.key}?confirm=Twin`);
  });

  it("don't notify the default page's subscribers about other pages' incidents and maintenance", async () => {
    const { id } = await addSubscriber();
    const open = async (title: string, body: object) => {
      const given = { title, status: "investigating", impact: "minor", body: "Looking.", ...body };
      await admin.post(`${ADMIN}/incidents`, given);
    };
    const window = { name: "Quiet work", startsAt: Date.now() + 3_600_000, endsAt: Date.now() + 7_200_000 };
    await open("Quiet trouble", { pageKeys: ["customers"] });
    await open("Quiet ledger", { monitorIds: [own.id] });
    await admin.post(`${ADMIN}/maintenance`, { ...window, allMonitors: true, pageKeys: ["customers"] });
    await open("Loud trouble", {});
    await drain();
    const { results } = await bindings.DB.prepare(
      `SELECT f.title FROM subscriber_deliveries d JOIN fanouts f ON f.id = d.id / 1000000000
      WHERE d.id % 1000000000 = ? AND (f.title LIKE 'Quiet%' OR f.title LIKE 'Loud%')`,
    )
      .bind(id)
      .all<{ title: string }>();
    expect(results.map(({ title }) => title)).toEqual(["Loud trouble"]);
    await bindings.DB.prepare("DELETE FROM incidents WHERE title LIKE 'Quiet%' OR title LIKE 'Loud%'").run();
    await bindings.DB.prepare("DELETE FROM maintenance WHERE name LIKE 'Quiet%'").run();
  });

  it("are rebuilt only for changes that they show", async () => {
    const takenAt = async (root: string) => (await pageAt(root)).takenAt;
    const before = await takenAt(ORIGIN);
    const body = { title: "Ledger only", status: "investigating", impact: "minor", body: "Looking." };
    const made = await admin.post<{ id: number }>(`${ADMIN}/incidents`, { ...body, monitorIds: [own.id] });
    await eventually(async () => {
      const { incidents } = await pageAt(ORIGIN + OWN);
      expect(incidents.map(({ title }) => title)).toContain("Ledger only");
    });
    expect(await takenAt(ORIGIN)).toBe(before);
    await admin.post(`${ADMIN}/incidents`, { ...body, title: "Both", monitorIds: [shared.id] });
    await eventually(async () => expect(await takenAt(ORIGIN)).not.toBe(before));
    await admin.patch(`${ADMIN}/incidents/${made.body.id}`, { monitorIds: [main.id] });
    await eventually(async () => {
      const { incidents } = await pageAt(ORIGIN + OWN);
      expect(incidents.map(({ title }) => title)).not.toContain("Ledger only");
    });
  });

  it("show maintenance of all monitors, unless it is limited to certain pages", async () => {
    const startsAt = Date.now() - 1000;
    const add = async (name: string, body: object) =>
      (
        await admin.post<{ pages: string[] }>(`${ADMIN}/maintenance`, {
          name,
          startsAt,
          endsAt: startsAt + 3_600_000,
          ...body,
        })
      ).body.pages;
    expect(await add("Everything", { allMonitors: true })).toEqual(["main", "customers"]);
    expect(await add("Zanzibar only", { allMonitors: true, pageKeys: ["main"] })).toEqual(["main"]);
    expect(await add("Ledger work", { monitorIds: [own.id] })).toEqual(["customers"]);
    const names = async (root: string) => (await pageAt(root)).maintenances.map(({ name }) => name).sort();
    expect(await names(ORIGIN)).toEqual(["Everything", "Zanzibar only"]);
    expect(await names(HOST)).toEqual(["Everything", "Ledger work"]);
  });

  it("never contain anything that is only on another page, on any public path", async () => {
    const ids: Record<string, number> = { incidents: 2, monitor: main.id, badge: main.id };
    const paths = ENDPOINTS.filter(
      ({ method, path, area }) =>
        method === "GET" &&
        area === "public" &&
        /^\/(api\/v1\/public\/|api\/v2\/|history\.)/.test(path) &&
        !path.endsWith("/events"),
    ).map(({ path }) => path.replace(/(\w+)\/:\w+/, (_, room: string) => `${room}/${ids[room] ?? "en"}`));
    expect(paths.length).toBeGreaterThan(20);
    for (const path of [
      ...paths,
      "/",
      "/history",
      "/incidents/2",
      "/maintenance/2",
      "/subscribe",
      "/nothing",
    ])
      for (const root of [ORIGIN + OWN, HOST]) {
        const { status, text } = await at(root + path);
        expect([root + path, status < 500, text.includes("Zanzibar")]).toEqual([root + path, true, false]);
      }
    for (const path of [
      "/api/v2/summary.json",
      "/api/v1/public/incidents.rss",
      "/api/v1/public/components.json",
      "/history.atom",
      "/rss.xml",
    ]) {
      const { status, text } = await at(ORIGIN + OWN + path);
      expect([path, status, text.includes("Customer ledger") || text.includes("Trouble of both")]).toEqual([
        path,
        200,
        true,
      ]);
      expect(text).not.toContain(`${ORIGIN}/incidents/`);
    }
  });

  it("have their own branding, languages and settings, and can copy those of another page", async () => {
    const path = `${PAGES}/customers`;
    await admin.patch(`${path}/branding`, {
      siteName: "For customers",
      enabled: true,
      customCss: ".svc-page{color:red}",
    });
    await admin.put(`${path}/subscriptions/settings`, { apiEnabled: false });
    expect((await at(`${HOST}/`)).text).toContain("For customers");
    expect((await at(`${ORIGIN}/`)).text).not.toContain("For customers");
    expect((await at(`${HOST}/api/v2/summary.json`)).status).toBe(404);
    expect((await at(`${ORIGIN}/api/v2/summary.json`)).status).toBe(200);
    expect((await admin.put(`${path}/subscriptions/settings`, { allowEmail: true })).status).toBe(200);
    await admin.post(`${ADMIN}/locales`, { code: "cs", name: "Čeština" });
    expect((await admin.put(`${path}/locales`, { offered: ["cs"], default: "en" })).status).toBe(400);
    expect((await admin.put(`${path}/locales`, { offered: ["cs"], default: "cs" })).status).toBe(200);
    expect((await pageAt(HOST)).locale).toBe("cs");
    expect((await pageAt(ORIGIN)).locale).toBe("en");
    expect((await admin.put(`${PAGES}/main/locales`, { offered: ["cs"], default: "cs" })).status).toBe(409);
    const copy = await admin.post<Page>(PAGES, { name: "The copy", copyFrom: "customers" });
    expect(copy.body).toMatchObject({ key: "the-copy", url: `${ORIGIN}/p/the-copy`, hostnames: [] });
    const page = await pageAt(`${ORIGIN}/p/the-copy`);
    expect([page.site.name, page.locale, namesOn(page)]).toEqual([
      "The copy",
      "cs",
      ["Customer ledger", "Shared shop"],
    ]);
  });

  it("forget the password of the default page when it becomes public or private without one", async () => {
    const main = `${PAGES}/main/access`;
    await admin.put(main, { mode: "password", password: "open sesame" });
    for (const isPrivate of [false, true])
      await admin.put(`${ADMIN}/status-page-access`, { private: isPrivate });
    expect((await admin.get(main)).body).toMatchObject({ mode: "users", password: null });
    await admin.put(`${ADMIN}/status-page-access`, { private: false });
  });

  it("with a password can be opened with it until it changes", async () => {
    const access = `${PAGES}/customers/access`;
    const set = async (body: object) =>
      (await admin.put<{ password: string | null }>(access, body)).body.password;
    expect((await admin.put(access, { mode: "password" })).status).toBe(400);
    expect(await set({ mode: "password", password: "open sesame" })).toMatch(/^•+$/);
    expect((await admin.get(access)).body).not.toMatchObject({ password: "open sesame" });
    const locked = await at(`${HOST}/`);
    expect([locked.status, locked.text.includes("ledger")]).toEqual([401, false]);
    expect(locked.text).toContain('action="/api/v1/public/unlock"');
    const unlock = (password: string, root = HOST) =>
      at(`${root}/api/v1/public/unlock`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: new URL(root).origin },
        body: JSON.stringify({ password }),
      });
    expect((await unlock("wrong one")).status).toBe(401);
    const opened = await unlock("open sesame");
    expect(opened.status).toBe(204);
    const [cookie = ""] = (opened.headers.get("Set-Cookie") ?? "").split(";");
    const withCookie = async (url: string) => (await at(url, { headers: { Cookie: cookie } })).status;
    for (const path of ["/", PAGE, "/history", `/api/v1/public/monitor/${own.id}/uptime`])
      expect([path, await withCookie(HOST + path), (await at(HOST + path)).status]).toEqual([path, 200, 401]);
    const other = await admin.put(`${PAGES}/the-copy/access`, { mode: "password", password: "another one" });
    expect(other.status).toBe(200);
    expect(await withCookie(`${ORIGIN}/p/the-copy/`)).toBe(401);
    expect((await at(`${ORIGIN}/`, { headers: { Cookie: cookie } })).status).toBe(200);
    await set({ mode: "password", password: "open again" });
    expect(await withCookie(`${HOST}/`)).toBe(401);
    const form = await at(`${HOST}/api/v1/public/unlock`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: HOST },
      body: "password=open+again",
    });
    expect([form.status, form.headers.get("Location")]).toEqual([303, "/"]);
    expect(form.headers.get("Set-Cookie")).toContain("HttpOnly");
    expect(
      (
        await at(`${ORIGIN}/api/v1/public/unlock`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: '{"password":"x"}',
        })
      ).status,
    ).toBe(404);
  });

  it("reject an eleventh password attempt within 15 minutes", async () => {
    const ip = freshAddress();
    const tries: number[] = [];
    for (let n = 0; n < 11; n++)
      tries.push(
        (await new Visitor(ip).post("/p/the-copy/api/v1/public/unlock", { password: "wrong one" })).status,
      );
    expect(tries).toEqual([...Array(10).fill(401), 429]);
  });

  it("that require sign-in are visible only to their viewers, and return 404 for others", async () => {
    await admin.put(`${PAGES}/customers/access`, { mode: "users" });
    const viewer = await addUser("viewer");
    const given = (pageKeys: string[] | null) =>
      admin.patch<{ pageKeys: string[] | null }>(`${ADMIN}/users/${viewer.id}/role`, {
        role: "viewer",
        pageKeys,
      });
    expect((await given(["nothing"])).status).toBe(400);
    const statusFor = async (by: Visitor, path: string) => {
      forgetPage();
      return (await by.get(path)).status;
    };
    expect(await statusFor(viewer.visitor, `${OWN}/`)).toBe(200);
    expect((await given(["the-copy"])).body.pageKeys).toEqual(["the-copy"]);
    const again = await signIn(viewer.email, viewer.password);
    for (const path of [
      "/",
      PAGE,
      "/history",
      "/incidents/1",
      "/api/v1/public/incidents",
      "/api/v1/public/events",
      "/subscribe",
    ])
      expect([path, await statusFor(again, OWN + path)]).toEqual([path, 404]);
    const bodyFor = async (path: string) => (await again.get<string>(path)).body;
    expect(await bodyFor(`${OWN}/`)).toBe(await bodyFor("/p/no-such-page/"));
    expect(await statusFor(again, "/p/the-copy/")).toBe(200);
    expect(await statusFor(again, "/")).toBe(200);
    await given(["customers"]);
    const theirs = await signIn(viewer.email, viewer.password);
    expect(await statusFor(theirs, `${OWN}/`)).toBe(200);
    expect(await statusFor(theirs, "/p/the-copy/")).toBe(404);
    expect(await statusFor(theirs, PAGES)).toBe(403);
    const operator = await addUser("operator");
    expect(await statusFor(operator.visitor, `${OWN}/`)).toBe(200);
    await admin.put(`${PAGES}/customers/access`, { mode: "public" });
  });

  it("are deleted after their name is confirmed, with their layout and settings", async () => {
    const path = `${PAGES}/customers`;
    const refused = await admin.delete<{ error: string; counts: object }>(path);
    expect([refused.status, refused.body.error, refused.body.counts]).toEqual([
      409,
      "Confirm with ?confirm=Customers: 3 blocks and 0 subscribers are deleted; 1 incident and 0 windows are no longer on any page.",
      { blocks: 3, monitors: 2, incidents: 1, maintenance: 0, subscribers: 0 },
    ]);
    expect((await admin.delete(`${path}?confirm=Customers`)).status).toBe(204);
    expect((await at(`${ORIGIN}${OWN}/`)).status).toBe(404);
    expect((await at(`${HOST}/`)).status).toBe(421);
    const { body } = await admin.get<{ items: { title: string; pages: string[] }[] }>(
      `${ADMIN}/incidents?search=theirs`,
    );
    expect(body.items.map(({ pages }) => pages)).toEqual([[]]);
    expect((await admin.get(`${ADMIN}/monitors/${own.id}`)).status).toBe(200);
    const again = await admin.post<Page>(PAGES, { key: "customers", name: "Customers" });
    expect(again.body).toMatchObject({ access: "public", hostnames: [] });
    expect(namesOn(await pageAt(ORIGIN + OWN))).toEqual([]);
  });

  it("can move blocks to each other, and publish both at once", async () => {
    interface Stored {
      tree: { children: { id: string }[] };
      version: number;
    }
    await admin.post(PAGES, { key: "partners", name: "Partners" });
    await admin.post(PAGES, { key: "guests", name: "Guests" });
    const monitor = { type: "monitor", monitorId: shared.id };
    const group = { id: "group-1", type: "group", label: "Shops", children: [{ ...monitor, id: "member" }] };
    const line = { id: "line", type: "divider" };
    const LAYOUT = `${PAGES}/partners/layout`;
    const write = async (path: string, children: object[]) =>
      (await admin.put<Stored>(path, { tree: { id: "root", type: "page", children } })).body;
    const { version } = await write(LAYOUT, [group, { ...monitor, id: "card" }, line]);
    await write(`${PAGES}/guests/layout`, [{ ...line, id: "member" }]);
    const move = (body: object) => admin.post<Stored>(`${LAYOUT}/move`, { to: "guests", ...body });
    for (const [body, status] of [
      [{ blocks: ["group-1"], to: "nobody" }, 404],
      [{ blocks: ["group-1"], to: "partners" }, 400],
      [{ blocks: ["nothing"] }, 400],
      [{ blocks: [] }, 400],
    ] as const)
      expect([body, (await move(body)).status]).toEqual([body, status]);

    const left = await move({ blocks: ["card", "group-1"], version });
    expect(left.body.tree.children.map(({ id }) => id)).toEqual(["line"]);
    const there = (await admin.get<Stored>(`${PAGES}/guests/layout`)).body.tree.children;
    expect(there.map(({ id }) => id)).toEqual(["member", "group-1", "card"]);
    expect(there[1]).toMatchObject({ label: "Shops", children: [{ id: "monitor-1", monitorId: shared.id }] });
    await eventually(async () => {
      const shown = [await pageAt(`${ORIGIN}/p/partners`), await pageAt(`${ORIGIN}/p/guests`)];
      expect(shown.map(namesOn)).toEqual([[], ["Shared shop"]]);
    });
    expect((await move({ blocks: ["line"], version })).status).toBe(409);
  });
});
