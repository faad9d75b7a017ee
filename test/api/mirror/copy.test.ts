import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { CopyFile } from "../../../src/domain/mirror/file.ts";
import type { CopySnapshot } from "../../../src/domain/mirror/snapshot.ts";
import { DAY_MS } from "../../../src/lib/units.ts";
import { collectCopy, collectSnapshot } from "../../../src/page/mirror/copy.ts";
import { drawCopyPages, MOST_INCIDENTS } from "../../../src/page/mirror/pages.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import {
  type PublicIncident,
  type PublicMonitor,
  type PublicPage,
  publicPage,
} from "../../../src/schema/public_page.ts";
import { pageOf } from "../../../src/service/announce/page.ts";
import { countDays } from "../../../web/status/blocks/bar_days.ts";
import { eventually } from "../../eventually.ts";
import { bindings, handle, ORIGIN, setUp, Visitor } from "../client.ts";
import { addBeating, beat, place } from "../page/placed.ts";

const ADMIN = "/api/v1/admin";
const HOUR_MS = 3_600_000;
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
let admin: Visitor;
let monitors: Monitor[];
let incidentId: number;
let windowId: number;
let files: Map<string, CopyFile>;

const whole = async (now = Date.now()) => await collectCopy(bindings, { now, wholeAt: now });
const inOrder = async () => await whole();
const byPath = (list: readonly CopyFile[]) => new Map(list.map((file) => [file.path, file]));
const textOf = (file: CopyFile | undefined) => new TextDecoder().decode(file?.body);
const isHtml = ({ path }: CopyFile) => path.endsWith(".html");

beforeAll(async () => {
  admin = await setUp();
  monitors = [await addBeating(admin, "Shop"), await addBeating(admin, "Ledger")];
  const config = { url: "http://127.0.0.1:9/" };
  const post = { name: "Postbox", type: "https", intervalSecs: 86_400, config };
  const { body: postbox } = await admin.post<Monitor>(`${ADMIN}/monitors`, post);
  const chart = { id: "chart", type: "chart", monitorId: postbox.id };
  const hello = { id: "hello", type: "text", markdown: "Welcome", locales: { pl: { markdown: "Witaj" } } };
  await place(admin, monitors, [chart, { id: "told", type: "incidents", limit: 5 }, hello]);
  await admin.put(`${ADMIN}/subscribers/settings`, { enabled: true, rssEnabled: true, apiEnabled: true });
  await admin.post(`${ADMIN}/locales`, { code: "pl", name: "Polski", published: true });
  await admin.patch(`${ADMIN}/locales/pl`, { translations: { "status.unknown": "Nie wiadomo" } });
  const made = await admin.post<{ id: number }>(`${ADMIN}/incidents`, {
    title: "Slow checkout",
    status: "investigating",
    impact: "major",
    monitorIds: [monitors[0]?.id],
    body: "We are looking.",
  });
  incidentId = made.body.id;
  await bindings.DB.prepare("UPDATE incidents SET locales = ? WHERE id = ?")
    .bind(JSON.stringify({ pl: { title: "Wolne płatności" } }), incidentId)
    .run();
  const startsAt = Date.now() + HOUR_MS;
  const locales = { pl: { name: "Nowa baza" } };
  const planned = { name: "New database", description: "", startsAt, endsAt: startsAt + HOUR_MS, locales };
  windowId = (await admin.post<{ id: number }>(`${ADMIN}/maintenance`, { ...planned, allMonitors: true }))
    .body.id;
  files = byPath(await inOrder());
}, 60_000);

function filesNamedIn(html: string): string[] {
  const named = [...html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, address = ""]) => address);
  return named
    .filter((address) => address.startsWith("/"))
    .map((address) => address.slice(1).replace(/(^|\/)$/, "$1index.html"));
}

