import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { CHECK_TYPES } from "../../../src/check/registry.ts";
import { CHANNEL_TYPES } from "../../../src/notify/registry.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { addUser, bindings, setUp, type Visitor } from "../client.ts";
import {
  apply,
  CONFIG,
  channel,
  exportText,
  MASK,
  monitor,
  pathsOf,
  type Refusal,
  validate,
  yamlOf,
} from "./client.ts";

interface JsonSchema {
  $schema?: string;
  additionalProperties?: boolean;
  properties: Record<string, JsonSchema & { const?: string }>;
  allOf?: { if: JsonSchema; then: JsonSchema }[];
}

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

beforeEach(async () => {
  await bindings.DB.batch(
    ["monitors", "channels", "actions"].map((table) => bindings.DB.prepare(`DELETE FROM ${table}`)),
  );
});

const monitors = async () => (await admin.get<Monitor[]>("/api/v1/admin/monitors")).body;
const channels = async () => (await admin.get<Channel[]>("/api/v1/admin/notifications/channels")).body;
const monitorWith = async (key: string) => (await monitors()).find((one) => one.key === key)!;
async function audits(): Promise<
  { action: string; entityType: string; entityName: string; details: object }[]
> {
  const { body } = await admin.get<{ items: never[] }>("/api/v1/admin/audit?limit=100");
  return body.items;
}

