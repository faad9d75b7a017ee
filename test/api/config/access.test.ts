import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "../../../src/schema/permission.ts";
import { addToken, addUser, bindings, setUp, type Visitor } from "../client.ts";
import { action, apply, CONFIG, channel, exportText, monitor, type Refusal, validate } from "./client.ts";

let admin: Visitor;
let operator: Visitor;

beforeAll(async () => {
  admin = await setUp();
  operator = (await addUser("operator")).visitor;
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
});

beforeEach(async () => {
  const tables = ["monitors", "channels", "actions"];
  await bindings.DB.batch(tables.map((table) => bindings.DB.prepare(`DELETE FROM ${table}`)));
});

const ALL = [
  channel("c"),
  monitor("m", { notifications: ["c"], actions: [{ action: "a", onStatus: "down" }] }),
  action("a"),
];
const needs = (permission: string) => [403, `This API token needs the ${permission} permission.`];
const answerOf = ({ status, body }: { status: number; body: Refusal }) => [status, body.error];
const kindsIn = (text: string) => [...text.matchAll(/^kind: (.*)$/gm)].map((match) => match[1]);

describe("an export", () => {
  beforeEach(async () => {
    expect((await apply(admin, ALL)).status).toBe(200);
  });

  it("contains every kind for an administrator", async () => {
    const text = await exportText(admin);
    expect(kindsIn(text)).toEqual(["NotificationChannel", "Monitor", "Action"]);
    expect(text).toContain(
      "actions:\n  - action: a\n    onStatus: down\n    delayMinutes: 0\n    cooldownMinutes: 0\n",
    );
  });

  it("omits actions and monitors' action lists for an operator", async () => {
    const text = await exportText(operator);
    expect(kindsIn(text)).toEqual(["NotificationChannel", "Monitor"]);
    expect(text).not.toContain("actions:");
    expect((await operator.get(`${CONFIG}/export?kind=Action`)).status).toBe(403);
    expect((await apply(operator, text)).body.summary).toEqual({ create: 0, update: 0, unchanged: 2 });
  });

  it("requires read access to each kind, and omits actions without actions:read", async () => {
    const both = await addToken(admin, ["monitors:read", "channels:write"]);
    expect(kindsIn(await exportText(both))).toEqual(["NotificationChannel", "Monitor"]);
    expect(await exportText(both)).not.toContain("actions:");
    const all = await addToken(admin, ["monitors:read", "channels:read", "actions:read"]);
    expect(await exportText(all)).toBe(await exportText(admin));
    const monitorsOnly = await addToken(admin, ["monitors:read"]);
    expect(answerOf(await monitorsOnly.get<Refusal>(`${CONFIG}/export`))).toEqual(needs("channels:read"));
    expect(kindsIn(await exportText(monitorsOnly, "?kind=Monitor"))).toEqual(["Monitor"]);
    expect(answerOf(await monitorsOnly.get<Refusal>(`${CONFIG}/export?kind=Action`))).toEqual(
      needs("actions:read"),
    );
    const actionsOnly = await addToken(admin, ["actions:read"]);
    expect(kindsIn(await exportText(actionsOnly, "?kind=Action&key=a"))).toEqual(["Action"]);
    expect(answerOf(await actionsOnly.get<Refusal>(`${CONFIG}/export`))).toEqual(needs("channels:read"));
  });

  it("is rejected for a token without any of the permissions, and names them", async () => {
    const token = await addToken(admin, ["reports:read"]);
    const reply = await token.get<Refusal>(`${CONFIG}/export`);
    expect(answerOf(reply)).toEqual(needs("monitors:read, channels:read or actions:read"));
  });

  it.each<Role>(["branding", "viewer"])("is rejected for the %s role", async (role) => {
    const { visitor } = await addUser(role);
    expect((await visitor.get(`${CONFIG}/export`)).status).toBe(403);
  });
});

