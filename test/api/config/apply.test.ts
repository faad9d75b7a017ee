import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { bindings, setUp, type Visitor } from "../client.ts";
import {
  apply,
  channel,
  clearConfig,
  exportText,
  listChannels,
  listMonitors,
  monitor,
  pathsOf,
  validate,
} from "./client.ts";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

beforeEach(clearConfig);

const monitors = () => listMonitors(admin);
const channels = () => listChannels(admin);
const monitorWith = async (key: string) => (await listMonitors(admin)).find((one) => one.key === key)!;
async function audits(): Promise<
  { action: string; entityType: string; entityName: string; details: object }[]
> {
  const { body } = await admin.get<{ items: never[] }>("/api/v1/admin/audit?limit=100");
  return body.items;
}

describe("applying documents", () => {
  it("creates and updates by key, deletes nothing, and reports each change", async () => {
    const first = await apply(admin, [monitor("a", { notifications: ["c"] }), channel("c"), monitor("b")]);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      dryRun: false,
      summary: { create: 3, update: 0, unchanged: 0 },
      changes: [
        { kind: "NotificationChannel", key: "c", action: "create" },
        { kind: "Monitor", key: "a", action: "create" },
        { kind: "Monitor", key: "b", action: "create" },
      ],
    });
    const second = await apply(admin, [monitor("a", { name: "A", intervalSecs: 30 }), monitor("d")]);
    expect(second.body).toEqual({
      dryRun: false,
      summary: { create: 1, update: 1, unchanged: 0 },
      changes: [
        { kind: "Monitor", key: "a", action: "update", fields: ["name", "intervalSecs", "notifications"] },
        { kind: "Monitor", key: "d", action: "create" },
      ],
    });
    expect((await monitors()).map(({ key, name }) => [key, name])).toEqual([
      ["a", "A"],
      ["b", "b"],
      ["d", "d"],
    ]);
    expect(await channels()).toHaveLength(1);
    const third = await apply(admin, [
      monitor("a", { name: "A", intervalSecs: 30 }),
      monitor("d"),
      channel("c"),
    ]);
    expect(third.body.summary).toEqual({ create: 0, update: 0, unchanged: 3 });
    expect(third.body.changes[0]).toEqual({ kind: "NotificationChannel", key: "c", action: "unchanged" });
  });

  it("exports reminders and escalation unless they have their defaults, and imports them again", async () => {
    const alertPolicy = {
      reminder: { enabled: true, everyMinutes: 15, most: 4 },
      escalation: { afterMinutes: 30 },
    };
    await apply(admin, [channel("quiet"), channel("loud", { alertPolicy })]);
    const exported = async (key: string) =>
      (await admin.get<string>(`/api/v1/admin/config/export?kind=NotificationChannel&key=${key}`)).body;
    expect(await exported("quiet")).not.toMatch(/reminder|escalation/);
    expect(await exported("loud")).toContain(
      "  reminder:\n    enabled: true\n    everyMinutes: 15\n    most: 4\n",
    );
    expect(await exported("loud")).toContain("  escalation:\n    afterMinutes: 30\n");
    for (const key of ["quiet", "loud"])
      expect((await apply(admin, await exported(key))).body.summary).toMatchObject({ unchanged: 1 });
    const loud = (await channels()).find(({ key }) => key === "loud");
    expect(loud).toMatchObject({ alertPolicy });
    await bindings.DB.prepare(
      "UPDATE channels SET alert_policy = json_remove(alert_policy, '$.reminder', '$.escalation') WHERE key = 'loud'",
    ).run();
    expect((await channels()).find(({ key }) => key === "loud")).toMatchObject({
      alertPolicy: {
        reminder: { enabled: false, everyMinutes: 60, most: 10 },
        escalation: { afterMinutes: 0 },
      },
    });
    expect(await exported("loud")).not.toMatch(/reminder|escalation/);
  });

  it("imports and exports a monitor's public name and description", async () => {
    const publicly = { publicName: "Payments: all", publicDescription: "Cards and transfers." };
    await apply(admin, [monitor("plain"), monitor("told", publicly)]);
    const exported = (key: string) => exportText(admin, `?kind=Monitor&key=${key}`);
    expect(await exported("plain")).not.toContain("public");
    expect(await exported("told")).toContain(
      'name: told\npublicName: "Payments: all"\npublicDescription: Cards and transfers.\ntype: https\n',
    );
    expect((await apply(admin, await exported("told"))).body.summary).toMatchObject({ unchanged: 1 });
    const changed = await apply(admin, [monitor("told", { publicName: "Payments" })]);
    expect(changed.body.changes[0]?.fields).toEqual(["publicName", "publicDescription"]);
    expect(await monitorWith("told")).toMatchObject({ publicName: "Payments", publicDescription: null });
    await apply(admin, [monitor("told")]);
    expect(await monitorWith("told")).toMatchObject({ name: "told", publicName: null });
    const refused = await validate(admin, [monitor("told", { publicName: " ", publicDescription: 7 })]);
    expect(pathsOf(refused)).toEqual(["Monitor[told].publicName", "Monitor[told].publicDescription"]);
  });

  it("resets omitted fields to their defaults", async () => {
    await apply(admin, [
      channel("c", {
        enabled: false,
        notifyOnRecovery: false,
        alertPolicy: { throttle: { enabled: true, maxAlerts: 7 } },
      }),
      monitor("a", {
        intervalSecs: 300,
        retries: 4,
        failureThreshold: 5,
        tags: [{ label: "x", color: "#fff" }],
        notifications: ["c"],
        dependsOn: ["b"],
        autoIncident: { afterMinutes: 5 },
      }),
      monitor("b"),
    ]);
    expect(await monitorWith("a")).toMatchObject({ autoIncidentMinutes: 5, autoIncidentMode: "draft" });
    await apply(admin, [channel("c"), monitor("a")]);
    expect(await monitorWith("a")).toMatchObject({
      intervalSecs: 60,
      timeoutMs: 10_000,
      retries: 1,
      failureThreshold: 1,
      tags: [],
      channelIds: [],
      dependsOnIds: [],
      autoIncidentMinutes: null,
    });
    expect((await channels())[0]).toMatchObject({
      enabled: true,
      notifyOnRecovery: true,
      alertPolicy: { throttle: { enabled: false, maxAlerts: 3 } },
    });
  });

  it("resolves references to documents before and after", async () => {
    const reply = await apply(admin, [
      monitor("a", { dependsOn: ["b"], notifications: ["late"] }),
      monitor("b", { dependsOn: ["c"] }),
      monitor("c"),
      channel("late"),
    ]);
    expect(reply.status).toBe(200);
    const [a, b, c] = await Promise.all(["a", "b", "c"].map(monitorWith));
    expect(a!.dependsOnIds).toEqual([b!.id]);
    expect(b!.dependsOnIds).toEqual([c!.id]);
    expect(a!.channelIds).toEqual([(await channels())[0]!.id]);
  });

  it("replaces notifications and dependsOn with the given lists", async () => {
    await apply(admin, [
      channel("x"),
      channel("z"),
      monitor("a", { notifications: ["x"], dependsOn: ["b"] }),
      monitor("b"),
      monitor("c"),
    ]);
    const reply = await apply(admin, [monitor("a", { notifications: ["z", "z"], dependsOn: ["c"] })]);
    expect(reply.body.changes[0]!.fields).toEqual(["notifications", "dependsOn"]);
    const text = await exportText(admin, "?kind=Monitor&key=a");
    expect(text).toContain("notifications:\n  - z\ndependsOn:\n  - c\n");
  });

  it("keeps a webhook monitor's heartbeat token and creates one for a new webhook monitor", async () => {
    await apply(admin, [monitor("hook", { type: "webhook", config: {} }), monitor("site")]);
    const { heartbeatUrl } = await monitorWith("hook");
    expect(heartbeatUrl).toMatch(/\/api\/v1\/hook\/[0-9a-f]{48}$/);
    await apply(admin, [
      monitor("hook", { type: "webhook", config: { graceSecs: 9 } }),
      monitor("site", { type: "webhook", config: {} }),
    ]);
    expect((await monitorWith("hook")).heartbeatUrl).toBe(heartbeatUrl);
    const made = (await monitorWith("site")).heartbeatUrl!;
    expect((await admin.post(new URL(made).pathname)).status).toBe(200);
  });

  it("writes nothing when nothing changes", async () => {
    await apply(admin, [channel("c"), monitor("a", { notifications: ["c"] })]);
    const before = await bindings.DB.prepare("SELECT count(*) AS n FROM audit").first();
    const [row] = (await bindings.DB.prepare("SELECT * FROM monitors").all()).results;
    const reply = await apply(admin, [channel("c"), monitor("a", { notifications: ["c"] })]);
    expect(reply.body.summary).toEqual({ create: 0, update: 0, unchanged: 2 });
    expect(await bindings.DB.prepare("SELECT count(*) AS n FROM audit").first()).toEqual(before);
    expect((await bindings.DB.prepare("SELECT * FROM monitors").all()).results).toEqual([row]);
  });

  it("adds an audit entry for each changed object with the changed fields, and one Import entry", async () => {
    await apply(admin, [channel("c"), monitor("a"), monitor("same")]);
    await apply(admin, [
      monitor("a", {
        retries: 3,
        config: { url: "https://other.example/", headers: { "X-Api-Key": "hidden-value" } },
      }),
      monitor("same"),
      monitor("new"),
    ]);
    const entries = (await audits())
      .slice(0, 3)
      .map(({ action, entityType, entityName, details }) => ({ action, entityType, entityName, details }));
    expect(entries).toEqual([
      {
        action: "Import",
        entityType: "config",
        entityName: "Configuration",
        details: { create: 1, update: 1, unchanged: 1 },
      },
      {
        action: "Create",
        entityType: "monitor",
        entityName: "new",
        details: { type: "https", fields: expect.arrayContaining(["name", "config.url"]) },
      },
      {
        action: "Update",
        entityType: "monitor",
        entityName: "a",
        details: expect.objectContaining({ fields: ["retries", "config"] }),
      },
    ]);
    expect(JSON.stringify(await audits())).not.toContain("hidden-value");
    const ids = (await bindings.DB.prepare(
      "SELECT entity_id FROM audit WHERE entity_name = 'a' ORDER BY id DESC LIMIT 1",
    ).first<{ entity_id: number }>())!;
    expect(ids.entity_id).toBe((await monitorWith("a")).id);
  });

  it("makes the watch check the changed monitors", async () => {
    await apply(admin, [monitor("a")]);
    const { id } = await monitorWith("a");
    expect(
      (await bindings.DB.prepare("SELECT count(*) AS n FROM stale_watches").first<{ n: number }>())!.n,
    ).toBe(0);
    const states = await bindings.WATCH.getByName(`watch-${Math.floor(id / 32)}`).states();
    expect(states.map((state) => state.id)).toContain(id);
  });
});

describe("validating documents", () => {
  it("returns the same changes as applying, and saves nothing", async () => {
    const before = await audits();
    const reply = await validate(admin, [monitor("a"), channel("c")]);
    expect(reply.body).toEqual({
      dryRun: true,
      summary: { create: 2, update: 0, unchanged: 0 },
      changes: [
        { kind: "NotificationChannel", key: "c", action: "create" },
        { kind: "Monitor", key: "a", action: "create" },
      ],
    });
    expect([...(await monitors()), ...(await channels())]).toEqual([]);
    expect(await audits()).toEqual(before);
  });
});
