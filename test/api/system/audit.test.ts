import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/api/routes.ts";
import type { AlertMessage } from "../../../src/domain/alert/message.ts";
import { sha256Hex } from "../../../src/lib/bytes.ts";
import { makeAcknowledgePath } from "../../../src/service/alert/acknowledge_link.ts";
import { addSubscriber } from "../../durable/subscriber/audience.ts";
import { eventually } from "../../eventually.ts";
import { ADMIN, addToken, addUser, bindings, codeAt, type Reply, setUp, signIn, Visitor } from "../client.ts";
import { makeSubscription } from "../push.ts";
import { addDelivery } from "../subscriber/told.ts";

const AUDIT = "/api/v1/admin/audit";
const NOTIFICATIONS = "/api/v1/admin/notifications";
const SECRET = "Hush-hush-42";
const CONFIG = {
  url: `https://hook.example/?token=${SECRET}`,
  headers: { "X-Api-Key": SECRET, Authorization: `Bearer ${SECRET}` },
  signingSecret: SECRET,
};
const HOOK = { name: "Hook", type: "webhook", config: CONFIG };

async function newChannel(): Promise<number> {
  return (await admin.post<{ id: number }>(`${NOTIFICATIONS}/channels`, HOOK)).body.id;
}

interface Entry {
  id: number;
  at: number;
  userId: number;
  userEmail: string;
  action: string;
  entityType: string;
  entityId: number | null;
  entityName: string;
  details: Record<string, unknown>;
}

let admin: Visitor;
let invited = 0;

beforeAll(async () => {
  admin = await setUp();
  await saveSmtp();
});

/** Nothing listens on this port, so sending fails at once. */
async function saveSmtp(): Promise<void> {
  const smtp = JSON.stringify({
    host: "127.0.0.1",
    port: 1,
    fromAddress: "status@example.com",
    savedByAdmin: true,
  });
  await bindings.DB.prepare("INSERT OR REPLACE INTO settings VALUES ('smtp', ?, 0)").bind(smtp).run();
}

async function newest(): Promise<{ id: number; entity_type: string } | null> {
  return await bindings.DB.prepare("SELECT id, entity_type FROM audit ORDER BY id DESC LIMIT 1").first();
}

async function entriesAfter(id: number): Promise<Pick<Entry, "action" | "entityType" | "details">[]> {
  const { results } = await bindings.DB.prepare(
    "SELECT action, entity_type, details FROM audit WHERE id > ? ORDER BY id",
  )
    .bind(id)
    .all<{ action: string; entity_type: string; details: string }>();
  return results.map((row) => ({
    action: row.action,
    entityType: row.entity_type,
    details: JSON.parse(row.details),
  }));
}

async function count(): Promise<number> {
  return (await bindings.DB.prepare("SELECT count(*) AS n FROM audit").first<{ n: number }>())?.n ?? 0;
}

const BACKUPS = "/api/v1/admin/backups";
const backupName = async () => (await admin.post<{ name: string }>(BACKUPS)).body.name;
const BRANDING = "/api/v1/admin/branding";
const PAGES = "/api/v1/admin/pages";

let pages = 0;
/** An instance can have up to 50 pages. */
async function pagePath(): Promise<string> {
  const { body } = await admin.post<{ key: string }>(PAGES, { key: `walked-${++pages}`, name: "Walked" });
  return `${PAGES}/${body.key}`;
}
async function moveLine(layout: string, to: string) {
  const line = { id: "line-to-move", type: "divider" };
  await admin.put(layout, { tree: { id: "root", type: "page", children: [line] } });
  return await admin.post(`${layout}/move`, { blocks: [line.id], to: to.split("/").at(-1) });
}
const LOCALES = "/api/v1/admin/locales";
const gifForm = (content: string) => ({
  body: `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nGIF89a ${content}\r\n--b--\r\n`,
  headers: { "Content-Type": "multipart/form-data; boundary=b" },
});

type Scenario = () => Promise<{ status: number }>;

