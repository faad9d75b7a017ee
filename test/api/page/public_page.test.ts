import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Page } from "../../../durable/page/page.ts";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import { DAY_MS } from "../../../src/lib/units.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { type PublicPage, publicPage } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { countDays } from "../../../web/status/blocks/bar_days.ts";
import { eventually } from "../../eventually.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { pageObjectUnderTest, readLastCopy } from "../page_under_test.ts";
import { addBeating, beat, place } from "./placed.ts";

const ROOT = "/api/v1/public";
const MONITORS = "/api/v1/admin/monitors";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

beforeEach(async () => {
  await place(admin, []);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const { id } of (await admin.get<Monitor[]>(MONITORS)).body) await admin.delete(`${MONITORS}/${id}`);
  for (const { id } of (await admin.get<{ id: number }[]>("/api/v1/admin/maintenance")).body)
    await admin.delete(`/api/v1/admin/maintenance/${id}`);
});

async function read(path = `${ROOT}/page`): Promise<PublicPage> {
  forgetPage();
  const { status, body } = await new Visitor().get<PublicPage>(path);
  if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

function pass(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ["Date"] });
}

const pageObject = () => pageObjectUnderTest();

async function evict(): Promise<void> {
  await runInDurableObject(pageObject(), (_page: Page, state) => state.abort("evicted")).catch(() => {});
}

