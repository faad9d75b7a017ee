import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { setUp, type Visitor } from "../client.ts";
import {
  apply,
  CONFIG,
  channel,
  clearConfig,
  exportText,
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

const monitorWith = async (key: string) => (await listMonitors(admin)).find((one) => one.key === key)!;

describe("an export", () => {
  it("contains the response settings only if set, and imports them without a change", async () => {
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

  it("is YAML with channels before monitors, sorted by key, with every setting", async () => {
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

  it("imports without changes and exports the same bytes again", async () => {
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

  it("contains only one kind or object on request", async () => {
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

  it("contains no id, status, heartbeat token, pause or time", async () => {
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

describe("an empty export", () => {
  it("imports without changes", async () => {
    const text = await exportText(admin);
    expect(parseAllDocuments(text)).toHaveLength(0);
    const none = { summary: { create: 0, update: 0, unchanged: 0 }, changes: [] };
    for (const ask of [validate, apply]) {
      const { status, body } = await ask(admin, text);
      expect([status, body]).toEqual([200, expect.objectContaining(none)]);
    }
  });
});