const CHANGES: Record<string, Scenario> = {
  "POST /api/v1/auth/login": () => new Visitor().post("/api/v1/auth/login", ADMIN),
  "POST /api/v1/auth/2fa/verify": async () => {
    const { challengeToken, secret, visitor } = await halfSignedIn();
    return await visitor.post("/api/v1/auth/2fa/verify", { challengeToken, code: codeAt(secret) });
  },
  "POST /api/v1/auth/logout": async () =>
    (await signIn(ADMIN.email, ADMIN.password)).post("/api/v1/auth/logout"),
  "POST /api/v1/auth/logout-all": async () =>
    (await addUser("operator")).visitor.post("/api/v1/auth/logout-all"),
  "DELETE /api/v1/auth/sessions/:id": async () => {
    const { visitor } = await addUser("operator");
    const list = await visitor.get<{ id: number }[]>("/api/v1/auth/sessions");
    return await visitor.delete(`/api/v1/auth/sessions/${list.body[0]?.id}`);
  },
  "PATCH /api/v1/auth/profile": async () =>
    (await addUser("operator")).visitor.patch("/api/v1/auth/profile", { name: "Grace Hopper" }),
  "POST /api/v1/auth/change-password": async () => {
    const { visitor, password } = await addUser("operator");
    return await visitor.post("/api/v1/auth/change-password", {
      currentPassword: password,
      newPassword: SECRET,
    });
  },
  "POST /api/v1/auth/2fa/enable": async () => {
    const { visitor, setup } = await beginning();
    return await visitor.post("/api/v1/auth/2fa/enable", {
      setupToken: setup.setupToken,
      code: codeAt(setup.secret),
    });
  },
  "POST /api/v1/auth/2fa/disable": async () => {
    const { visitor, secret, password } = await guarded();
    return await visitor.post("/api/v1/auth/2fa/disable", {
      currentPassword: password,
      code: codeAt(secret),
    });
  },
  "POST /api/v1/auth/2fa/recovery-codes": async () => {
    const { visitor, secret, password } = await guarded();
    return await visitor.post("/api/v1/auth/2fa/recovery-codes", {
      currentPassword: password,
      code: codeAt(secret),
    });
  },
  "POST /api/v1/admin/users": () =>
    admin.post("/api/v1/admin/users", { email: "walk@example.com", role: "viewer" }),
  "PATCH /api/v1/admin/users/:id/role": async () =>
    admin.patch(`/api/v1/admin/users/${(await addUser("viewer")).id}/role`, { role: "operator" }),
  "DELETE /api/v1/admin/users/:id": async () =>
    admin.delete(`/api/v1/admin/users/${(await addUser("viewer")).id}`),
  "POST /api/v1/admin/users/:id/reset-password": async () =>
    admin.post(`/api/v1/admin/users/${(await addUser("viewer")).id}/reset-password`),
  "POST /api/v1/admin/users/:id/reset-2fa": async () =>
    admin.post(`/api/v1/admin/users/${(await addUser("viewer")).id}/reset-2fa`, {
      currentPassword: ADMIN.password,
    }),
  "POST /api/v1/admin/users/:id/invite": async () => {
    const reply = await admin.post<{ user: { id: number } }>("/api/v1/admin/users", {
      email: `invited${++invited}@example.com`,
      invite: true,
    });
    return await admin.post(`/api/v1/admin/users/${reply.body.user.id}/invite`);
  },
  "POST /api/v1/auth/set-password": async () => {
    const { id } = await addUser("viewer");
    const token = "a".repeat(43);
    await bindings.DB.prepare("INSERT INTO password_links VALUES (?, 'reset', ?, ?)")
      .bind(id, await sha256Hex(token), Date.now() + 60_000)
      .run();
    return await new Visitor().post("/api/v1/auth/set-password", { token, newPassword: SECRET });
  },
  "PUT /api/v1/admin/sign-in": async () => {
    const currentPassword = ADMIN.password;
    const reply = await admin.put("/api/v1/admin/sign-in", { requireTwoFactor: true, currentPassword });
    // The administrator in these tests has no two-factor authentication.
    await bindings.DB.prepare("DELETE FROM settings WHERE name = 'sign_in'").run();
    return reply;
  },
  "POST /api/v1/admin/api-tokens": () =>
    admin.post("/api/v1/admin/api-tokens", { name: "a", permissions: ["audit:read"] }),
  "DELETE /api/v1/admin/api-tokens/:id": async () => {
    const made = await admin.post<{ id: number }>("/api/v1/admin/api-tokens", {
      name: "a",
      permissions: ["audit:read"],
    });
    return await admin.delete(`/api/v1/admin/api-tokens/${made.body.id}`);
  },
  "POST /api/v1/admin/backups": () => admin.post(BACKUPS),
  "PUT /api/v1/admin/backups/settings": () => admin.put(`${BACKUPS}/settings`, { schedule: "daily" }),
  "DELETE /api/v1/admin/backups/:name": async () => admin.delete(`${BACKUPS}/${await backupName()}`),
  "POST /api/v1/admin/backups/restore": async () => {
    const { visitor, password: currentPassword } = await addUser("admin");
    const reply = await visitor.post(`${BACKUPS}/restore`, { name: await backupName(), currentPassword });
    // Restoring ended every session.
    admin = await signIn(ADMIN.email, ADMIN.password);
    return reply;
  },
  "PUT /api/v1/admin/status-page-access": () =>
    admin.put("/api/v1/admin/status-page-access", { private: false, ssoViewerDomains: ["walk.example"] }),
  "POST /api/v1/admin/import/history": () =>
    admin.post("/api/v1/admin/import/history", {
      source: "old-service",
      ground: "They confirmed on our old page.",
      subscribers: [{ email: "moved@example.com" }],
    }),
  "POST /api/v1/admin/config/apply": () =>
    admin.post(
      "/api/v1/admin/config/apply",
      `kind: NotificationChannel\nkey: walk\nname: Walk\ntype: webhook\nconfig: ${JSON.stringify(CONFIG)}\n`,
      { headers: { "Content-Type": "application/yaml" } },
    ),
  "POST /api/v1/admin/monitors": () => admin.post(MONITORS, monitorBody("a")),
  "PATCH /api/v1/admin/monitors/:id": async () =>
    admin.patch(`${MONITORS}/${await monitorId()}`, {
      name: "b",
      type: "https",
      config: {
        url: `https://me.example/?token=${SECRET}`,
        headers: { "X-Api-Key": SECRET },
        auth: { type: "basic", basic: { username: "me", password: SECRET } },
      },
    }),
  "POST /api/v1/admin/monitors/bulk": async () =>
    admin.post(`${MONITORS}/bulk`, { ids: [await monitorId()], change: { retries: 3 } }),
  "DELETE /api/v1/admin/monitors/:id": async () => admin.delete(`${MONITORS}/${await monitorId()}`),
  "PUT /api/v1/admin/monitors/:id/dependencies": async () =>
    admin.put(`${MONITORS}/${await monitorId()}/dependencies`, { dependsOnIds: [await monitorId()] }),
  "POST /api/v1/admin/monitors/:id/pause": async () => admin.post(`${MONITORS}/${await monitorId()}/pause`),
  "POST /api/v1/admin/monitors/:id/resume": async () => {
    const id = await monitorId();
    await admin.post(`${MONITORS}/${id}/pause`);
    return await admin.post(`${MONITORS}/${id}/resume`);
  },
  "POST /api/v1/admin/monitors/:id/acknowledge": async () =>
    admin.post(`${MONITORS}/${await failingId()}/acknowledge`, { note: "walked" }),
  "DELETE /api/v1/admin/monitors/:id/acknowledge": async () => {
    const id = await failingId();
    await admin.post(`${MONITORS}/${id}/acknowledge`, {});
    return await admin.delete(`${MONITORS}/${id}/acknowledge`);
  },
  "POST /a/:token": async () => new Visitor().post(await acknowledgePath()),
  "POST /api/v1/admin/monitors/:id/snooze": async () =>
    admin.post(`${MONITORS}/${await monitorId()}/snooze`, { untilMs: Date.now() + 60_000 }),
  "DELETE /api/v1/admin/monitors/:id/snooze": async () => {
    const id = await monitorId();
    await admin.post(`${MONITORS}/${id}/snooze`, { untilMs: Date.now() + 60_000 });
    return await admin.delete(`${MONITORS}/${id}/snooze`);
  },
  "POST /api/v1/admin/monitors/:id/reset-token": async () =>
    admin.post(`${MONITORS}/${await monitorId()}/reset-token`),
  "POST /api/v1/admin/monitors/:id/clone": async () => {
    const auth = { type: "bearer", bearer: { token: SECRET } };
    const config = { url: "https://cloned.example/", auth };
    const { body } = await admin.post<{ id: number }>(MONITORS, { name: "Cloned", type: "https", config });
    return await admin.post(`${MONITORS}/${body.id}/clone`, {});
  },
  "PUT /api/v1/admin/monitors/:id/status": async () => {
    const { body } = await admin.post<{ id: number }>(MONITORS, {
      name: "By hand",
      type: "manual",
      config: {},
    });
    return await admin.put(`${MONITORS}/${body.id}/status`, { status: "down" });
  },
  "POST /api/v1/admin/incidents": () => admin.post(INCIDENTS, INCIDENT),
  "PATCH /api/v1/admin/incidents/:id": async () =>
    admin.patch(`${INCIDENTS}/${(await incident()).id}`, { title: "b" }),
  "DELETE /api/v1/admin/incidents/:id": async () => admin.delete(`${INCIDENTS}/${(await incident()).id}`),
  "POST /api/v1/admin/incidents/:id/publish": async () =>
    admin.post(`${INCIDENTS}/${(await incident({ draft: true })).id}/publish`),
  "PUT /api/v1/admin/incidents/:id/post-mortem": async () =>
    admin.put(`${INCIDENTS}/${(await incident()).id}/post-mortem`, { body: "x" }),
  "DELETE /api/v1/admin/incidents/:id/post-mortem": async () => {
    const path = `${INCIDENTS}/${(await incident()).id}/post-mortem`;
    await admin.put(path, { body: "x" });
    return await admin.delete(path);
  },
  "POST /api/v1/admin/incidents/:id/updates": async () =>
    admin.post(`${INCIDENTS}/${(await incident()).id}/updates`, { body: "x", status: "resolved" }),
  "PATCH /api/v1/admin/incidents/:id/updates/:updateId": async () =>
    admin.patch(await updatePath(), { body: "y" }),
  "DELETE /api/v1/admin/incidents/:id/updates/:updateId": async () => admin.delete(await updatePath()),
  "POST /api/v1/admin/incident-templates": () => admin.post(TEMPLATES, { ...TEMPLATE, name: "walked" }),
  "PATCH /api/v1/admin/incident-templates/:id": async () =>
    admin.patch(`${TEMPLATES}/${await templateId("to change")}`, { title: "b" }),
  "DELETE /api/v1/admin/incident-templates/:id": async () =>
    admin.delete(`${TEMPLATES}/${await templateId("to delete")}`),
  "POST /api/v1/admin/schedules": async () => admin.post(SCHEDULES, await scheduleBody()),
  "PATCH /api/v1/admin/schedules/:key": async () => admin.patch(await schedulePath(), { name: "renamed" }),
  "DELETE /api/v1/admin/schedules/:key": async () => admin.delete(await schedulePath()),
  "POST /api/v1/admin/schedules/:key/overrides": async () => overrideOf(await schedulePath()),
  "DELETE /api/v1/admin/schedules/:key/overrides/:override": async () => {
    const path = await schedulePath();
    const { id } = (await overrideOf(path)).body;
    return admin.delete(`${path}/overrides/${id}`);
  },
  "POST /api/v1/admin/schedules/:key/calendar": async () => admin.post(`${await schedulePath()}/calendar`),
  "DELETE /api/v1/admin/schedules/:key/calendar": async () => {
    const path = `${await schedulePath()}/calendar`;
    await admin.post(path);
    return admin.delete(path);
  },
  "POST /api/v1/auth/devices": () => addDevice(),
  "DELETE /api/v1/auth/devices/:id": async () =>
    admin.delete(`/api/v1/auth/devices/${(await addDevice()).body.id}`),
  "PUT /api/v1/auth/contact": () =>
    admin.put("/api/v1/auth/contact", {
      order: [{ via: "webhook" }, { via: "email", afterMinutes: 7 }],
      webhookUrl: `https://93.184.216.34/${SECRET}`,
    }),
  "POST /api/v1/auth/shifts/calendar": async () => admin.post("/api/v1/auth/shifts/calendar"),
  "DELETE /api/v1/auth/shifts/calendar": async () => {
    await admin.post("/api/v1/auth/shifts/calendar");
    return admin.delete("/api/v1/auth/shifts/calendar");
  },
  "POST /api/v1/admin/maintenance": async () => admin.post(MAINTENANCE, await windowBody()),
  "PATCH /api/v1/admin/maintenance/:id": async () =>
    admin.patch(`${MAINTENANCE}/${await windowId()}`, { name: "longer" }),
  "DELETE /api/v1/admin/maintenance/:id": async () => admin.delete(`${MAINTENANCE}/${await windowId()}`),
  "POST /api/v1/admin/maintenance/:id/end": async () => admin.post(`${MAINTENANCE}/${await windowId()}/end`),
  "POST /api/v1/admin/maintenance/:id/occurrences/skip": async () => decideNext("skip"),
  "POST /api/v1/admin/maintenance/:id/occurrences/move": async () => decideNext("move"),
  "POST /api/v1/admin/maintenance/:id/occurrences/restore": async () => decideNext("restore"),
  "POST /api/v1/admin/agents": () => admin.post(AGENTS, { name: "Office" }),
  "PATCH /api/v1/admin/agents/:key": async () => admin.patch(await agentPath(), { name: "Attic" }),
  "DELETE /api/v1/admin/agents/:key": async () => admin.delete(await agentPath()),
  "POST /api/v1/admin/agents/:key/token": async () => admin.post(`${await agentPath()}/token`),
  "DELETE /api/v1/admin/agents/:key/token/old": async () => {
    const path = await agentPath();
    await admin.post(`${path}/token`);
    return await admin.delete(`${path}/token/old`);
  },
  "POST /api/v1/admin/vaults": () => admin.post(VAULTS, { name: "walked", kind: "local" }),
  "PATCH /api/v1/admin/vaults/:id": async () => {
    const auth = { method: "token", token: SECRET };
    const settings = { address: "https://vault.example", auth };
    const made = await admin.post<{ id: number }>(VAULTS, { name: "away", kind: "hashicorp", settings });
    const changed = { ...settings, auth: { ...auth, token: `${SECRET}-2` } };
    return await admin.patch(`${VAULTS}/${made.body.id}`, { name: "b", settings: changed });
  },
  "DELETE /api/v1/admin/vaults/:id": async () => admin.delete(`${VAULTS}/${await vaultId()}`),
  "POST /api/v1/admin/vaults/:id/secrets": async () =>
    admin.post(`${VAULTS}/${await vaultId()}/secrets`, secretBody("a")),
  "PUT /api/v1/admin/vaults/:id/secrets/:secretId": async () =>
    admin.put(await secretPath(), secretBody("another")),
  "DELETE /api/v1/admin/vaults/:id/secrets/:secretId": async () => admin.delete(await secretPath()),
  "PUT /api/v1/admin/layout": () =>
    admin.put("/api/v1/admin/layout", {
      tree: { id: "root", type: "page", children: [{ id: "line", type: "divider" }] },
    }),
  "POST /api/v1/admin/layout/move": async () => await moveLine("/api/v1/admin/layout", await pagePath()),
  "POST /api/v1/admin/pages/:key/layout/move": async () => {
    const path = await pagePath();
    return await moveLine(`${path}/layout`, await pagePath());
  },
  "POST /api/v1/admin/pages": () => admin.post(PAGES, { name: `Walked ${Date.now()}` }),
  "PATCH /api/v1/admin/pages/:key": async () => admin.patch(await pagePath(), { name: "Another" }),
  "DELETE /api/v1/admin/pages/:key": async () => admin.delete(`${await pagePath()}?confirm=Walked`),
  "PUT /api/v1/admin/pages/:key/access": async () =>
    admin.put(`${await pagePath()}/access`, { mode: "password", password: SECRET }),
  "PUT /api/v1/admin/pages/:key/locales": async () =>
    admin.put(`${await pagePath()}/locales`, { offered: ["en"], default: "en" }),
  "PUT /api/v1/admin/pages/:key/layout": async () =>
    admin.put(`${await pagePath()}/layout`, {
      tree: { id: "root", type: "page", children: [{ id: "line", type: "divider" }] },
    }),
  "PATCH /api/v1/admin/pages/:key/branding": async () =>
    admin.patch(`${await pagePath()}/branding`, { siteName: "Another" }),
  "PUT /api/v1/admin/pages/:key/subscriptions/settings": async () =>
    admin.put(`${await pagePath()}/subscriptions/settings`, { rssEnabled: false }),
  "DELETE /api/v1/admin/pages/:key/subscribers/:id": async () => {
    const { path, id } = await pageWithSubscriber();
    return await admin.delete(`${path}/subscribers/${id}`);
  },
  "POST /api/v1/admin/pages/:key/subscribers/deliveries/:id/retry": async () => {
    const { path, id } = await pageWithSubscriber();
    const deliveryId = await addDelivery({ subscriberId: id, status: "failed" });
    return await admin.post(`${path}/subscribers/deliveries/${deliveryId}/retry`);
  },
  ...Object.fromEntries(
    ["logo", "logo/light", "logo/dark", "favicon"].flatMap((path): [string, Scenario][] => [
      [
        `POST ${PAGES}/:key/branding/${path}`,
        async () => admin.send("POST", `${await pagePath()}/branding/${path}`, gifForm(path)),
      ],
      [
        `DELETE ${PAGES}/:key/branding/${path}`,
        async () => {
          const own = `${await pagePath()}/branding/${path}`;
          await admin.send("POST", own, gifForm(path));
          return await admin.delete(own);
        },
      ],
    ]),
  ),
  "PATCH /api/v1/admin/branding": () => admin.patch(BRANDING, { siteName: `Walked ${Date.now()}` }),
  ...Object.fromEntries(
    ["logo", "logo/light", "logo/dark", "favicon"].flatMap((path): [string, Scenario][] => [
      [`POST ${BRANDING}/${path}`, () => admin.send("POST", `${BRANDING}/${path}`, gifForm(path))],
      [`DELETE ${BRANDING}/${path}`, () => admin.delete(`${BRANDING}/${path}`)],
    ]),
  ),
  "POST /api/v1/admin/locales": () => admin.post(LOCALES, { code: "fr", name: "Français" }),
  "PATCH /api/v1/admin/locales/:code": () => admin.patch(`${LOCALES}/fr`, { name: "French" }),
  "POST /api/v1/admin/locales/:code/set-default": () => admin.post(`${LOCALES}/fr/set-default`),
  "DELETE /api/v1/admin/locales/:code": async () => {
    await admin.post(LOCALES, { code: "de", name: "Deutsch" });
    return await admin.delete(`${LOCALES}/de`);
  },
  "PUT /api/v1/admin/oidc": () =>
    admin.put("/api/v1/admin/oidc", {
      buttonLabel: "Company account",
      clientSecret: SECRET,
      currentPassword: ADMIN.password,
    }),
  "PUT /api/v1/admin/subscribers/settings": () =>
    admin.put("/api/v1/admin/subscribers/settings", { enabled: true }),
  "PUT /api/v1/admin/pages/:key/static-mirror": async () =>
    admin.put(`${await pagePath()}/static-mirror`, {
      bucket: "copy-of-page",
      accessKeyId: "AKEXAMPLE",
      secretAccessKey: SECRET,
    }),
  "PUT /api/v1/admin/static-mirror": () =>
    admin.put("/api/v1/admin/static-mirror", {
      bucket: "copy",
      accessKeyId: "AKEXAMPLE",
      secretAccessKey: SECRET,
    }),
  "POST /api/v1/admin/subscribers/deliveries/:id/retry": async () =>
    admin.post(`${SUBSCRIBERS}/deliveries/${await failedDelivery()}/retry`),
  "DELETE /api/v1/admin/subscribers/:id": async () =>
    admin.delete(`${SUBSCRIBERS}/${(await addSubscriber()).id}`),
  "POST /api/v1/admin/notifications/channels": () => admin.post(`${NOTIFICATIONS}/channels`, HOOK),
  "PATCH /api/v1/admin/notifications/channels/:id": async () =>
    await admin.patch(`${NOTIFICATIONS}/channels/${await newChannel()}`, {
      name: "Other",
      config: { ...CONFIG, headers: { "X-Api-Key": `${SECRET}-2` }, signingSecret: `${SECRET}-2` },
    }),
  "DELETE /api/v1/admin/notifications/channels/:id": async () =>
    await admin.delete(`${NOTIFICATIONS}/channels/${await newChannel()}`),
  "PUT /api/v1/admin/notifications/monitor/:id/channels": async () => {
    const channelIds = [await newChannel()];
    return await admin.put(`${NOTIFICATIONS}/monitor/${await monitorId()}/channels`, { channelIds });
  },
  "PUT /api/v1/admin/self-test": () =>
    admin.put("/api/v1/admin/self-test", { urls: [`https://reference.example/${Date.now()}`] }),
  "PUT /api/v1/admin/notifications/smtp": () =>
    admin.put(`${NOTIFICATIONS}/smtp`, {
      host: "mail.example",
      fromAddress: `${Date.now()}@example.com`,
      password: SECRET,
    }),
  "POST /api/v1/admin/notifications/deliveries/:id/retry": async () => {
    const row = await bindings.DB.prepare(`
      INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
        due_at, max_attempts, message, created_at)
      VALUES (999, '1:1', 'Gone', 'webhook', 'Site', 'alert', 'failed', 0, 3, '{}', 0) RETURNING id`).first<{
      id: number;
    }>();
    return await admin.post(`${NOTIFICATIONS}/deliveries/${row?.id}/retry`);
  },
  "POST /api/v1/admin/actions": () => admin.post(ACTIONS, ACTION),
  "PATCH /api/v1/admin/actions/:id": async () =>
    admin.patch(`${ACTIONS}/${await newAction()}`, {
      name: "Other",
      config: { ...CONFIG, url: `https://me:${SECRET}@hook.example/`, signingSecret: `${SECRET}-2` },
    }),
  "DELETE /api/v1/admin/actions/:id": async () => admin.delete(`${ACTIONS}/${await newAction()}`),
  "POST /api/v1/admin/actions/:id/run": async () => admin.post(`${ACTIONS}/${await newAction()}/run`),
  "PUT /api/v1/admin/monitors/:id/actions": async () =>
    admin.put(`${MONITORS}/${await monitorId()}/actions`, {
      actions: [{ actionId: await newAction(), onStatus: "down" }],
    }),
  "POST /api/v1/admin/actions/runs/:id/retry": async () =>
    admin.post(`${ACTIONS}/runs/${await newRun("failed")}/retry`),
  "POST /api/v1/admin/actions/runs/:id/cancel": async () =>
    admin.post(`${ACTIONS}/runs/${await newRun("waiting")}/cancel`),
  "POST /mcp": async () => {
    const assistant = await addToken(admin, ["incidents:write"]);
    const params = { name: "draft_incident", arguments: { title: "a", body: "x", impact: "minor" } };
    return await assistant.post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  },
};