describe("the page's data", () => {
  it("omits the internal names of text blocks", async () => {
    const text = { type: "text", name: "Notes for us", markdown: "For all" };
    const group = { id: "g", type: "group", label: "Group", children: [{ ...text, id: "inner" }] };
    const tree = { id: "root", type: "page", children: [{ ...text, id: "outer" }, group] };
    const stored = await admin.put("/api/v1/admin/layout", { tree });
    expect(JSON.stringify(stored.body).split("Notes for us")).toHaveLength(3);
    expect(JSON.stringify((await read()).layout)).toContain("For all");
    for (const path of ["/", `${ROOT}/page`])
      expect(JSON.stringify((await new Visitor().get(path)).body)).not.toContain("Notes for us");
  });

  it("labels a monitor with HTTP or HTTPS according to its URL", async () => {
    const made = await Promise.all(
      ["http://plain.test/", "https://safe.test/"].map((url) =>
        admin.post<Monitor>(MONITORS, { name: url, type: "https", intervalSecs: 86_400, config: { url } }),
      ),
    );
    await place(
      admin,
      made.map(({ body }) => body),
    );
    const { monitors } = await read();
    expect(monitors.map(({ type, typeLabel }) => [type, typeLabel])).toEqual([
      ["https", "HTTP"],
      ["https", "HTTPS"],
    ]);
    const { body } = await admin.get<{ typeLabel: string }[]>("/api/v1/admin/layout/monitors");
    expect(body.map(({ typeLabel }) => typeLabel)).toEqual(["HTTP", "HTTPS"]);
  });

  it("omits empty groups", async () => {
    const group = { id: "g", type: "group", label: "Nothing in it" };
    const text = { id: "t", type: "text", markdown: "Hello" };
    const show = async (children: object[]) => {
      const tree = {
        id: "root",
        type: "page",
        children: [
          { ...group, children },
          { ...text, id: "other" },
        ],
      };
      const stored = await admin.put<{ tree: { children: object[] } }>("/api/v1/admin/layout", { tree });
      expect(stored.body.tree.children).toHaveLength(2);
      const { layout } = await read();
      expect((await new Visitor().get<string>("/")).body.includes(group.label)).toBe(children.length > 0);
      return layout.children.map(({ id }) => id);
    };
    expect(await show([])).toEqual(["other"]);
    expect(await show([text])).toEqual(["g", "other"]);
  });

  it("has the documented format, even without placed monitors", async () => {
    const empty = await read();
    expect(publicPage.safeParse(empty).error).toBeUndefined();
    expect(empty.overall).toEqual({ status: "operational", incidents: 0 });
    expect([empty.monitors, empty.charts]).toEqual([[], {}]);

    const monitor = await addBeating(admin, "Shop");
    await place(admin, [monitor]);
    const page = await read();
    expect(publicPage.strict().safeParse(page).error).toBeUndefined();
    expect(page.site).toMatchObject({ name: "Status Page", url: "http://uptide.test", colors: {} });
    expect(page.monitors).toMatchObject([
      { id: monitor.id, name: "Shop", type: "webhook", status: "up", responseMs: 25, affectedBy: [] },
    ]);
    expect(page.monitors[0]?.uptime.days).toHaveLength(30);
    expect(page.monitors[0]?.uptime.days.map(({ status }) => status)).toEqual([
      ...Array(29).fill("none"),
      "operational",
    ]);
    expect(page.overall.status).toBe("operational");
  });

  it("has uptime for as many days as the branding settings say", async () => {
    const monitor = await addBeating(admin, "Shop");
    await place(admin, [monitor]);
    const DAY = 86_400_000;
    const today = Math.floor(Date.now() / DAY) * DAY;
    await bindings.DB.batch(
      [
        [80, 50, "up"],
        [50, 49, "down"],
        [49, 0, "up"],
      ].map(([from, to, state]) =>
        bindings.DB.prepare("INSERT INTO monitor_history VALUES (?, ?, ?, ?, '')").bind(
          monitor.id,
          today - Number(from) * DAY,
          today - Number(to) * DAY,
          state,
        ),
      ),
    );
    const shown = async (barDays: number) => {
      await admin.patch("/api/v1/admin/branding", { barDays });
      const { site, monitors } = await read();
      const { days, percent } = monitors[0]!.uptime;
      const statuses = days.map(({ status }) => status);
      const first = (today - Date.parse(days[0]!.date)) / DAY;
      const html = (await new Visitor().get<string>("/")).body;
      const reported = /data-days="([^"]*)"/.exec(html)?.[1] ?? "";
      return { barDays: site.barDays, first, statuses, isWhole: percent === 100, drawn: countDays(reported) };
    };
    expect(await shown(60)).toEqual({
      barDays: 60,
      first: 59,
      isWhole: false,
      drawn: 60,
      statuses: [...Array(9).fill("operational"), "down", ...Array(50).fill("operational")],
    });
    const { statuses, ...rest } = await shown(90);
    expect(rest).toEqual({ barDays: 90, first: 89, isWhole: false, drawn: 90 });
    expect(statuses.slice(0, 10)).toEqual([...Array(9).fill("none"), "operational"]);
    expect(await shown(30)).toEqual({
      barDays: 30,
      first: 29,
      isWhole: true,
      drawn: 30,
      statuses: Array(30).fill("operational"),
    });
  });

  it("takes the worst status, and ignores paused and unplaced monitors", async () => {
    const [a, b] = [await addBeating(admin, "A"), await addBeating(admin, "B")];
    await addBeating(admin, "internal", "down");
    await place(admin, [a, b]);
    expect((await read()).overall.status).toBe("operational");
    await beat(admin, a, "degraded");
    expect((await read()).overall.status).toBe("degraded");
    await beat(admin, a, "down");
    expect((await read()).overall.status).toBe("partial_outage");
    await beat(admin, b, "down");
    expect((await read()).overall.status).toBe("major_outage");
    await admin.post(`${MONITORS}/${a.id}/pause`);
    await beat(admin, b, "up");
    const page = await read();
    expect(page.monitors.map(({ status }) => status)).toEqual(["paused", "up"]);
    expect(page.overall.status).toBe("operational");
  });

  it("shows a monitor as unknown two intervals and a minute after its last check", async () => {
    const monitor = await addBeating(admin, "A");
    await place(admin, [monitor, await addBeating(admin, "new", null)]);
    expect((await read()).monitors.map(({ status }) => status)).toEqual(["up", "pending"]);
    expect((await read()).overall.status).toBe("pending");
    await place(admin, [monitor]);
    pass(2 * 3600 + 50);
    expect((await read()).monitors[0]?.status).toBe("up");
    pass(20);
    const page = await read();
    expect(page.monitors[0]).toMatchObject({ status: "pending", since: null, responseMs: null });
    expect(page.overall.status).toBe("pending");
  });

  it("names the failing public dependency of an affected monitor", async () => {
    const [a, b, hidden] = [
      await addBeating(admin, "A"),
      await addBeating(admin, "B"),
      await addBeating(admin, "hidden"),
    ];
    await admin.put(`${MONITORS}/${hidden.id}/dependencies`, { dependsOnIds: [b.id] });
    await admin.put(`${MONITORS}/${a.id}/dependencies`, { dependsOnIds: [hidden.id] });
    await place(admin, [a, b]);
    await beat(admin, hidden, "down");
    await beat(admin, b, "down");
    await beat(admin, a, "down");
    const { monitors } = await read();
    expect(monitors.map(({ status, affectedBy }) => [status, affectedBy])).toEqual([
      ["affected", ["B"]],
      ["down", []],
    ]);
  });

  it("names a dependency until its recovery is confirmed and the affected monitor is checked again", async () => {
    const [shop, base] = [await addBeating(admin, "Shop"), await addBeating(admin, "Base")];
    await admin.patch(`${MONITORS}/${base.id}`, { recoveryThreshold: 3 });
    await admin.put(`${MONITORS}/${shop.id}/dependencies`, { dependsOnIds: [base.id] });
    await place(admin, [shop, base]);
    const shown = async () => (await read()).monitors.map(({ status, affectedBy }) => [status, affectedBy]);
    const reported = async (monitor: Monitor, status: string) => {
      await beat(admin, monitor, status);
      return await shown();
    };
    await beat(admin, base, "down");
    expect(await reported(shop, "down")).toEqual([
      ["affected", ["Base"]],
      ["down", []],
    ]);
    // One successful check of three.
    expect(await reported(base, "up")).toEqual([
      ["affected", ["Base"]],
      ["up", []],
    ]);
    expect(await reported(shop, "down")).toEqual([
      ["affected", ["Base"]],
      ["up", []],
    ]);
    // A less severe failure isn't a recovery.
    expect(await reported(base, "degraded")).toEqual([
      ["affected", ["Base"]],
      ["degraded", []],
    ]);
    expect(await reported(shop, "degraded")).toEqual([
      ["affected", ["Base"]],
      ["degraded", []],
    ]);
    for (let good = 0; good < 3; good++) await beat(admin, base, "up");
    expect(await shown()).toEqual([
      ["affected", ["Base"]],
      ["up", []],
    ]);
    await evict();
    expect(await shown()).toEqual([
      ["affected", ["Base"]],
      ["up", []],
    ]);
    expect(await reported(shop, "down")).toEqual([
      ["down", []],
      ["up", []],
    ]);
  });

  it("names a dependency that another watch checks", async () => {
    const shop = await addBeating(admin, "Shop");
    let base = await addBeating(admin, "Base");
    while (watchOf(base.id) === watchOf(shop.id)) base = await addBeating(admin, "Base");
    await admin.patch(`${MONITORS}/${base.id}`, { recoveryThreshold: 2 });
    await admin.put(`${MONITORS}/${shop.id}/dependencies`, { dependsOnIds: [base.id] });
    await place(admin, [shop, base]);
    for (const status of ["down", "degraded"]) await beat(admin, base, status);
    await beat(admin, shop, "down");
    expect((await read()).monitors[0]).toMatchObject({ status: "affected", affectedBy: ["Base"] });
    for (let good = 0; good < 2; good++) await beat(admin, base, "up");
    await beat(admin, shop, "down");
    expect((await read()).monitors[0]).toMatchObject({ status: "down", affectedBy: [] });
  });

  it("shows a change immediately", async () => {
    const monitor = await addBeating(admin, "Before");
    const visitor = new Visitor();
    const name = async () => (await visitor.get<PublicPage>(`${ROOT}/page`)).body.monitors[0]?.name;
    expect(await name()).toBeUndefined();
    await place(admin, [monitor]);
    expect(await name()).toBe("Before");
    await admin.patch(`${MONITORS}/${monitor.id}`, { name: "After" });
    expect(await name()).toBe("After");
    await admin.delete(`${MONITORS}/${monitor.id}`);
    const { body } = await visitor.get<PublicPage>(`${ROOT}/page`);
    expect([body.monitors, JSON.stringify(body.layout).includes("monitorId")]).toEqual([[], false]);
  });

  it("has colors and CSS only while custom branding is on", async () => {
    await admin.patch("/api/v1/admin/branding", { customCss: ".svc-page{}", accentColor: "#010203" });
    expect((await read()).site).toMatchObject({ enabled: 0, colors: {}, customCss: "" });
    await admin.patch("/api/v1/admin/branding", { enabled: 1 });
    const { site } = await read();
    expect(site).toMatchObject({ enabled: 1, customCss: ".svc-page{}" });
    expect([site.colors["--svc-accent"], Object.keys(site.colors).length]).toEqual(["#010203", 14]);
    await admin.patch("/api/v1/admin/branding", { enabled: 0 });
  });

  it("is in the requested language, and lists the others", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    const page = await read(`${ROOT}/page?lang=pl`);
    expect([page.locale, page.texts["status.up"]]).toEqual(["pl", "Działa"]);
    expect(page.locales).toEqual([
      { code: "en", name: "English" },
      { code: "pl", name: "Polski" },
    ]);
    expect((await read(`${ROOT}/page?lang=xx`)).locale).toBe("en");
  });

  it("contains maintenance of public monitors, and marks those as under maintenance", async () => {
    const [a, b, hidden] = [
      await addBeating(admin, "A"),
      await addBeating(admin, "B"),
      await addBeating(admin, "hidden"),
    ];
    await place(admin, [a, b]);
    const plan = (name: string, monitorIds: number[], startsIn = -1000) =>
      admin.post("/api/v1/admin/maintenance", {
        name,
        startsAt: Date.now() + startsIn,
        endsAt: Date.now() + startsIn + 60_000,
        monitorIds,
      });
    await plan("internal", [hidden.id]);
    await plan("both", [a.id, hidden.id]);
    await plan("later", [b.id], 600_000);
    const page = await read();
    expect(page.maintenances.map(({ name, status, components }) => [name, status, components])).toEqual([
      ["both", "in_progress", [{ id: a.id, name: "A" }]],
      ["later", "not_started", [{ id: b.id, name: "B" }]],
    ]);
    expect(page.monitors.map(({ underMaintenance }) => underMaintenance)).toEqual([true, false]);
    expect(page.overall.status).toBe("under_maintenance");
    await beat(admin, a, "down");
    expect((await read()).overall.status).toBe("under_maintenance");
    await beat(admin, b, "down");
    expect((await read()).overall.status).toBe("major_outage");
    pass(70);
    await beat(admin, b, "up");
    expect((await read()).overall.status).toBe("partial_outage");
  });

  it("has charts of hours from single results, and of days from hourly data", async () => {
    const type = "https";
    const config = { url: "http://127.0.0.1:1/" };
    const made = await admin.post<Monitor>(MONITORS, { name: "web", type, config, intervalSecs: 3600 });
    await admin.post(`${MONITORS}/${made.body.id}/check-now`);
    const chart = (id: string, hours: number) => ({ id, type: "chart", monitorId: made.body.id, hours });
    await place(admin, [], [chart("day", 24), chart("month", 720)]);
    const { charts, monitors } = await read();
    expect(charts["day"]?.buckets).toHaveLength(30);
    expect(charts["day"]?.buckets.at(-1)?.status).toBe("down");
    expect(charts["month"]?.uptime).toBe(0);
    expect(monitors.map(({ status }) => status)).toEqual(["down"]);
  });
});

