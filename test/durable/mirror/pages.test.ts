import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { MirrorResponse } from "../../../src/schema/mirror.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Page } from "../../../src/schema/page.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { addBeating, place } from "../../api/page/placed.ts";
import { eventually } from "../../eventually.ts";

const ADMIN = "/api/v1/admin";
const MAIN = `${ADMIN}/static-mirror`;
const PAGE = `${ADMIN}/pages/customers`;
const OWN = `${PAGE}/static-mirror`;
const STORE = "https://store.example/";
const settings = (bucket: string) => ({
  enabled: true,
  provider: "minio",
  bucket,
  endpoint: STORE,
  intervalSecs: 60,
  accessKeyId: "AKEXAMPLE",
  secretAccessKey: "Hush-hush",
});

let admin: Visitor;
let ledger: Monitor;
let page: Page;
const stored = new Map<string, string>();

const filesIn = (bucket: string) => [...stored].filter(([path]) => path.startsWith(`${bucket}/`));
const textIn = (bucket: string) =>
  filesIn(bucket)
    .filter(([path]) => !path.includes("/assets/"))
    .map(([, text]) => text)
    .join("\n");
const stateAt = async (path: string) => (await admin.get<MirrorResponse>(path)).body.status.state;
const ownMirror = () => bindings.MIRROR.getByName(`mirror/${page.id}`);

beforeAll(async () => {
  admin = await setUp();
  const shop = await addBeating(admin, "Zanzibar shop");
  ledger = await addBeating(admin, "Customer ledger");
  await place(admin, [shop]);
  page = (
    await admin.post<Page>(`${ADMIN}/pages`, {
      key: "customers",
      name: "For customers",
      hostnames: ["status.customers.example"],
    })
  ).body;
  const children = [
    { id: "m", type: "monitor", monitorId: ledger.id },
    { id: "i", type: "incidents" },
  ];
  await admin.put(`${PAGE}/layout`, { tree: { id: "root", type: "page", children } });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const path = decodeURIComponent(request.url.slice(STORE.length));
    if (request.method === "PUT") stored.set(path, await request.text());
    if (request.method === "DELETE") stored.delete(path);
    return new Response(null, { status: request.method === "DELETE" ? 204 : 200 });
  });
});

afterEach(() => void vi.useRealTimers());

let minutes = 0;

async function pushOwn(): Promise<void> {
  vi.useFakeTimers({ now: Date.now() + 61_000 * ++minutes, toFake: ["Date"] });
  await runDurableObjectAlarm(ownMirror());
  vi.useRealTimers();
}

describe("static copies of several pages", () => {
  it("are each pushed into their own bucket, with only what their page shows", async () => {
    for (const [path, bucket] of [
      [MAIN, "main"],
      [OWN, "customers"],
    ] as const) {
      const { status, body } = await admin.put(path, settings(bucket));
      expect([status, body]).toMatchObject([200, { enabled: true, secretAccessKey: "••••••••" }]);
      await eventually(async () => expect(await stateAt(path)).toBe("up_to_date"));
    }
    expect(textIn("main")).toContain("Zanzibar shop");
    expect(textIn("main")).not.toMatch(/Customer ledger|For customers/);
    expect(textIn("customers")).toContain("Customer ledger");
    expect(textIn("customers")).not.toContain("Zanzibar shop");
    expect(stored.get("customers/index.html")).toContain('href="http://status.customers.example/"');
  });

  it("have separate settings with separately encrypted keys", async () => {
    const { results } = await bindings.DB.prepare(
      "SELECT name, value FROM settings WHERE name LIKE 'static_mirror%' ORDER BY name",
    ).all<{ name: string; value: string }>();
    expect(results.map(({ name }) => name)).toEqual(["static_mirror", `static_mirror/${page.id}`]);
    const sealed = results.map(({ value }) => JSON.parse(value).secretAccessKey as string);
    expect(new Set(sealed).size).toBe(2);
    expect(sealed.join()).not.toContain("Hush-hush");
  });

  it("receive their page's incidents with the next push", async () => {
    const incident = {
      title: "Ledger is slow",
      impact: "minor",
      status: "identified",
      message: "Looking",
      monitorIds: [ledger.id],
    };
    expect((await admin.post(`${ADMIN}/incidents`, incident)).status).toBe(201);
    const isItsPage = (path: string) => /^customers\/incidents\/\d+\/index\.html$/.test(path);
    // The copy may learn of the incident just after a push.
    await eventually(async () => {
      await pushOwn();
      expect(textIn("customers")).toContain("Ledger is slow");
      expect(filesIn("customers").some(([path]) => isItsPage(path))).toBe(true);
    });
    expect(textIn("main")).not.toContain("Ledger is slow");
  });

  it("can't use the bucket of another page's copy", async () => {
    const taken = await admin.put(OWN, settings("main"));
    expect([taken.status, taken.body]).toMatchObject([
      409,
      { error: "The static copy of the page main is in this bucket: use another for this page." },
    ]);
    expect((await admin.get<MirrorResponse>(OWN)).body.bucket).toBe("customers");
  });

  it("prevent restricting access to their page", async () => {
    for (const body of [{ mode: "users" }, { mode: "password", password: "open sesame" }]) {
      const refused = await admin.put(`${PAGE}/access`, body);
      expect([refused.status, refused.body]).toMatchObject([409, { error: /static copy is on/ }]);
    }
  });

  it("appear in the metrics by page", async () => {
    const text = (await admin.get<string>(`${ADMIN}/metrics`)).body as unknown as string;
    for (const key of ["main", "customers"])
      expect(text).toContain(`uptide_mirror_state{page="${key}",state="up_to_date"} 1`);
  });

  it("are restarted by cron when their alarm was lost", async () => {
    const alarm = () => runInDurableObject(ownMirror(), (_mirror, { storage }) => storage.getAlarm());
    await runInDurableObject(ownMirror(), (_mirror, { storage }) => storage.deleteAlarm());
    await runHousekeeping(bindings, Date.now());
    await eventually(async () => expect(await alarm()).not.toBeNull());
  });

  it("are removed from the bucket with their page, without affecting the others", async () => {
    const main = filesIn("main").length;
    const gone = await admin.delete(`${PAGE}?confirm=${encodeURIComponent("For customers")}`);
    expect(gone.status).toBe(204);
    await eventually(async () => {
      await runDurableObjectAlarm(ownMirror());
      expect(filesIn("customers")).toEqual([]);
    });
    expect(filesIn("main")).toHaveLength(main);
    expect(await stateAt(MAIN)).toBe("up_to_date");
  });
});