const SUBSCRIBERS = "/api/v1/admin/subscribers";
async function pageWithSubscriber(): Promise<{ path: string; id: number }> {
  const [path, { id }] = [await pagePath(), await addSubscriber()];
  const own = "UPDATE subscribers SET page_id = (SELECT id FROM pages WHERE key = ?) WHERE id = ?";
  await bindings.DB.prepare(own).bind(path.split("/").at(-1), id).run();
  return { path, id };
}
async function failedDelivery(): Promise<number> {
  return await addDelivery({ subscriberId: (await addSubscriber()).id, status: "failed" });
}
const ACTIONS = "/api/v1/admin/actions";
const ACTION = { name: "Restart", enabled: false, config: CONFIG };
const newAction = async () => (await admin.post<{ id: number }>(ACTIONS, ACTION)).body.id;
async function newRun(status: string): Promise<number> {
  const row = await bindings.DB.prepare(`
    INSERT INTO action_runs (action_id, action_name, monitor_name, trigger, status, due_at, created_at)
    VALUES (?, 'Restart', '', 'down', ?, 0, 0) RETURNING id`)
    .bind(await newAction(), status)
    .first<{ id: number }>();
  return row?.id ?? 0;
}
const MONITORS = "/api/v1/admin/monitors";
const MAINTENANCE = "/api/v1/admin/maintenance";
const AGENTS = "/api/v1/admin/agents";
const agentPath = async () =>
  `${AGENTS}/${(await admin.post<{ key: string }>(AGENTS, { name: "Office" })).body.key}`;