describe("the page's database use", () => {
  it("is zero for views without a change, and at most six rows per monitor for a rebuild", async () => {
    const monitors = [];
    for (let i = 0; i < 5; i++) monitors.push(await addBeating(admin, `M${i}`));
    await eventually(async () => {
      const { n } = (await bindings.DB.prepare("SELECT count(*) AS n FROM monitor_history").first<{
        n: number;
      }>())!;
      expect(n).toBeGreaterThanOrEqual(5);
    });
    await place(admin, []);
    await read();
    const database = Object.getPrototypeOf(bindings.DB) as D1Database;
    const batch = vi.spyOn(database, "batch");
    const rows = async (): Promise<number> => {
      const results = await Promise.all(batch.mock.results.map(({ value }) => value as Promise<D1Result[]>));
      batch.mockClear();
      return results.flat().reduce((sum, { meta }) => sum + meta.rows_read, 0);
    };
    await pageObject().changed();
    await read();
    const empty = await rows();
    await place(admin, monitors);
    await read();
    batch.mockClear();
    await pageObject().changed();
    expect((await read()).monitors).toHaveLength(5);
    expect((await rows()) - empty).toBeLessThanOrEqual(6 * 5);
    const statements = vi.spyOn(database, "prepare");
    for (let i = 0; i < 60; i++) {
      if (i % 20 === 0) forgetPage();
      await new Visitor().get(i % 2 === 0 ? "/" : `${ROOT}/page`);
    }
    expect(statements).not.toHaveBeenCalled();
  });
});