describe("an export", () => {
  it("names what is expected of an answer where it is set, and takes it back without a change", async () => {
    const config = { url: "https://site.example/", certExpiry: { enabled: false } };
    const set = { keyword: "x", keywordAbsent: true, keywordFailsAs: "down", invert: true, keepBody: true };
    await apply(admin, [monitor("plain"), monitor("set", { config: { ...config, ...set } })]);
    const text = await exportText(admin);
    const exported = parseAllDocuments(text).map((document) => document.toJS().config);
    expect(exported[1]).toMatchObject(set);
    for (const name of ["keywordAbsent", "keywordFailsAs", "invert", "keepBody"])
      expect(exported[0]).not.toHaveProperty(name);
    expect((await validate(admin, text)).body.summary.unchanged).toBe(2);
    const wrong = monitor("wrong", { config: { ...config, keepBody: "yes", method: "HEAD" } });
    expect(pathsOf(await validate(admin, [wrong]))).toContain("Monitor[wrong].config.keepBody");
  });

  it("is YAML with channels first, then monitors, each by key, every setting in full", async () => {
    await apply(admin, [
      monitor("b", { notifications: ["z", "a"], dependsOn: ["a"] }),
      channel("z"),
      monitor("a", { type: "webhook", config: {} }),
      channel("a", { type: "ntfy", config: { topic: "alerts" } }),
    ]);
    const reply = await admin.get<string>(`${CONFIG}/export`);
    expect(reply.headers.get("Content-Type")).toBe("application/yaml; charset=utf-8");
    expect(reply.body.split("---\n").map((text) => text.split("\n").slice(1).join("\n"))).toEqual([
      `kind: NotificationChannel
key: a
name: a
type: ntfy
enabled: true
notifyOnRecovery: true
config:
  serverUrl: https://ntfy.sh
  topic: alerts
  accessToken: ""
  priority: null
  text: ""
alertPolicy:
  quietHours:
    enabled: false
    start: "22:00"
    end: "07:00"
    timezone: UTC
    mode: defer
  throttle:
    enabled: false
    maxAlerts: 3
    windowMinutes: 60
  grouping:
    enabled: false
    minMonitors: 3
    windowSeconds: 60
`,
      expect.stringContaining("kind: NotificationChannel\nkey: z\n"),
      `kind: Monitor
key: a
name: a
type: webhook
intervalSecs: 60
timeoutMs: 10000
retries: 1
failureThreshold: 1
recoveryThreshold: 1
config:
  graceSecs: 0
tags: []
notifications: []
dependsOn: []
actions: []
`,
      `kind: Monitor
key: b
name: b
type: https
intervalSecs: 60
timeoutMs: 10000
retries: 1
failureThreshold: 1
recoveryThreshold: 1
config:
  url: https://site.example/
  method: GET
  headers: {}
  body: ""
  expectedStatus: 200
  followRedirects: true
  keyword: ""
  auth:
    type: none
  assertions: []
  degradedAboveMs: null
  certExpiry:
    enabled: false
    warnDays: 14
tags: []
notifications:
  - a
  - z
dependsOn:
  - a
actions: []
`,
    ]);
    expect(
      reply.body.match(/^# yaml-language-server: \$schema=http:\/\/uptide\.test\/schema\/config\.json$/gm),
    ).toHaveLength(4);
  });

  it("is applied with nothing changed, and exports to the same bytes again", async () => {
    await admin.post("/api/v1/admin/notifications/channels", {
      name: "Czat ☕",
      type: "slack",
      config: { webhookUrl: "https://hooks.slack.example/T/1", text: "yes\n{{monitor_name}}: no\n" },
      alertPolicy: { quietHours: { enabled: true, start: "23:30", timezone: "Europe/Warsaw" } },
    });
    await admin.post("/api/v1/admin/monitors", {
      name: "on",
      type: "https",
      config: {
        url: "https://site.example/?a=b#c",
        method: "POST",
        headers: { Authorization: "Bearer abc", "X-Y": "no", y: "0o17" },
        body: '{\n  "a": "b: c"\n}\n',
        auth: { type: "basic", basic: { username: "1e3", password: "hunter2" } },
        expectedStatus: "200-299",
        assertions: [
          { source: "json", path: "$.a.b", operator: "greater_than", value: 1.5, failsAs: "degraded" },
        ],
      },
      tags: [{ label: "22:00", color: "#ff0000" }],
    });
    await admin.post("/api/v1/admin/monitors", {
      name: "sparse",
      type: "tcp",
      config: { host: "db.example", port: 5432 },
    });
    const text = await exportText(admin);
    expect(text).not.toMatch(/hunter2|Bearer abc|T\/1|v1\./);
    const reply = await apply(admin, text);
    expect(reply.body.summary).toEqual({ create: 0, update: 0, unchanged: 3 });
    expect(await exportText(admin)).toBe(text);
    for (const version of ["1.1", "1.2"] as const) {
      const read = parseAllDocuments(text, { version }).map(
        (document) => document.toJS() as Record<string, unknown>,
      );
      expect(read.map(({ name }) => name)).toEqual(["Czat ☕", "on", "sparse"]);
      expect(read[0]).toMatchObject({ alertPolicy: { quietHours: { start: "23:30", end: "07:00" } } });
      expect(read[1]).toMatchObject({
        config: { headers: { "X-Y": "no", y: "0o17" } },
        tags: [{ label: "22:00" }],
      });
    }
  });

  it("is of one kind, or of one object, when asked so", async () => {
    await apply(admin, [channel("a"), monitor("a"), monitor("b")]);
    const keys = (text: string) => [...text.matchAll(/^(?:kind|key): (.*)$/gm)].map((match) => match[1]);
    expect(keys(await exportText(admin, "?kind=Monitor"))).toEqual(["Monitor", "a", "Monitor", "b"]);
    expect(keys(await exportText(admin, "?kind=NotificationChannel&key=a"))).toEqual([
      "NotificationChannel",
      "a",
    ]);
    expect((await admin.get(`${CONFIG}/export?kind=Monitor&key=none`)).status).toBe(404);
    expect((await admin.get(`${CONFIG}/export?key=a`)).status).toBe(400);
    expect((await admin.get(`${CONFIG}/export?kind=Thing`)).status).toBe(400);
  });

  it("has no state of a run: no id, status, heartbeat token, pause or time", async () => {
    await apply(admin, [monitor("hook", { type: "webhook", config: {} })]);
    const { id, heartbeatUrl } = await monitorWith("hook");
    await admin.post(`/api/v1/admin/monitors/${id}/pause`);
    const text = await exportText(admin);
    expect(text).not.toMatch(
      /^(id|paused|currentStatus|createdAt|heartbeat\w*|lastCheckedAt|certExpiresAt):/m,
    );
    expect(text).not.toContain(heartbeatUrl!.split("/").at(-1));
    await apply(admin, text.replace("name: hook", "name: Hook"));
    expect(await monitorWith("hook")).toMatchObject({ name: "Hook", paused: true, heartbeatUrl });
  });
});

describe("applying", () => {
  it("creates and changes by key, deletes nothing, and tells what it did", async () => {
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

  it("writes reminders and escalation where they are not as they begin, and reads them again", async () => {
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
    // As it was stored before there were either.
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

  it("writes what visitors read of a monitor where it says so, and reads it again", async () => {
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

  it("takes a document for the whole truth: what is left out gets its default", async () => {
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

  it("resolves references in both directions, to what the same text makes", async () => {
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

  it("replaces notifications and dependsOn by the lists given", async () => {
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

  it("keeps the heartbeat token of a webhook monitor and makes one for a new one", async () => {
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

  it("leaves an entry for each changed object with the names of changed settings, and one Import entry", async () => {
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

  it("tells the watches: what was changed is checked as it is now", async () => {
    await apply(admin, [monitor("a")]);
    const { id } = await monitorWith("a");
    expect(
      (await bindings.DB.prepare("SELECT count(*) AS n FROM stale_watches").first<{ n: number }>())!.n,
    ).toBe(0);
    const states = await bindings.WATCH.getByName(`watch-${Math.floor(id / 32)}`).states();
    expect(states.map((state) => state.id)).toContain(id);
  });
});

describe("validating", () => {
  it("answers as applying would, and changes nothing", async () => {
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

describe("a document is refused with its place", () => {
  it.each<[string, object, string]>([
    ["no kind", { key: "a", name: "a", type: "https" }, "(document 1).kind"],
    ["an unknown kind", { kind: "Thing", key: "a" }, "(document 1).kind"],
    ["no key", { kind: "Monitor", name: "a", type: "webhook" }, "(document 1).key"],
    ["no name", { kind: "Monitor", key: "a", type: "webhook" }, "Monitor[a].name"],
    ["no type", { kind: "Monitor", key: "a", name: "a" }, "Monitor[a].type"],
    ["an unknown type", monitor("a", { type: "telepathy" }), "Monitor[a].type"],
    [
      "no channel name",
      { kind: "NotificationChannel", key: "a", type: "email" },
      "NotificationChannel[a].name",
    ],
    ["an invalid key", monitor("Not A Key"), "Monitor[Not A Key].key"],
    ["an id", monitor("a", { id: 3 }), "Monitor[a].id"],
    ["an unknown setting", monitor("a", { intervallSecs: 60 }), "Monitor[a].intervallSecs"],
    [
      "an unknown setting in config",
      monitor("a", { config: { url: "https://a.example", metod: "GET" } }),
      "Monitor[a].config.metod",
    ],
    [
      "one deeper in config",
      monitor("a", { config: { url: "https://a.example", certExpiry: { warn: 3 } } }),
      "Monitor[a].config.certExpiry.warn",
    ],
    [
      "an unknown setting in a tag",
      monitor("a", { tags: [{ label: "a", color: "#fff", size: 1 }] }),
      "Monitor[a].tags[0].size",
    ],
    [
      "an unknown setting in alertPolicy",
      channel("a", { alertPolicy: { throtle: {} } }),
      "NotificationChannel[a].alertPolicy.throtle",
    ],
    [
      "one deeper in alertPolicy",
      channel("a", { alertPolicy: { throttle: { max: 1 } } }),
      "NotificationChannel[a].alertPolicy.throttle.max",
    ],
    [
      "reminders more often than each five minutes",
      channel("a", { alertPolicy: { reminder: { everyMinutes: 4 } } }),
      "NotificationChannel[a].alertPolicy.reminder.everyMinutes",
    ],
    [
      "an escalation after more than a day",
      channel("a", { alertPolicy: { escalation: { afterMinutes: 1441 } } }),
      "NotificationChannel[a].alertPolicy.escalation.afterMinutes",
    ],
    [
      "an unknown setting in autoIncident",
      monitor("a", { autoIncident: { afterMinutes: 5, when: 1 } }),
      "Monitor[a].autoIncident.when",
    ],
    [
      "an autoIncident without afterMinutes",
      monitor("a", { autoIncident: { enabled: true } }),
      "Monitor[a].autoIncident.afterMinutes",
    ],
    [
      "an autoIncident that is neither on nor off",
      monitor("a", { autoIncident: { enabled: "no", afterMinutes: 5 } }),
      "Monitor[a].autoIncident.enabled",
    ],
    [
      "afterMinutes out of range",
      monitor("a", { autoIncident: { afterMinutes: 10081 } }),
      "Monitor[a].autoIncident.afterMinutes",
    ],
    ["an interval out of range", monitor("a", { intervalSecs: 9 }), "Monitor[a].intervalSecs"],
    ["a timeout out of range", monitor("a", { timeoutMs: 300_001 }), "Monitor[a].timeoutMs"],
    ["retries out of range", monitor("a", { retries: 11 }), "Monitor[a].retries"],
    [
      "a threshold that the API would clamp",
      monitor("a", { failureThreshold: 21 }),
      "Monitor[a].failureThreshold",
    ],
    ["a threshold of nought", monitor("a", { recoveryThreshold: 0 }), "Monitor[a].recoveryThreshold"],
    [
      "too many tags",
      monitor("a", { tags: Array(21).fill({ label: "a", color: "#fff" }) }),
      "Monitor[a].tags",
    ],
    ["a name that is too long", monitor("a", { name: "x".repeat(201) }), "Monitor[a].name"],
    ["a name that is a number", monitor("a", { name: 12 }), "Monitor[a].name"],
    [
      "maxAlerts that the API would clamp",
      channel("a", { alertPolicy: { throttle: { maxAlerts: 101 } } }),
      "NotificationChannel[a].alertPolicy.throttle.maxAlerts",
    ],
    [
      "a time that is no text",
      channel("a", { alertPolicy: { quietHours: { start: 1320 } } }),
      "NotificationChannel[a].alertPolicy.quietHours.start",
    ],
    ["a missing channel", monitor("a", { notifications: ["none"] }), "Monitor[a].notifications[0]"],
    ["a missing monitor", monitor("a", { dependsOn: ["none"] }), "Monitor[a].dependsOn[0]"],
    ["a monitor that depends on itself", monitor("a", { dependsOn: ["a"] }), "Monitor[a].dependsOn"],
    [
      "a name __proto__",
      JSON.parse(
        '{"kind":"Monitor","key":"a","name":"a","type":"webhook","config":{"__proto__":{}}}',
      ) as object,
      "Monitor[a]",
    ],
    [
      "a mask with nothing to keep",
      monitor("a", { config: { url: "https://a.example", headers: { Authorization: MASK } } }),
      "Monitor[a].config.headers.Authorization",
    ],
    [
      "half a mask",
      monitor("a", { config: { url: "https://a.example", headers: { Authorization: "••••abc" } } }),
      "Monitor[a].config.headers.Authorization",
    ],
    [
      "a vault that is not there",
      monitor("a", {
        config: {
          url: "https://a.example",
          auth: { type: "basic", basic: { vault: { vault: "V", secret: "S" } } },
        },
      }),
      "Monitor[a].config.auth.basic.vault.vault",
    ],
    [
      "a vault by its id",
      monitor("a", {
        config: {
          url: "https://a.example",
          auth: { type: "basic", basic: { vault: { vaultId: 1, secretId: 2 } } },
        },
      }),
      "Monitor[a].config.auth.basic.vault.vaultId",
    ],
  ])("for %s", async (_, document, path) => {
    const reply = await apply(admin, [document, channel("good")]);
    expect(reply.status).toBe(400);
    expect(pathsOf(reply)).toContain(path);
    expect(reply.body.error).toContain(reply.body.problems![0]!.message);
    for (const { message } of reply.body.problems!) expect(message).toMatch(/^[A-Z].*[.)]$/);
    expect(await channels()).toEqual([]);
  });

  it("for a key that stands twice within its kind, and not across kinds", async () => {
    const reply = await validate(admin, [monitor("a"), channel("a"), monitor("a")]);
    expect(reply.body.problems).toEqual([
      { path: "Monitor[a].key", message: "Document 1 has the same key: leave one out." },
    ]);
  });

  it("for a circle through what is stored and what is sent", async () => {
    await apply(admin, [
      monitor("a", { dependsOn: ["b"] }),
      monitor("b"),
      monitor("c", { dependsOn: ["a"] }),
    ]);
    const reply = await apply(admin, [monitor("b", { dependsOn: ["c"] })]);
    expect(pathsOf(reply)).toEqual(["Monitor[b].dependsOn"]);
    expect(reply.body.problems![0]!.message).toMatch(/^This would make a circle: (\w → ){3}\w\.$/);
  });

  it("for a config of more than 20 levels, config being the first", async () => {
    const nested = (levels: number) => {
      let body: unknown = "x";
      for (let level = 1; level < levels; level++) body = { a: body };
      return channel("deep", { config: { url: "https://hook.example/", body } });
    };
    // The body's objects begin at level 2.
    expect((await validate(admin, [nested(20)])).status).toBe(200);
    expect(pathsOf(await validate(admin, [nested(21)]))).toEqual(["NotificationChannel[deep].config"]);
  });

  it("with at most 100 problems", async () => {
    const reply = await validate(
      admin,
      Array.from({ length: 150 }, (_, i) => monitor(`m${i}`, { retries: 0 })),
    );
    expect(reply.body.problems).toHaveLength(100);
  });

  it("in two steps: shapes first, then references", async () => {
    const wrong = [monitor("a", { dependsOn: ["none"] }), monitor("b", { retries: 0 })];
    expect(pathsOf(await validate(admin, wrong))).toEqual(["Monitor[b].retries"]);
    expect(pathsOf(await validate(admin, [wrong[0]!, monitor("b")]))).toEqual(["Monitor[a].dependsOn[0]"]);
  });
});

describe("a text that can't be read answers only the error", () => {
  it.each<[string, string]>([
    ["a syntax error", "kind: [Monitor\n"],
    ["a %YAML directive", `%YAML 1.2\n---\n${yamlOf([channel("a")])}`],
    ["an alias that contains itself", "kind: Monitor\nconfig: &a\n  b: *a\n"],
    ["nothing", ""],
    ["nothing but a comment", "# nothing here\n---\n...\n"],
    ["more than 2000 documents", "a: 1\n---\n".repeat(2001)],
    ["a name that stands twice", "kind: Monitor\nkind: Monitor\n"],
    ["a tag of its own", "kind: !!binary aGk=\n"],
    ["21 aliases", `a: &x 1\nb: [${Array(21).fill("*x").join(", ")}]\n`],
  ])("%s", async (_, text) => {
    for (const ask of [validate, apply]) {
      const reply = await ask(admin, text);
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.body)).toEqual(["error"]);
    }
  });

  it("and 20 aliases and 2000 documents are not too many", async () => {
    const tags = `tags: [&t { label: a, color: "#fff" }, ${Array(19).fill("*t").join(", ")}]`;
    const text = `kind: Monitor\nkey: a\nname: a\ntype: webhook\n${tags}\n`;
    expect((await validate(admin, text)).status).toBe(200);
    const many = await validate(admin, "---\n".repeat(1990) + text);
    expect(many.status).toBe(200);
  });
});

describe("an export of nothing", () => {
  it("is taken, and changes nothing", async () => {
    const text = await exportText(admin);
    expect(parseAllDocuments(text)).toHaveLength(0);
    const none = { summary: { create: 0, update: 0, unchanged: 0 }, changes: [] };
    for (const ask of [validate, apply]) {
      const { status, body } = await ask(admin, text);
      expect([status, body]).toEqual([200, expect.objectContaining(none)]);
    }
  });
});

describe("the body", () => {
  it.each(["application/json", "text/yaml", "text/plain", "application/x-yaml"])(
    "is refused as %s",
    async (type) => {
      const reply = await admin.post<Refusal>(`${CONFIG}/validate`, yamlOf([channel("a")]), {
        headers: { "Content-Type": type },
      });
      expect(reply.status).toBe(415);
      expect(reply.body.error).toContain("application/yaml");
    },
  );

  it("may have a charset behind its type", async () => {
    const headers = { "Content-Type": "application/yaml; charset=utf-8" };
    expect((await admin.post(`${CONFIG}/validate`, yamlOf([channel("a")]), { headers })).status).toBe(200);
  });

  it("is refused above 2 MB, and taken at 2 MB", async () => {
    const text = yamlOf([channel("a")]);
    const filled = (size: number) => `${text}\n${"#".repeat(size - text.length - 1)}`;
    expect((await validate(admin, filled(2 * 1024 * 1024))).status).toBe(200);
    expect((await validate(admin, filled(2 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

describe("the JSON Schema for editors", () => {
  it("is public, of draft-07, and knows each kind and type", async () => {
    const { visitor } = await addUser("viewer");
    const reply = await visitor.get<JsonSchema>("/schema/config.json");
    expect(reply.status).toBe(200);
    expect(reply.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(reply.body.$schema).toBe("http://json-schema.org/draft-07/schema#");
    const ofKind = new Map(reply.body.allOf!.map((one) => [one.if.properties["kind"]?.const, one.then]));
    expect([...ofKind.keys()]).toEqual(["NotificationChannel", "Monitor", "Action"]);
    for (const schema of ofKind.values()) expect(schema.additionalProperties).toBe(false);
    const typesOf = (kind: string) =>
      ofKind.get(kind)!.allOf!.map((one) => {
        expect(one.then.properties["config"]!.additionalProperties).toBe(false);
        return one.if.properties["type"]!.const;
      });
    expect(typesOf("Monitor")).toEqual(CHECK_TYPES.map(({ type }) => type));
    expect(typesOf("NotificationChannel")).toEqual(CHANNEL_TYPES.map(({ type }) => type));
    // Every part stands where it is used: no editor has to follow anything.
    expect(JSON.stringify(reply.body)).not.toMatch(/"\$ref"|"\$defs"/);
  });
});