const VAULTS = "/api/v1/admin/vaults";
const vaultId = async () =>
  (await admin.post<{ id: number }>(VAULTS, { name: "walked", kind: "local" })).body.id;
const secretBody = (value: string) => ({ name: "key", type: "value", values: { value: SECRET + value } });
const secretPath = async () => {
  const path = `${VAULTS}/${await vaultId()}/secrets`;
  return `${path}/${(await admin.post<{ id: number }>(path, secretBody("a"))).body.id}`;
};
const INCIDENTS = "/api/v1/admin/incidents";
const INCIDENT = { title: "a", status: "investigating", impact: "minor", monitorIds: [], body: "x" };
const incident = async (more: object = {}) =>
  (await admin.post<{ id: number; updates: { id: number }[] }>(INCIDENTS, { ...INCIDENT, ...more })).body;
const updatePath = async () => {
  const { id, updates } = await incident();
  return `${INCIDENTS}/${id}/updates/${updates[0]?.id}`;
};
const TEMPLATES = "/api/v1/admin/incident-templates";
const TEMPLATE = { title: "a", body: "b", resolvedBody: "c" };
const templateId = async (name: string) =>
  (await admin.post<{ id: number }>(TEMPLATES, { ...TEMPLATE, name })).body.id;
const monitorBody = (name: string) => ({ name, type: "webhook", config: {} });
async function failingId(): Promise<number> {
  const { body } = await admin.post<{ id: number; heartbeatUrl: string }>(MONITORS, {
    name: "walked",
    type: "webhook",
    intervalSecs: 86_400,
  });
  await new Visitor().post(new URL(body.heartbeatUrl).pathname, { status: "down" });
  await eventually(async () => {
    const row = await bindings.DB.prepare("SELECT 1 FROM monitor_events WHERE monitor_id = ?")
      .bind(body.id)
      .first();
    expect(row).not.toBeNull();
  });
  return body.id;
}