describe("an import", () => {
  it("by a token without write permission is rejected before the body is parsed", async () => {
    const token = await addToken(admin, ["monitors:read", "channels:read", "reports:read", "vault:use"]);
    for (const path of ["validate", "apply"]) {
      const reply = await token.post<Refusal>(`${CONFIG}/${path}`, "not: [yaml", {
        headers: { "Content-Type": "text/plain" },
      });
      expect(answerOf(reply)).toEqual(needs("monitors:write, channels:write or actions:write"));
    }
  });

  it("requires write access to each kind, checked after parsing and before validation", async () => {
    const token = await addToken(admin, ["monitors:write"]);
    expect((await validate(token, "a: [")).status).toBe(400);
    expect(answerOf(await validate(token, [channel("c", { wrong: 1 })]))).toEqual(needs("channels:write"));
    expect(answerOf(await validate(token, [action("a", { wrong: 1 })]))).toEqual(needs("actions:write"));
    expect((await validate(token, [monitor("m")])).status).toBe(200);
    const channels = await addToken(admin, ["channels:write", "actions:read"]);
    expect(answerOf(await validate(channels, [monitor("m")]))).toEqual(needs("monitors:write"));
    expect((await validate(channels, [channel("c")])).status).toBe(200);
  });

  it("requires channels:write to change a monitor's channels", async () => {
    await apply(admin, [channel("c"), channel("d"), monitor("m", { notifications: ["c"] })]);
    const token = await addToken(admin, ["monitors:write"]);
    expect(answerOf(await apply(token, [monitor("m")]))).toEqual(needs("channels:write"));
    expect(answerOf(await apply(token, [monitor("m", { notifications: ["c", "d"] })]))).toEqual(
      needs("channels:write"),
    );
    expect(answerOf(await apply(token, [monitor("n", { notifications: ["c"] })]))).toEqual(
      needs("channels:write"),
    );
    expect(
      (await apply(token, [monitor("m", { notifications: ["c"], retries: 2 }), monitor("n")])).status,
    ).toBe(200);
    const both = await addToken(admin, ["monitors:write", "channels:write"]);
    expect((await apply(both, [monitor("m", { notifications: ["d"] })])).status).toBe(200);
  });

  it("of an action or a monitor with an actions list requires an administrator", async () => {
    for (const document of [
      action("a"),
      monitor("m", { actions: [] }),
      monitor("m", { actions: [{ action: "none", onStatus: "sideways" }] }),
    ]) {
      const reply = await validate(operator, [document]);
      expect([reply.status, reply.body.error]).toEqual([
        403,
        expect.stringContaining("Actions are for administrators"),
      ]);
    }
    expect((await validate(operator, [monitor("m"), channel("c")])).status).toBe(200);
  });

  it("requires actions:write to change a monitor's actions", async () => {
    await apply(admin, ALL);
    const reader = await addToken(admin, ["monitors:write", "channels:write", "actions:read"]);
    const blind = await addToken(admin, ["monitors:write", "channels:write"]);
    const same = (await exportText(admin, "?kind=Monitor")).replace("intervalSecs: 60", "intervalSecs: 90");
    expect((await apply(reader, same)).status).toBe(200);
    expect(answerOf(await apply(blind, same))).toEqual(needs("actions:write"));
    expect(answerOf(await apply(reader, [monitor("m", { notifications: ["c"], actions: [] })]))).toEqual(
      needs("actions:write"),
    );
  });

  it("requires incidents:write to publish incidents automatically or choose their template", async () => {
    await admin.post("/api/v1/admin/incident-templates", {
      name: "Mine",
      title: "t",
      body: "b",
      resolvedBody: "r",
    });
    const token = await addToken(admin, ["monitors:write"]);
    const incidents = await addToken(admin, ["monitors:write", "incidents:write"]);
    const published = monitor("m", { autoIncident: { afterMinutes: 5, mode: "published" } });
    const worded = monitor("n", { autoIncident: { afterMinutes: 5, template: "Mine" } });
    expect((await apply(token, [monitor("m", { autoIncident: { afterMinutes: 5 } })])).status).toBe(200);
    for (const document of [published, worded]) {
      expect(answerOf(await apply(token, [document]))).toEqual(needs("incidents:write"));
      expect((await apply(incidents, [document])).status).toBe(200);
      expect((await apply(token, [{ ...document, intervalSecs: 90 }])).status).toBe(200);
    }
    expect(await exportText(admin, "?kind=Monitor&key=n")).toContain(
      "autoIncident:\n  enabled: true\n  afterMinutes: 5\n  mode: draft\n  template: Mine\n",
    );
    const unknown = await apply(admin, [
      monitor("n", { autoIncident: { afterMinutes: 5, template: "None" } }),
    ]);
    expect(unknown.body.problems).toEqual([
      { path: "Monitor[n].autoIncident.template", message: "There is no incident template named None." },
    ]);
  });

  it("of a monitor with the default incident template exports no template name", async () => {
    const rule = { afterMinutes: 5, template: "Default" };
    await apply(admin, [monitor("m", { autoIncident: rule })]);
    expect(await exportText(admin)).not.toContain("template:");
    expect((await apply(admin, [monitor("m", { autoIncident: rule })])).body.summary.unchanged).toBe(1);
    const off = monitor("m", { autoIncident: { ...rule, enabled: false } });
    expect((await apply(admin, [off])).body.changes[0]!.fields).toEqual(["autoIncident"]);
    expect(await exportText(admin)).not.toContain("autoIncident");
  });

  it.each([
    {},
    { afterMinutes: 0 },
    { afterMinutes: "soon", mode: "loud" },
    { afterMinutes: 5, mode: "published", template: "None" },
    { when: ["never"] },
  ])(
    "with enabled: false turns automatic incidents off, regardless of the other fields: %j",
    async (rest) => {
      await apply(admin, [monitor("m", { autoIncident: { afterMinutes: 5 } })]);
      const token = await addToken(admin, ["monitors:write"]);
      const off = monitor("m", { autoIncident: { ...rest, enabled: false } });
      expect((await validate(token, [off])).body).toMatchObject({ summary: { update: 1 } });
      const { status, body } = await apply(token, [off]);
      expect([status, body.changes?.[0]?.fields]).toEqual([200, ["autoIncident"]]);
      expect(await exportText(admin)).not.toContain("autoIncident");
      expect((await apply(token, [off])).body.summary.unchanged).toBe(1);
    },
  );

  it("by a token is audited with the token's name", async () => {
    const token = await addToken(admin, ["channels:write"], "deployer");
    await apply(token, [channel("c")]);
    const { body } = await admin.get<{ items: { userEmail: string; action: string }[] }>(
      "/api/v1/admin/audit?limit=2",
    );
    expect(body.items.map(({ userEmail, action }) => [userEmail, action])).toEqual([
      ["token: deployer", "Import"],
      ["token: deployer", "Create"],
    ]);
  });
});