describe("the page without its database", () => {
  async function breakDatabase(): Promise<void> {
    vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "batch").mockRejectedValue(new Error("away"));
    await pageObject().changed();
  }

  it("shows statuses from the watches", async () => {
    const monitor = await addBeating(admin, "A");
    await place(admin, [monitor]);
    const before = await read();
    await breakDatabase();
    expect(await read()).toMatchObject({ takenAt: before.takenAt, overall: { status: "operational" } });
    vi.restoreAllMocks();
    await beat(admin, monitor, "down");
    expect((await read()).overall.status).toBe("major_outage");
  });

  it("is served from its last copy after an eviction too, with the time of that copy", async () => {
    const monitor = await addBeating(admin, "A");
    await place(admin, [monitor]);
    const before = await read();
    await eventually(async () => {
      const copy = await readLastCopy();
      expect(await copy?.text()).toContain(before.takenAt);
    });
    await evict();
    vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "batch").mockRejectedValue(new Error("away"));
    const page = await read();
    expect([page.takenAt, page.monitors[0]?.name]).toEqual([before.takenAt, "A"]);
    pass(600);
    expect((await read()).takenAt).toBe(before.takenAt);
    expect((await new Visitor().get("/")).status).toBe(200);
    pass(7300);
    expect((await read()).overall.status).toBe("pending");
  });
});

