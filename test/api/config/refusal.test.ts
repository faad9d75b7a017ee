import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { setUp, type Visitor } from "../client.ts";
import {
  apply,
  CONFIG,
  channel,
  clearConfig,
  listChannels,
  MASK,
  monitor,
  pathsOf,
  type Refusal,
  validate,
  yamlOf,
} from "./client.ts";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

beforeEach(clearConfig);

const channels = () => listChannels(admin);

describe("a document is rejected with its path", () => {
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
      "an unknown nested setting in config",
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
      "an unknown nested setting in alertPolicy",
      channel("a", { alertPolicy: { throttle: { max: 1 } } }),
      "NotificationChannel[a].alertPolicy.throttle.max",
    ],
    [
      "a reminder interval under five minutes",
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
      "an autoIncident whose enabled isn't a boolean",
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
    ["a threshold of zero", monitor("a", { recoveryThreshold: 0 }), "Monitor[a].recoveryThreshold"],
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
      "a time that isn't a string",
      channel("a", { alertPolicy: { quietHours: { start: 1320 } } }),
      "NotificationChannel[a].alertPolicy.quietHours.start",
    ],
    ["a missing channel", monitor("a", { notifications: ["none"] }), "Monitor[a].notifications[0]"],
    ["a missing monitor", monitor("a", { dependsOn: ["none"] }), "Monitor[a].dependsOn[0]"],
    ["a monitor that depends on itself", monitor("a", { dependsOn: ["a"] }), "Monitor[a].dependsOn"],
    [
      "a field named __proto__",
      JSON.parse(
        '{"kind":"Monitor","key":"a","name":"a","type":"webhook","config":{"__proto__":{}}}',
      ) as object,
      "Monitor[a]",
    ],
    [
      "a mask without a stored secret",
      monitor("a", { config: { url: "https://a.example", headers: { Authorization: MASK } } }),
      "Monitor[a].config.headers.Authorization",
    ],
    [
      "partial mask",
      monitor("a", { config: { url: "https://a.example", headers: { Authorization: "••••abc" } } }),
      "Monitor[a].config.headers.Authorization",
    ],
    [
      "an unknown vault",
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

  it("for a duplicate key within its kind, but not across kinds", async () => {
    const reply = await validate(admin, [monitor("a"), channel("a"), monitor("a")]);
    expect(reply.body.problems).toEqual([
      { path: "Monitor[a].key", message: "Document 1 has the same key: remove one." },
    ]);
  });

  it("for a dependency cycle across stored and imported documents", async () => {
    await apply(admin, [
      monitor("a", { dependsOn: ["b"] }),
      monitor("b"),
      monitor("c", { dependsOn: ["a"] }),
    ]);
    const reply = await apply(admin, [monitor("b", { dependsOn: ["c"] })]);
    expect(pathsOf(reply)).toEqual(["Monitor[b].dependsOn"]);
    expect(reply.body.problems![0]!.message).toMatch(/^This creates a cycle: (\w → ){3}\w\.$/);
  });

  it("for a config deeper than 20 levels", async () => {
    const nested = (levels: number) => {
      let body: unknown = "x";
      for (let level = 1; level < levels; level++) body = { a: body };
      return channel("deep", { config: { url: "https://hook.example/", body } });
    };
    // The body's first object is at level 2.
    expect((await validate(admin, [nested(20)])).status).toBe(200);
    expect(pathsOf(await validate(admin, [nested(21)]))).toEqual(["NotificationChannel[deep].config"]);
  });

  it("with at most 100 problems", async () => {
    const reply = await validate(
      admin,
      Array.from({ length: 150 }, (_, i) => monitor(`m${i}`, { retries: 0 })),
    );
    expect(reply.body.problems).toHaveLength(100);
    expect(reply.body.error).toContain("(100 or more problems)");
  });

  it("in two steps: first its fields, then its references", async () => {
    const wrong = [monitor("a", { dependsOn: ["none"] }), monitor("b", { retries: 0 })];
    expect(pathsOf(await validate(admin, wrong))).toEqual(["Monitor[b].retries"]);
    expect(pathsOf(await validate(admin, [wrong[0]!, monitor("b")]))).toEqual(["Monitor[a].dependsOn[0]"]);
  });
});

describe("an unreadable text is rejected with only an error", () => {
  it.each<[string, string]>([
    ["a syntax error", "kind: [Monitor\n"],
    ["a %YAML directive", `%YAML 1.2\n---\n${yamlOf([channel("a")])}`],
    ["an alias that contains itself", "kind: Monitor\nconfig: &a\n  b: *a\n"],
    ["nothing", ""],
    ["only a comment", "# nothing here\n---\n...\n"],
    ["more than 2000 documents", "a: 1\n---\n".repeat(2001)],
    ["a duplicate field", "kind: Monitor\nkind: Monitor\n"],
    ["a custom tag", "kind: !!binary aGk=\n"],
    ["21 aliases", `a: &x 1\nb: [${Array(21).fill("*x").join(", ")}]\n`],
  ])("%s", async (_, text) => {
    for (const ask of [validate, apply]) {
      const reply = await ask(admin, text);
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.body)).toEqual(["error"]);
    }
  });

  it("but 20 aliases and 2000 documents are accepted", async () => {
    const tags = `tags: [&t { label: a, color: "#fff" }, ${Array(19).fill("*t").join(", ")}]`;
    const text = `kind: Monitor\nkey: a\nname: a\ntype: webhook\n${tags}\n`;
    expect((await validate(admin, text)).status).toBe(200);
    const many = await validate(admin, "---\n".repeat(1990) + text);
    expect(many.status).toBe(200);
  });
});

describe("the request body", () => {
  it.each(["application/json", "text/yaml", "text/plain", "application/x-yaml"])(
    "is rejected with the content type %s",
    async (type) => {
      const reply = await admin.post<Refusal>(`${CONFIG}/validate`, yamlOf([channel("a")]), {
        headers: { "Content-Type": type },
      });
      expect(reply.status).toBe(415);
      expect(reply.body.error).toContain("application/yaml");
    },
  );

  it("can have a charset in its content type", async () => {
    const headers = { "Content-Type": "application/yaml; charset=utf-8" };
    expect((await admin.post(`${CONFIG}/validate`, yamlOf([channel("a")]), { headers })).status).toBe(200);
  });

  it("is accepted up to 2 MB and rejected above", async () => {
    const text = yamlOf([channel("a")]);
    const filled = (size: number) => `${text}\n${"#".repeat(size - text.length - 1)}`;
    expect((await validate(admin, filled(2 * 1024 * 1024))).status).toBe(200);
    expect((await validate(admin, filled(2 * 1024 * 1024 + 1))).status).toBe(413);
  });
});