describe("an action document", () => {
  it("creates, changes and links the action by key", async () => {
    const reply = await apply(admin, ALL);
    expect(reply.body.changes.map(({ kind, action }) => [kind, action])).toEqual([
      ["NotificationChannel", "create"],
      ["Monitor", "create"],
      ["Action", "create"],
    ]);
    const changed = await apply(admin, [action("a", { enabled: false, failureNotifications: ["c"] })]);
    expect(changed.body.changes[0]!.fields).toEqual(["enabled", "failureNotifications"]);
    const { body } =
      await admin.get<{ enabled: boolean; failureNotifications: number[]; monitors: object[] }[]>(
        "/api/v1/admin/actions",
      );
    expect(body).toMatchObject([
      { enabled: false, failureNotifications: [expect.any(Number)], monitors: [{ onStatus: "down" }] },
    ]);
    expect((await apply(admin, await exportText(admin))).body.summary.unchanged).toBe(3);
  });

  it("requires key, name and config, and rejects unknown fields", async () => {
    const paths = async (document: object) =>
      (await validate(admin, [document])).body.problems!.map(({ path }) => path);
    expect(await paths({ kind: "Action", key: "a", name: "a" })).toEqual(["Action[a].config"]);
    expect(await paths(action("a", { type: "http" }))).toEqual(["Action[a].type"]);
    expect(
      await paths(
        action("a", {
          config: {
            url: "https://a.example/",
            secrets: [{ name: "x", vault: { vault: "v", secret: "s", id: 1 } }],
          },
        }),
      ),
    ).toEqual(["Action[a].config.secrets[0].vault.id"]);
    expect(await paths(action("a", { failureNotifications: ["none"] }))).toEqual([
      "Action[a].failureNotifications[0]",
    ]);
    expect(
      await paths(
        action("a", {
          config: { url: "https://a.example/", secrets: [{ name: "x", vault: { vault: "v", secret: "s" } }] },
        }),
      ),
    ).toEqual(["Action[a].config.secrets[0].vault.vault"]);
  });

  it("is linked once per status, with delays in range, by existing action keys", async () => {
    const paths = async (actions: object[]) =>
      (await validate(admin, [action("a"), monitor("m", { actions })])).body.problems?.map(
        ({ path }) => path,
      );
    expect(
      await paths([
        { action: "a", onStatus: "down" },
        { action: "a", onStatus: "up" },
      ]),
    ).toBeUndefined();
    expect(
      await paths([
        { action: "a", onStatus: "down" },
        { action: "a", onStatus: "down" },
      ]),
    ).toEqual(["Monitor[m].actions[1]"]);
    expect(await paths([{ action: "a", onStatus: "degraded" }])).toEqual(["Monitor[m].actions[0].onStatus"]);
    expect(await paths([{ action: "a", onStatus: "up", delayMinutes: 10_081 }])).toEqual([
      "Monitor[m].actions[0].delayMinutes",
    ]);
    expect(await paths([{ action: "a", onStatus: "up", actionId: 1 }])).toEqual([
      "Monitor[m].actions[0].actionId",
    ]);
    expect(await paths([{ action: "none", onStatus: "up" }])).toEqual(["Monitor[m].actions[0].action"]);
  });

  it("keeps its links if a monitor has no actions list, and cancels waiting runs of removed links", async () => {
    await apply(admin, ALL);
    const ids = await bindings.DB.prepare(
      "SELECT monitor_id AS monitor, action_id AS action FROM action_links",
    ).first<{ monitor: number; action: number }>();
    await bindings.DB.prepare(
      `INSERT INTO action_runs (timer_id, action_id, action_name, monitor_id, monitor_name, trigger, status, due_at, created_at)
       VALUES ('t', ?, 'a', ?, 'm', 'down', 'waiting', 9e15, 0)`,
    )
      .bind(ids!.action, ids!.monitor)
      .run();
    const run = () => bindings.DB.prepare("SELECT status, reason FROM action_runs").first();
    await apply(admin, [monitor("m", { notifications: ["c"], retries: 2 })]);
    expect(await exportText(admin)).toContain("- action: a");
    expect(await run()).toEqual({ status: "waiting", reason: null });
    const later = await apply(admin, [
      monitor("m", {
        notifications: ["c"],
        retries: 2,
        actions: [{ action: "a", onStatus: "down", delayMinutes: 7 }],
      }),
    ]);
    expect(later.body.changes[0]!.fields).toEqual(["actions"]);
    expect(await run()).toEqual({ status: "waiting", reason: null });
    const none = await apply(admin, [monitor("m", { notifications: ["c"], retries: 2, actions: [] })]);
    expect(none.body.changes[0]!.fields).toEqual(["actions"]);
    expect(await exportText(admin)).toContain("actions: []");
    expect(await run()).toEqual({ status: "cancelled", reason: "link removed" });
  });

  it("keeps masked secrets as long as the URL is the same", async () => {
    const own = (config: object) => action("a", { config: { url: "https://a.example/", ...config } });
    await apply(admin, [own({ headers: { Authorization: "Bearer x" }, signingSecret: "sign" })]);
    const text = await exportText(admin);
    expect(text).not.toMatch(/Bearer x|sign$/m);
    expect((await apply(admin, text)).body.summary.unchanged).toBe(1);
    expect((await apply(admin, text.replace("https://a.example/", "https://b.example/"))).status).toBe(400);
  });
});