async function acknowledgePath(): Promise<string> {
  const { id: userId } = await addUser("operator");
  const schedule = await admin.post<{ key: string }>(SCHEDULES, { name: "walked" });
  const config = { scheduleKey: schedule.body.key, steps: [{ target: { userIds: [userId] } }] };
  const channel = { name: "walked", type: "on_call", config, allMonitors: true };
  await admin.post(`${NOTIFICATIONS}/channels`, channel);
  const monitor = await failingId();
  const select = "SELECT id, message FROM deliveries WHERE monitor_id = ?";
  return await eventually(async () => {
    const row = await bindings.DB.prepare(select).bind(monitor).first<{ id: number; message: string }>();
    if (!row) throw new Error("There is no alert yet.");
    const sent = { message: JSON.parse(row.message) as AlertMessage, deliveryId: row.id };
    return (await makeAcknowledgePath(bindings, sent)) ?? "";
  });
}

const monitorId = async () => (await admin.post<{ id: number }>(MONITORS, monitorBody("walked"))).body.id;
const windowBody = async () => ({
  name: "walked",
  startsAt: Date.now() - 1000,
  endsAt: Date.now() + 60_000,
  monitorIds: [await monitorId()],
});

const addDevice = async () =>
  await admin.post<{ id: number }>("/api/v1/auth/devices", {
    name: "Phone",
    subscription: await makeSubscription(`https://93.184.216.34/${SECRET}`),
  });
