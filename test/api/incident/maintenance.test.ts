import { beforeAll, describe, expect, it } from "vitest";
import type { Maintenance } from "../../../src/schema/maintenance.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/maintenance";
const MONITORS = "/api/v1/admin/monitors";
let admin: Visitor;
let monitorId: number;

beforeAll(async () => {
  admin = await setUp();
  monitorId = await addMonitor();
});

async function addMonitor(): Promise<number> {
  return (await admin.post<{ id: number }>(MONITORS, { name: "beat", type: "webhook", config: {} })).body.id;
}

const windowNow = () => {
  const startsAt = Date.now() - 1000;
  return { name: "Work", startsAt, endsAt: startsAt + 3_600_000, monitorIds: [monitorId] };
};

describe("a maintenance window", () => {
  it("is returned with all fields, and can be ended once", async () => {
    const wanted = windowNow();
    const made = await admin.post<Maintenance>(ROOT, wanted);
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...wanted,
        id: made.body.id,
        version: 1,
        description: "",
        locales: {},
        allMonitors: false,
        notifySubscribers: true,
        recurrence: null,
        timezone: "UTC",
        announceHours: 24,
        occurrences: [],
        skipped: [],
        pageKeys: [],
        pages: [],
        status: "in_progress",
      },
    ]);
    const path = `${ROOT}/${made.body.id}`;
    expect((await admin.post<Maintenance>(`${path}/end`)).body.status).toBe("completed");
    expect((await admin.post(`${path}/end`)).status).toBe(409);
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
  });

  it("stays unchanged when its monitors are sent again in another order", async () => {
    const second = await addMonitor();
    const made = await admin.post<Maintenance>(ROOT, { ...windowNow(), monitorIds: [second, monitorId] });
    expect(made.body.monitorIds).toEqual([monitorId, second]);
    const path = `${ROOT}/${made.body.id}`;
    const { body } = await admin.patch<Maintenance>(path, { monitorIds: [second, monitorId] });
    expect(body.version).toBe(made.body.version);
    await admin.delete(path);
  });

  it("is rejected without a name, with an end before its start, or without valid monitors", async () => {
    const { startsAt } = windowNow();
    const wrongs = [
      [{ name: " " }, "name"],
      [{ name: "x".repeat(201) }, "name"],
      [{ endsAt: startsAt - 1 }, "endsAt"],
      [{ monitorIds: [] }, "monitorIds"],
      [{ monitorIds: [monitorId, 999_999] }, "monitorIds"],
      [{ startsAt: "2026-01-01T00:00:00Z" }, "startsAt"],
      // Neither calendars nor documents have a fifth digit for the year.
      [{ endsAt: Date.UTC(10_000, 0) }, "endsAt"],
    ] as const;
    for (const [wrong, path] of wrongs) {
      const { status, body } = await admin.post<{ problems: { path: string }[] }>(ROOT, {
        ...windowNow(),
        ...wrong,
      });
      expect([wrong, status, body.problems.map((problem) => problem.path)]).toEqual([wrong, 400, [path]]);
    }
  });

  it("deleted during a change is either changed first or not found", async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await admin.post<Maintenance>(ROOT, windowNow());
      const path = `${ROOT}/${body.id}`;
      const [, ...changes] = await Promise.all([
        admin.delete(path),
        ...["a", "b", "c"].map((name) => admin.patch(path, { name })),
      ]);
      for (const { status } of changes) expect([200, 404]).toContain(status);
      expect((await admin.get(path)).status).toBe(404);
    }
  });

  it("stays in effect when one of its monitors is deleted during a change", async () => {
    for (let round = 0; round < 5; round++) {
      const goes = await addMonitor();
      const { body } = await admin.post<Maintenance>(ROOT, {
        ...windowNow(),
        monitorIds: [monitorId, goes],
      });
      const path = `${ROOT}/${body.id}`;
      const [, ...changes] = await Promise.all([
        admin.delete(`${MONITORS}/${goes}`),
        ...["a", "b", "c"].map((name) => admin.patch(path, { name })),
      ]);
      for (const { status } of changes) expect(status).toBe(200);
      expect((await admin.get<Maintenance>(path)).body.monitorIds).toEqual([monitorId]);
    }
  });
});

describe("a maintenance window in other languages", () => {
  const locales = { es: { name: "Obras", description: "Todo **nuevo**." }, it: { name: "Lavori" } };
  const planned = () => {
    const startsAt = Date.now() + 3_600_000;
    return {
      name: "Works",
      description: "All new.",
      startsAt,
      endsAt: startsAt + 3_600_000,
      allMonitors: true,
      locales,
    };
  };

  it("is shown in the page's language, with untranslated fields in the default", async () => {
    for (const code of ["es", "it", "de"])
      await admin.post("/api/v1/admin/locales", { code, name: code, published: true });
    const { body: made } = await admin.post<Maintenance>(ROOT, planned());
    expect(made.locales).toEqual(locales);
    const read = async (lang: string) => {
      const { body } = await admin.get<PublicPage>(`/api/v1/public/page?lang=${lang}`);
      const { name, description, ...others } = body.maintenances.find(({ id }) => id === made.id)!;
      expect(others).not.toHaveProperty("locales");
      return [name, description];
    };
    expect(await read("es")).toEqual(["Obras", "Todo **nuevo**."]);
    expect(await read("it")).toEqual(["Lavori", "All new."]);
    expect(await read("de")).toEqual(["Works", "All new."]);
    const html = async (lang: string) =>
      (await admin.get<string>(`/maintenance/${made.id}?lang=${lang}`)).body;
    expect(await html("es")).toContain("<strong>nuevo</strong>");
    expect(await html("de")).toContain("All new.");
    const changed = await admin.patch<Maintenance>(`${ROOT}/${made.id}`, {
      locales: { de: { name: "Umbau" } },
    });
    expect(changed.body).toMatchObject({ name: "Works", locales: { de: { name: "Umbau" } } });
    expect(await read("es")).toEqual(["Works", "All new."]);
    expect(await read("de")).toEqual(["Umbau", "All new."]);
  });

  it("uses the page's default language in the calendar, and after it is over", async () => {
    const startsAt = Date.now() - 7_200_000;
    const over = {
      ...planned(),
      startsAt,
      endsAt: startsAt + 1000,
      locales: { en: { name: "Works, in English" } },
    };
    const { body: made } = await admin.post<Maintenance>(ROOT, over);
    const { body: calendar } = await admin.get<string>("/api/v1/public/maintenance.ics");
    expect(calendar).toContain("SUMMARY:Works\\, in English");
    expect((await admin.get<string>(`/maintenance/${made.id}`)).body).toContain("Works, in English");
  });

  it("ignores blank translations, and rejects an unknown language code", async () => {
    const locales = { es: { name: " ", description: "\t\n" }, de: { name: "Arbeiten", description: "" } };
    const { status, body } = await admin.post<{ locales: object }>(ROOT, { ...planned(), locales });
    expect([status, body.locales]).toEqual([201, { de: { name: "Arbeiten" } }]);
    const refused = await admin.post<{ problems: { path: string }[] }>(ROOT, {
      ...planned(),
      locales: { Spanish: { name: "Obras" } },
    });
    const paths = refused.body.problems.map((problem) => problem.path);
    expect([refused.status, paths]).toEqual([400, ["locales.Spanish"]]);
  });
});