describe("the static copy", () => {
  it("contains the page, incidents, maintenance and history in each language, with their assets", () => {
    const expected = [
      "index.html",
      "404.html",
      "history/index.html",
      `incidents/${incidentId}/index.html`,
      `maintenance/${windowId}/index.html`,
    ];
    const polish = expected.filter((path) => path !== "404.html").map((path) => `pl/${path}`);
    expect([...files.values()].filter(isHtml).map(({ path }) => path)).toEqual(
      expect.arrayContaining([...expected, ...polish]),
    );
    for (const path of [
      "icon.png",
      "history.rss",
      "history.atom",
      "rss.xml",
      "api/v1/public/incidents.rss",
      "api/v1/public/team-chat.rss",
      "api/v1/public/summary.json",
      "api/v1/public/components.json",
      "api/v1/public/maintenance.ics",
      "api/v2/status.json",
      "api/v2/incidents/unresolved.json",
    ])
      expect([path, files.has(path)]).toEqual([path, true]);
    expect(textOf(files.get("pl/index.html"))).toContain("Wolne płatności");
    expect(textOf(files.get("index.html"))).toContain("Slow checkout");
    expect(textOf(files.get(`pl/incidents/${incidentId}/index.html`))).toContain('<html lang="pl"');
  });

  it("links only to files in the copy, and every page is linked", () => {
    const pages = [...files.values()].filter(isHtml);
    for (const page of pages) {
      const missing = filesNamedIn(textOf(page)).filter((path) => !files.has(path));
      expect([page.path, missing]).toEqual([page.path, []]);
    }
    const reached = new Set(pages.flatMap((page) => filesNamedIn(textOf(page))));
    const alone = pages.filter(({ path }) => path !== "404.html" && !reached.has(path));
    expect(alone.map(({ path }) => path)).toEqual([]);
  });

  it("has no links to sign-in, subscriptions or the admin panel", () => {
    for (const page of [...files.values()].filter(isHtml)) {
      const [body = ""] = /<body>[\s\S]*?<script/.exec(textOf(page)) ?? [];
      expect([page.path, /\/admin|\/subscribe|\/auth\/|<form|Subscribe/.exec(body)]).toEqual([
        page.path,
        null,
      ]);
    }
  });

  it("has a content security policy in each document, without directives that only work in headers", () => {
    const html = textOf(files.get("index.html"));
    const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? "";
    const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    expect(policy).toContain(`'sha256-${hash}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("frame-ancestors");
    expect(html.indexOf(policy)).toBeLessThan(html.indexOf("<script>"));
    expect(html.indexOf("charset")).toBeLessThan(html.indexOf(policy));
  });

  it("caches files with hashed names for a year, revalidates the rest, and sets each content type", () => {
    for (const { path, cacheControl, contentType, body } of files.values()) {
      const isHashed = path.startsWith("assets/");
      expect([path, cacheControl]).toEqual([
        path,
        isHashed ? "public, max-age=31536000, immutable" : "no-cache",
      ]);
      expect([path, contentType]).not.toEqual([path, "application/octet-stream"]);
      expect([path, body.length > 0]).toEqual([path, true]);
    }
    const types = Object.fromEntries([...files.values()].map((file) => [file.path, file.contentType]));
    expect(types).toMatchObject({
      "index.html": "text/html; charset=utf-8",
      "snapshot.json": "application/json",
      "icon.png": "image/png",
      "history.atom": "application/atom+xml; charset=utf-8",
      "rss.xml": "application/rss+xml; charset=utf-8",
    });
  });

  it("uploads its snapshot last, after pages, and pages after their assets", async () => {
    const paths = (await inOrder()).map(({ path }) => path);
    expect(paths.at(-1)).toBe("snapshot.json");
    expect(paths.at(-2)).toBe("index.html");
    const lastAsset = paths.findLastIndex((path) => path.startsWith("assets/"));
    expect(lastAsset).toBeLessThan(paths.findIndex((path) => path.endsWith(".html")));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("has a snapshot with the public page and its translations", async () => {
    const { translated, layouts, translations, windows, ...page } = JSON.parse(
      textOf(files.get("snapshot.json")),
    ) as CopySnapshot;
    expect(publicPage.safeParse(page).error).toBeUndefined();
    const { body } = await new Visitor().get<PublicPage>("/api/v1/public/page");
    expect(Object.keys(page).sort()).toEqual(Object.keys(body).sort());
    expect(page.monitors.map(({ name }) => name)).toEqual(["Shop", "Ledger", "Postbox"]);
    expect(page.subscriptions.enabled).toBe(false);
    const { body: shop } = await new Visitor().get<PublicMonitor["uptime"]>(
      `/api/v1/public/monitor/${monitors[0]?.id}/uptime?days=90`,
    );
    const days = page.monitors[0]?.uptime.days.map(({ date }) => date);
    expect(days).toHaveLength(90);
    expect(days).toEqual(shop.days.map(({ date }) => date));
    expect(translated["pl"]?.map(({ title }) => title)).toEqual(["Wolne płatności"]);
    const wordsOf = (layout: PublicPage["layout"] | undefined) =>
      JSON.stringify(layout).match(/Welcome|Witaj/g);
    expect(windows["pl"]?.map(({ name }) => name)).toEqual(["Nowa baza"]);
    expect(page.maintenances.map(({ name }) => name)).toEqual(["New database"]);
    expect(textOf(files.get(`pl/maintenance/${windowId}/index.html`))).toContain("Nowa baza");
    expect([page.texts["status.unknown"], translations]).toEqual([
      "Unknown",
      { pl: { "status.unknown": "Nie wiadomo" } },
    ]);
    expect([wordsOf(page.layout), wordsOf(layouts["pl"])]).toEqual([["Welcome"], ["Witaj"]]);
    expect(textOf(files.get("index.html"))).toContain("Welcome");
    expect(textOf(files.get("pl/index.html"))).toContain("Witaj");
  });

  it.each([60, 90])("has 90 days in its snapshot even if the bars show %i", async (barDays) => {
    await admin.patch(`${ADMIN}/branding`, { barDays });
    const found = byPath(await inOrder());
    const { site, monitors } = JSON.parse(textOf(found.get("snapshot.json"))) as CopySnapshot;
    expect([site.barDays, new Set(monitors[0]?.uptime.days.map(({ date }) => date)).size]).toEqual([
      barDays,
      90,
    ]);
    expect(monitors[0]?.uptime.days).toHaveLength(90);
    expect(countDays(/data-days="([^"]*)"/.exec(textOf(found.get("index.html")))?.[1] ?? "")).toBe(barDays);
    await admin.patch(`${ADMIN}/branding`, { barDays: 30 });
  });

  it("contains uploaded images, and a PNG also under a fixed name", async () => {
    const form = new FormData();
    form.append("file", new File([PNG], "logo.png", { type: "image/png" }));
    const request = new Request(`${ORIGIN}${ADMIN}/branding/logo/light`, { method: "POST", body: form });
    request.headers.set("Cookie", admin.cookie);
    request.headers.set("Origin", ORIGIN);
    const response = await handle(request);
    expect(response.status).toBe(200);
    const { logoLightUrl } = await response.json<{ logoLightUrl: string }>();
    const copy = byPath(await inOrder());
    const own = copy.get(logoLightUrl.slice(1));
    expect(own).toMatchObject({ contentType: "image/png", body: PNG });
    expect(copy.get("logo_light.png")?.body).toEqual(PNG);
    expect(copy.get("logo_dark.png")).toBeUndefined();
  });

  it("has identical bytes for unchanged content, even if statuses change", async () => {
    const before = byPath(await inOrder());
    await beat(admin, monitors[1] as Monitor, "down");
    await eventually(async () => {
      const snapshot = textOf(byPath(await inOrder()).get("snapshot.json"));
      expect((JSON.parse(snapshot) as PublicPage).overall.status).not.toBe("operational");
    });
    const after = byPath(await inOrder());
    const changed = [...after.values()].filter(
      ({ path, body }) => textOf(before.get(path)) !== textOf({ ...after.get(path)!, body }),
    );
    const paths = changed.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["snapshot.json", "index.html"]));
    expect(paths.filter((path) => /incidents\/\d|maintenance\/|history|assets|uploads/.test(path))).toEqual(
      [],
    );
    await beat(admin, monitors[1] as Monitor, "up");
  });

  it("updates only its snapshot between full copies, with data under 20 seconds old", async () => {
    const now = Date.now();
    const calm = await collectSnapshot(bindings, now);
    expect(calm.path).toBe("snapshot.json");
    const { takenAt } = JSON.parse(textOf(calm)) as PublicPage;
    expect(now - Date.parse(takenAt)).toBeLessThan(20_000);
  });

  it("has the same snapshot from memory as from a new read", async () => {
    const wholeAt = Date.now();
    const first = await collectSnapshot(bindings, wholeAt);
    expect(textOf(await collectSnapshot(bindings, wholeAt))).toBe(textOf(first));
    expect(textOf(await collectSnapshot(bindings, wholeAt + 1))).toBe(textOf(first));
    const days = (JSON.parse(textOf(first)) as PublicPage).monitors.map(({ uptime }) => uptime.days.length);
    expect(new Set(days)).toEqual(new Set([90]));
  });

  it("has 90 consecutive days, even if midnight falls between the page and its copy", async () => {
    const now = Date.now();
    for (const at of [now, now + DAY_MS, now - DAY_MS]) {
      const snapshot = byPath(await whole(at)).get("snapshot.json");
      const { days } = (JSON.parse(textOf(snapshot)) as PublicPage).monitors[0]!.uptime;
      const last = Date.parse(days.at(-1)!.date);
      expect(days.map(({ date }) => date)).toEqual(
        Array.from({ length: 90 }, (_, i) => new Date(last - (89 - i) * DAY_MS).toISOString().slice(0, 10)),
      );
    }
  });

  it("omits feeds and status files if they are disabled", async () => {
    await admin.put(`${ADMIN}/subscribers/settings`, { rssEnabled: false, apiEnabled: false });
    const paths = (await inOrder()).map(({ path }) => path);
    expect(paths.filter((path) => /\.(rss|atom)$|summary|components|api\/v2/.test(path))).toEqual([
      "api/v1/public/team-chat.rss",
    ]);
    expect(textOf(byPath(await inOrder()).get("index.html"))).not.toContain("incidents.rss");
    await admin.put(`${ADMIN}/subscribers/settings`, { rssEnabled: true, apiEnabled: true });
  });

  it("is never made for a private page", async () => {
    await admin.put(`${ADMIN}/status-page-access`, { private: true });
    const refused = "The status page is private, so it isn't copied.";
    await expect(whole()).rejects.toThrow(refused);
    await expect(collectSnapshot(bindings, Date.now())).rejects.toThrow(refused);
    await admin.put(`${ADMIN}/status-page-access`, { private: false });
  });

  it("contains only the newest incidents and limits its total size", async () => {
    const built = await pageOf(bindings).view(null);
    const snapshot = built!.snapshot;
    const incidents = Array.from({ length: 600 }, (_, at) => ({
      ...sample(snapshot.page.incidents),
      id: 10_000 - at,
    }));
    const source = {
      snapshot,
      incidents,
      words: {},
      maintenances: [],
      facts: { banner: true, intervalSecs: 60 },
    };
    const paths = drawCopyPages(source).map(({ path }) => path);
    expect(paths.filter((path) => /^incidents\//.test(path))).toHaveLength(MOST_INCIDENTS);
    expect(paths).toContain("incidents/10000/index.html");
    expect(paths).toContain(`history/${MOST_INCIDENTS / 25}/index.html`);
    const long = incidents.map((incident) => ({
      ...incident,
      updates: Array.from({ length: 50 }, (_, id) => ({
        id,
        body: "a ".repeat(5000),
        status: "monitoring",
        postedAt: incident.updatedAt,
      })),
    }));
    const heavy = drawCopyPages({ ...source, incidents: long });
    const bytes = heavy.reduce((sum, { body }) => sum + body.length, 0);
    expect(bytes).toBeLessThan(100_000_000);
    expect(heavy.filter(({ path }) => /^incidents\//.test(path)).length).toBeGreaterThan(3);
  });
});

function sample([incident]: readonly PublicIncident[]): PublicIncident {
  if (!incident) throw new Error("there is no incident");
  return incident;
}