const SCHEDULES = "/api/v1/admin/schedules";
async function scheduleBody() {
  const { id } = await addUser("operator");
  const shift = { every: 1, unit: "week" };
  const rotation = { name: "Primary", startsAt: Date.now(), shift, handoverAt: "09:00", userIds: [id] };
  return { name: "Team", timeZone: "Europe/Warsaw", rotations: [rotation] };
}
const schedulePath = async () =>
  `${SCHEDULES}/${(await admin.post<{ key: string }>(SCHEDULES, await scheduleBody())).body.key}`;
async function overrideOf(path: string) {
  const { id } = await addUser("operator");
  const times = { from: Date.now(), to: Date.now() + 60_000 };
  return await admin.post<{ id: number }>(`${path}/overrides`, { userId: id, ...times });
}
async function decideNext(deed: "skip" | "move" | "restore"): Promise<Reply> {
  const startsAt = Date.now() + 60_000;
  const times = { startsAt, endsAt: startsAt + 60_000 };
  const body = { ...(await windowBody()), ...times, recurrence: { every: "day" } };
  const path = `${MAINTENANCE}/${(await admin.post<{ id: number }>(MAINTENANCE, body)).body.id}/occurrences`;
  const occurrence = { occurrenceAt: startsAt };
  if (deed === "restore") await admin.post(`${path}/skip`, occurrence);
  const later = { startsAt: times.startsAt + 1, endsAt: times.endsAt + 1 };
  return await admin.post(`${path}/${deed}`, { ...occurrence, ...(deed === "move" ? later : {}) });
}
const windowId = async () => (await admin.post<{ id: number }>(MAINTENANCE, await windowBody())).body.id;