describe("a monitor on the page", () => {
  it("returns its uptime by days and its response times", async () => {
    const monitor = await addBeating(admin, "A");
    await place(admin, [monitor]);
    const of = (query: string) => new Visitor().get<never>(`${ROOT}/monitor/${monitor.id}/${query}`);
    const uptime = (await of("uptime?days=90")).body as PublicPage["monitors"][number]["uptime"];
    expect([uptime.percent, uptime.days.length, uptime.days.at(-1)?.status]).toEqual([
      100,
      90,
      "operational",
    ]);
    const history = (await of("history?hours=2160&buckets=50")).body as PublicPage["charts"][string];
    expect([history.buckets.length, history.uptime]).toEqual([50, 1]);
    expect(history.buckets.at(-1)?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    for (const query of ["uptime?days=91", "uptime?days=0", "history?hours=2161", "history?buckets=0"])
      expect([query, (await of(query)).status]).toEqual([query, 400]);
  });

  it("has no downtime in maintenance at the very beginning of its chart of 90 days", async () => {
    const config = { url: "https://long-ago.example/" };
    const { body: monitor } = await admin.post<Monitor>(MONITORS, {
      name: "Long ago",
      type: "https",
      config,
    });
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const firstBar = today - 89 * DAY_MS;
    const begin = firstBar - (today + DAY_MS - Date.now());
    const [from, to] = [begin + 1, Math.floor((begin + firstBar) / 2)];
    const history =
      "INSERT INTO monitor_history (monitor_id, from_at, to_at, state, message) VALUES (?, ?, ?, ?, '')";
    await bindings.DB.batch([
      bindings.DB.prepare(history).bind(monitor.id, from, to, "down"),
      bindings.DB.prepare(history).bind(monitor.id, to, to + DAY_MS, "up"),
    ]);
    const window = { name: "Long ago", startsAt: from, endsAt: to, monitorIds: [monitor.id] };
    expect((await admin.post("/api/v1/admin/maintenance", window)).status).toBe(201);
    await place(admin, [monitor], [{ id: "chart", type: "chart", monitorId: monitor.id, hours: 2160 }]);
    const [chart] = Object.values((await read()).charts);
    expect(chart?.uptime).toBeCloseTo(1, 5);
  });

  it("has badges for the whole page, in each style", async () => {
    const monitor = await addBeating(admin, "Shop", "down");
    await place(admin, [monitor]);
    const read = (name: string) => new Visitor().get<string>(`${ROOT}/badge/${name}`);
    expect((await read("page.json")).body).toMatchObject({ label: "Status Page", message: "major outage" });
    const { body: flat } = await read("page.svg");
    expect(flat).toContain("Status Page: major outage");
    expect((await read("page.svg?style=flat")).body).toBe(flat);
    const { body: square } = await read("page.svg?style=square");
    const { body: large } = await read("page.svg?style=large");
    expect([flat, square, large].map((svg) => /rx="(\d+)"/.exec(svg)?.[1])).toEqual(["4", "0", "4"]);
    expect([flat, square, large].map((svg) => /height="(\d+)"/.exec(svg)?.[1])).toEqual(["20", "20", "30"]);
    expect((await read("page.svg?style=round")).status).toBe(400);
  });

  it("has a badge as SVG, and as JSON for Shields", async () => {
    const monitor = await addBeating(admin, 'A & "B" <c>', "degraded");
    await place(admin, [monitor]);
    const drawn = await new Visitor().get<string>(`${ROOT}/badge/${monitor.id}.svg`);
    expect(drawn.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
    expect(drawn.body).toContain("A &amp; &quot;B&quot; &lt;c&gt;: degraded");
    const { body } = await new Visitor().get<object>(`${ROOT}/badge/${monitor.id}.json`);
    expect(body).toEqual({
      schemaVersion: 1,
      label: 'A & "B" <c>',
      message: "degraded",
      color: expect.stringMatching(/^#/),
    });
    for (const name of ["999999.svg", "x.svg", "pages.svg", `${monitor.id}`, `${monitor.id}.png`, "0.json"])
      expect([name, (await new Visitor().get(`${ROOT}/badge/${name}`)).status]).toEqual([name, 404]);
  });
});

describe("monitors outside the page", () => {
  it("never appear in public responses", async () => {
    const monitors = [];
    for (let i = 0; i < 10; i++) monitors.push(await addBeating(admin, `Zebra${i}x`, i % 2 ? "down" : "up"));
    const [a, b, c, ...hidden] = monitors as [Monitor, Monitor, Monitor, ...Monitor[]];
    const web = { id: "t", type: "text", markdown: "Hello" };
    await place(admin, [a, b, c], [web]);
    const depends = { dependsOnIds: hidden.map(({ id }) => id) };
    await admin.put(`${MONITORS}/${a.id}/dependencies`, depends);
    await beat(admin, a, "down");
    const window = { startsAt: Date.now() - 1000, endsAt: Date.now() + 60_000 };
    const monitorIds = monitors.map(({ id }) => id);
    await admin.post("/api/v1/admin/maintenance", { name: "all of them", ...window, monitorIds });
    await admin.post("/api/v1/admin/maintenance", {
      name: `for ${hidden[0]!.name}`,
      ...window,
      monitorIds: [hidden[0]!.id],
    });
    const own = [a, b, c].flatMap(({ id }) => [
      `${ROOT}/monitor/${id}/uptime`,
      `${ROOT}/monitor/${id}/history`,
      `${ROOT}/badge/${id}.svg`,
      `${ROOT}/badge/${id}.json`,
      `${ROOT}/badge/page.svg`,
    ]);
    const others = hidden.flatMap(({ id }) => [
      `${ROOT}/monitor/${id}/uptime`,
      `${ROOT}/monitor/${id}/history`,
      `${ROOT}/badge/${id}.svg`,
      `${ROOT}/badge/${id}.json`,
    ]);
    let text = "";
    for (const path of ["/", `${ROOT}/page`, `${ROOT}/locales`, `${ROOT}/locales/en`, ...own]) {
      const reply = await new Visitor().get<unknown>(path);
      expect([path, reply.status]).toEqual([path, 200]);
      text += JSON.stringify(reply.body);
    }
    for (const path of others) {
      const reply = await new Visitor().get<unknown>(path);
      expect([path, reply.status]).toEqual([path, 404]);
      text += JSON.stringify(reply.body);
    }
    text += await (await readLastCopy())?.text();
    expect(text.match(/Zebra\dx/g)?.every((name) => [a, b, c].some((one) => one.name === name))).toBe(true);
    for (const { name } of [a, b, c]) expect(text).toContain(name);
  });
});
