import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { eventually } from "../../eventually.ts";
import { setUp, Visitor } from "../client.ts";
import { apply, clearConfig, exportText, validate } from "../config/client.ts";
import { place } from "../page/placed.ts";

const ADMIN = "/api/v1/admin";
const CONFIG = {
  url: "https://status.provider.example",
  format: "statuspage",
  components: ["API", "Web app"],
  minImpact: "major",
};
let admin: Visitor;
let answer: () => Response;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer());
});

beforeEach(async () => {
  await clearConfig();
  answer = () => new Response("busy", { status: 503 });
});

describe("a status page monitor", () => {
  it("exports and imports as a document without changes, and rejects unknown fields", async () => {
    const document = {
      kind: "Monitor",
      key: "provider",
      name: "Provider",
      type: "status_page",
      config: CONFIG,
    };
    expect((await apply(admin, [document])).status).toBe(200);
    const text = await exportText(admin);
    expect(text).toContain("url: https://status.provider.example");
    expect((await validate(admin, text)).body.summary.unchanged).toBe(1);
    const wrong = { ...document, config: { ...CONFIG, selector: ".status" } };
    expect((await validate(admin, [wrong])).body.problems?.map(({ path }) => path)).toEqual([
      "Monitor[provider].config.selector",
    ]);
  });

  it("is pending while the page is unreadable, with neither an error nor a failure", async () => {
    const wanted = { name: "Provider", type: "status_page", intervalSecs: 3600, config: CONFIG };
    const { id } = (await admin.post<Monitor>(`${ADMIN}/monitors`, wanted)).body;
    const message =
      "The status page can't be read, so the state of the service is unknown: it responded with status 503.";
    const checked = await admin.post(`${ADMIN}/monitors/${id}/check-now`);
    expect(checked).toMatchObject({ status: 200, body: { status: "pending", responseMs: null, message } });
    const { body } = await admin.get<Monitor>(`${ADMIN}/monitors/${id}`);
    expect(body).toMatchObject({ currentStatus: "pending", confirmedStatus: "pending", message });
    const tried = await admin.post(`${ADMIN}/monitors/test`, { type: "status_page", config: CONFIG });
    expect(tried).toMatchObject({ status: 200, body: { overall: "pending", message } });
  });

  it("is under maintenance while the provider reports it, and pending once that is outdated", async () => {
    const indicator = { maintained: "maintenance", fine: "none" };
    let state: keyof typeof indicator = "maintained";
    answer = () =>
      Response.json({
        components: [],
        status: { indicator: indicator[state] },
        scheduled_maintenances: [
          ...(state === "maintained" ? [{ name: "New racks", status: "in_progress" }] : []),
        ],
      });
    const config = { url: CONFIG.url };
    const wanted = { name: "Provider", type: "status_page", intervalSecs: 60, config };
    const monitor = (await admin.post<Monitor>(`${ADMIN}/monitors`, wanted)).body;
    await place(admin, [monitor]);
    const shown = async () => {
      forgetPage();
      const { monitors, overall } = (await new Visitor().get<PublicPage>("/api/v1/public/page")).body;
      return [monitors[0]?.status, monitors[0]?.underMaintenance, overall.status];
    };
    await admin.post(`${ADMIN}/monitors/${monitor.id}/check-now`);
    await eventually(async () => expect(await shown()).toEqual(["up", true, "under_maintenance"]));
    vi.useFakeTimers({ now: Date.now() + 300_000, toFake: ["Date"] });
    expect((await shown()).slice(0, 2)).toEqual(["pending", false]);
    vi.useRealTimers();
    state = "fine";
    await admin.post(`${ADMIN}/monitors/${monitor.id}/check-now`);
    await eventually(async () => expect(await shown()).toEqual(["up", false, "operational"]));
  });
});