/** These aren't GET but change nothing, or create this file's first administrator. */
const NO_CHANGE = new Set([
  "POST /api/v1/hook/:token",
  "POST /api/v1/hook/:token/:signal",
  "POST /ping/:token",
  "POST /ping/:token/:signal",
  "POST /ping/:token/:slug/:signal",
  "POST /api/v1/admin/config/validate",
  "POST /api/v1/admin/on-call/preview",
  "POST /api/v1/admin/layout/preview",
  "POST /api/v1/auth/devices/:id/test",
  // The browser replaces its push URL, but the device stays the same.
  "POST /api/v1/auth/devices/renew",
  "POST /api/v1/admin/pages/:key/layout/preview",
  "POST /api/v1/admin/monitors/test",
  "POST /api/v1/admin/notifications/channels/test",
  "POST /api/v1/admin/notifications/channels/:id/test",
  "POST /api/v1/admin/notifications/smtp/test",
  "POST /api/v1/admin/monitors/:id/check-now",
  "POST /api/v1/auth/2fa/setup",
  // Requesting an email or opening a link changes nothing.
  "POST /api/v1/auth/forgot-password",
  "POST /api/v1/auth/password-link",
  "POST /api/v1/admin/oidc/test",
  "POST /api/v1/admin/vaults/:id/test",
  "POST /api/v1/admin/static-mirror/check",
  "POST /api/v1/admin/pages/:key/static-mirror/check",
  "POST /api/v1/admin/pages/:key/static-mirror/test",
  "POST /api/v1/admin/static-mirror/test",
  "POST /api/v1/setup/complete",
  // The audit log records team members, and visitors act only for themselves.
  "POST /api/v1/public/unlock",
  "POST /api/v1/public/subscriptions",
  "POST /api/v1/public/subscriptions/confirm",
  "POST /api/v1/public/subscriptions/preferences",
  "PUT /api/v1/public/subscriptions/preferences",
  "POST /api/v1/public/subscriptions/unsubscribe",
]);

async function beginning() {
  const user = await addUser("operator");
  const setup = await user.visitor.post<{ setupToken: string; secret: string }>("/api/v1/auth/2fa/setup", {
    currentPassword: user.password,
  });
  return { ...user, setup: setup.body };
}

async function guarded() {
  const { setup, ...user } = await beginning();
  const code = codeAt(setup.secret, Date.now());
  await user.visitor.post("/api/v1/auth/2fa/enable", { setupToken: setup.setupToken, code });
  return { ...user, secret: setup.secret };
}

async function halfSignedIn() {
  const { email, password, secret } = await guarded();
  const visitor = new Visitor();
  const reply = await visitor.post<{ challengeToken: string }>("/api/v1/auth/login", { email, password });
  return { visitor, secret, challengeToken: reply.body.challengeToken };
}

describe("the audit log", () => {
  it("has a test for every endpoint that changes something", () => {
    const changing = ENDPOINTS.filter(({ method }) => method !== "GET").map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(changing.filter((name) => !NO_CHANGE.has(name)).sort()).toEqual(Object.keys(CHANGES).sort());
  });

  it.each(Object.entries(CHANGES))("gets an entry for %s", async (name, call) => {
    const before = await newest();
    const reply = await call();
    expect([name, reply.status < 300]).toEqual([name, true]);
    const entry = await newest();
    expect(entry?.id).toBeGreaterThan(before?.id ?? 0);
    expect(entry?.entity_type).toBeTruthy();
    const made = await entriesAfter(before?.id ?? 0);
    expect(JSON.stringify(made)).not.toMatch(/Hush-hush|v1\.[0-9a-f]{8}\./);
    // Retrying a message or run changes no settings.
    if (/\/(deliveries|runs)\/|\/run$/.test(name)) return;
    for (const { action, entityType, details } of made) {
      if (action === "Create")
        expect([name, entityType, details["fields"]]).toEqual([name, entityType, expect.any(Array)]);
      if (action !== "Update") continue;
      const changes = Object.entries(details["changes"] ?? {});
      expect([name, changes.length > 0]).toEqual([name, true]);
      for (const [path, pair] of changes)
        expect([path, Array.isArray(pair) && pair.length]).toEqual([path, 2]);
      expect(details["fields"]).toEqual([...new Set(changes.map(([path]) => path.split(".")[0]))]);
    }
  });

  it("contains a setting's old and new value, for a change and for an import", async () => {
    const channel = await admin.post<{ id: number; key: string }>(`${NOTIFICATIONS}/channels`, HOOK);
    const { id, key } = channel.body;
    const before = await newest();
    const policy = { quietHours: { enabled: true, start: "22:00", end: "07:00", timezone: "UTC" } };
    await admin.patch(`${NOTIFICATIONS}/channels/${id}`, {
      name: "Loud",
      config: {
        ...CONFIG,
        method: "PUT",
        signingSecret: "••••••••",
        headers: { "X-Api-Key": `${SECRET}-3` },
      },
      alertPolicy: policy,
    });
    const document = {
      kind: "NotificationChannel",
      key,
      name: "Imported",
      type: "webhook",
      config: { ...CONFIG, method: "PATCH", signingSecret: `${SECRET}-4` },
    };
    const headers = { "Content-Type": "application/yaml" };
    const reply = await admin.post("/api/v1/admin/config/apply", JSON.stringify(document), { headers });
    expect(reply.status).toBe(200);
    const [changed, imported] = await entriesAfter(before?.id ?? 0);
    expect(changed?.details["changes"]).toMatchObject({
      name: ["Hook", "Loud"],
      "config.method": ["POST", "PUT"],
      "config.headers.X-Api-Key": ["[redacted]", "[redacted]"],
      "config.headers.Authorization": ["[redacted]", null],
    });
    expect(imported?.details).toMatchObject({
      fields: expect.arrayContaining(["name", "config"]),
      changes: {
        name: ["Loud", "Imported"],
        "config.method": ["PUT", "PATCH"],
        "config.signingSecret": ["[redacted]", "[redacted]"],
        "config.headers.Authorization": [null, "[redacted]"],
      },
    });
    expect(JSON.stringify([changed, imported])).not.toMatch(/Hush-hush|v1\./);
  });

  it("gets no entry for reads and rejected requests", async () => {
    const { visitor } = await addUser("operator");
    const before = await count();
    await admin.get("/api/v1/admin/users");
    await visitor.post("/api/v1/admin/users", { email: "no@example.com", role: "admin" });
    await admin.post("/api/v1/admin/users", { email: "nothing" });
    expect(await count()).toBe(before);
  });

  it("saves neither the entry nor the change when the batch fails", async () => {
    const before = await count();
    await bindings.DB.prepare(
      "CREATE TRIGGER no_user BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'no'); END",
    ).run();
    const reply = await admin.post("/api/v1/admin/users", { email: "half@example.com", role: "viewer" });
    await bindings.DB.prepare("DROP TRIGGER no_user").run();
    expect([reply.status, await count()]).toEqual([500, before]);

    await bindings.DB.prepare(
      "CREATE TRIGGER no_audit BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no'); END",
    ).run();
    const second = await admin.post("/api/v1/admin/users", { email: "half@example.com", role: "viewer" });
    await bindings.DB.prepare("DROP TRIGGER no_audit").run();
    const rows = await bindings.DB.prepare("SELECT 1 FROM users WHERE email = 'half@example.com'").all();
    expect([second.status, rows.results]).toEqual([500, []]);
  });

  it("contains the new user's id, name and role", async () => {
    const made = await admin.post<{ user: { id: number } }>("/api/v1/admin/users", {
      email: "row@example.com",
    });
    const list = await admin.get<{ items: Entry[] }>(`${AUDIT}?entityType=user&action=Create&limit=1`);
    expect(list.body.items[0]).toMatchObject({
      action: "Create",
      entityType: "user",
      entityId: made.body.user.id,
      entityName: "row@example.com",
      userEmail: ADMIN.email,
      details: { role: "branding" },
    });
  });

  it("can be filtered by user, entity, action and time, newest first in pages", async () => {
    const { visitor, email } = await addUser("admin");
    for (let i = 0; i < 5; i++) await addToken(visitor, ["audit:read"], `t${i}`);
    const list = (query: string) =>
      admin.get<{ items: Entry[]; total: number; page: number; limit: number }>(`${AUDIT}?${query}`);

    const mine = await list(`userEmail=${email}&entityType=api_token&limit=2&page=2`);
    expect(mine.body).toMatchObject({ total: 5, page: 2, limit: 2 });
    expect(mine.body.items.map((entry) => entry.entityName)).toEqual(["t2", "t1"]);
    expect((await list("action=Nothing")).body).toMatchObject({ items: [], total: 0, page: 1, limit: 50 });
    const at = mine.body.items[0]!.at;
    const span = await list(`entityType=api_token&from=${at}&to=${at}`);
    expect(span.body.items.every((entry) => entry.at === at)).toBe(true);
    expect(span.body.items.length).toBeGreaterThan(0);
    expect((await list("limit=1000")).body.limit).toBe(100);
    expect((await list("limit=0")).body.limit).toBe(1);
  });

  it("can be searched by part of a name, case-insensitively even beyond ASCII", async () => {
    for (const name of ["Łódź Shop", "łódź stock"]) await admin.post(MONITORS, { ...monitorBody("a"), name });
    const named = async (part: string) =>
      (await admin.get<{ items: Entry[] }>(`${AUDIT}?entityName=${encodeURIComponent(part)}`)).body.items.map(
        ({ entityName }) => entityName,
      );
    expect(await named("shop")).toContain("Łódź Shop");
    expect(await named("ŁÓDŹ STOCK")).toEqual(["łódź stock"]);
    expect(await named("ódź")).toEqual(["łódź stock", "Łódź Shop"]);
    expect(await named("%")).toEqual([]);
  });

  it("can be exported as CSV with the same filters, complete and newest first", async () => {
    await bindings.DB.prepare(`
      INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1203)
      SELECT 1700000000000 + i, 0, 'system', 'Update', 'backup', CASE i WHEN 7 THEN '=cmd|"calc"' ELSE 'n' || i END,
        json_object('i', i) FROM n`).run();
    const reply = await admin.get<string>(`${AUDIT}/export?entityType=backup&userEmail=SYSTEM&limit=3`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(reply.headers.get("Content-Disposition")).toBe('attachment; filename="audit.csv"');
    const lines = reply.body.split("\r\n");
    expect(lines.shift()).toBe("at,user,action,entity_type,entity_id,entity_name,details");
    expect(lines.pop()).toBe("");
    const at = (i: number) => new Date(1_700_000_000_000 + i).toISOString();
    expect(lines).toEqual(
      Array.from({ length: 1203 }, (_, n) => 1203 - n).map(
        (i) => `${at(i)},system,Update,backup,,${i === 7 ? `"'=cmd|""calc"""` : `n${i}`},"{""i"":${i}}"`,
      ),
    );
  });

  it("rejects an invalid page, time or limit", async () => {
    for (const query of ["page=0", "page=x", "from=yesterday", "limit=x", "to=-1"]) {
      expect([query, (await admin.get(`${AUDIT}?${query}`)).status]).toEqual([query, 400]);
    }
  });
});
