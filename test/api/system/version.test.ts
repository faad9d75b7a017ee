import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../../src/api/routes.ts";
import { ADMIN, addToken, addUser, bindings, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin";
const MONITORS = `${ROOT}/monitors`;
const CHANNELS = `${ROOT}/notifications/channels`;
const HOOK = { name: "Hook", type: "webhook", config: { url: "https://hook.example/" } };
const INCIDENT = { title: "a", status: "investigating", impact: "minor", body: "x" };

let admin: Visitor;
let names = 0;

beforeAll(async () => {
  admin = await setUp();
});

interface Answer {
  id: number;
  version: number;
}

interface Edited {
  path: string;
  body: () => object;
  read?: () => Promise<number>;
}

const unique = (name: string) => `${name} ${++names}`;
const add = async (path: string, body: object) => (await admin.post<Answer>(path, body)).body.id;
const named = () => ({ name: unique("renamed") });
const monitor = () => add(MONITORS, { name: "Told", type: "webhook", config: {} });

async function inList(path: string, id: number): Promise<number> {
  const list = await admin.get<Answer[]>(path);
  return list.body.find((one) => one.id === id)?.version ?? 0;
}

let kept = 10;

const EDITED: Record<string, () => Promise<Edited>> = {
  [`PATCH ${MONITORS}/:id`]: async () => ({ path: `${MONITORS}/${await monitor()}`, body: named }),
  [`PUT ${MONITORS}/:id/dependencies`]: async () => {
    const others = [await monitor(), await monitor(), await monitor()];
    const body = () => ({ dependsOnIds: [others[++names % 3]] });
    return { path: `${MONITORS}/${await monitor()}/dependencies`, body };
  },
  [`PUT ${MONITORS}/:id/actions`]: async () => {
    const actionId = await add(`${ROOT}/actions`, { name: "Run", config: HOOK.config });
    const body = () => ({ actions: [{ actionId, onStatus: "down", delayMinutes: ++names }] });
    return { path: `${MONITORS}/${await monitor()}/actions`, body };
  },
  [`PUT ${ROOT}/notifications/monitor/:id/channels`]: async () => {
    const channels = [await add(CHANNELS, HOOK), await add(CHANNELS, HOOK), await add(CHANNELS, HOOK)];
    const body = () => ({ channelIds: [channels[++names % 3]] });
    return { path: `${ROOT}/notifications/monitor/${await monitor()}/channels`, body };
  },
  [`PATCH ${CHANNELS}/:id`]: async () => ({ path: `${CHANNELS}/${await add(CHANNELS, HOOK)}`, body: named }),
  [`PUT ${ROOT}/backups/settings`]: async () => ({
    path: `${ROOT}/backups/settings`,
    body: () => ({ keep: ++kept }),
  }),
  [`PUT ${ROOT}/self-test`]: async () => ({
    path: `${ROOT}/self-test`,
    body: () => ({ share: (++kept % 100) + 1 }),
  }),
  [`PUT ${ROOT}/notifications/smtp`]: async () => ({
    path: `${ROOT}/notifications/smtp`,
    body: () => ({ fromName: unique("Us") }),
  }),
  [`PATCH ${ROOT}/actions/:id`]: async () => ({
    path: `${ROOT}/actions/${await add(`${ROOT}/actions`, { name: "Run", config: HOOK.config })}`,
    body: named,
  }),
  [`PATCH ${ROOT}/incidents/:id`]: async () => ({
    path: `${ROOT}/incidents/${await add(`${ROOT}/incidents`, INCIDENT)}`,
    body: () => ({ title: unique("b") }),
  }),
  [`PATCH ${ROOT}/incidents/:id/updates/:updateId`]: async () => {
    const made = await admin.post<Answer & { updates: Answer[] }>(`${ROOT}/incidents`, INCIDENT);
    const { id, updates } = made.body;
    return {
      path: `${ROOT}/incidents/${id}/updates/${updates[0]?.id}`,
      body: () => ({ body: unique("y") }),
      read: async () => (await admin.get<Answer>(`${ROOT}/incidents/${id}`)).body.version,
    };
  },
  [`PUT ${ROOT}/incidents/:id/post-mortem`]: async () => {
    const path = `${ROOT}/incidents/${await add(`${ROOT}/incidents`, INCIDENT)}`;
    return {
      path: `${path}/post-mortem`,
      body: () => ({ body: unique("z") }),
      read: async () => (await admin.get<Answer>(path)).body.version,
    };
  },
  [`PATCH ${ROOT}/incident-templates/:id`]: async () => {
    const path = `${ROOT}/incident-templates`;
    const id = await add(path, { name: unique("Own"), title: "a", body: "b", resolvedBody: "c" });
    return { path: `${path}/${id}`, body: () => ({ title: unique("b") }), read: () => inList(path, id) };
  },
  [`PATCH ${ROOT}/maintenance/:id`]: async () => {
    const now = Date.now();
    const body = { name: "Work", startsAt: now, endsAt: now + 60_000, allMonitors: true };
    return { path: `${ROOT}/maintenance/${await add(`${ROOT}/maintenance`, body)}`, body: named };
  },
  [`PATCH ${ROOT}/schedules/:key`]: async () => {
    const userIds = [(await addUser("operator")).id];
    const shift = { every: 1, unit: "week" };
    const rotation = { name: "Primary", startsAt: Date.now(), shift, handoverAt: "09:00", userIds };
    const body = { name: "Team", timeZone: "UTC", rotations: [rotation] };
    const { key } = (await admin.post<{ key: string }>(`${ROOT}/schedules`, body)).body;
    return { path: `${ROOT}/schedules/${key}`, body: named };
  },
  [`PUT ${ROOT}/layout`]: async () => ({
    path: `${ROOT}/layout`,
    body: () => ({ tree: { id: "root", type: "page", children: [{ id: `d${++names}`, type: "divider" }] } }),
  }),
  [`PATCH ${ROOT}/branding`]: async () => ({
    path: `${ROOT}/branding`,
    body: () => ({ siteName: unique("Site") }),
  }),
  [`PATCH ${ROOT}/pages/:key`]: async () => ({ path: await page(), body: named }),
  [`PUT ${ROOT}/pages/:key/layout`]: async () => ({
    path: `${await page()}/layout`,
    body: () => ({ tree: { id: "root", type: "page", children: [{ id: `d${++names}`, type: "divider" }] } }),
  }),
  [`PATCH ${ROOT}/pages/:key/branding`]: async () => ({
    path: `${await page()}/branding`,
    body: () => ({ siteName: unique("Site") }),
  }),
  [`PUT ${ROOT}/pages/:key/access`]: async () => ({
    path: `${await page()}/access`,
    body: () => ({ mode: "password", password: unique("password") }),
  }),
  [`PUT ${ROOT}/pages/:key/locales`]: async () => {
    for (const code of ["cs", "sk"]) await admin.post(`${ROOT}/locales`, { code, name: code });
    const offers = [["en", "cs"], ["en"], ["en", "sk"], ["cs", "en", "sk"]];
    return {
      path: `${await page()}/locales`,
      body: () => ({ offered: offers[++names % offers.length], default: "en" }),
    };
  },
  [`PUT ${ROOT}/pages/:key/static-mirror`]: async () => ({
    path: `${await page()}/static-mirror`,
    body: () => ({ bucket: `bucket-${++names}` }),
  }),
  [`PUT ${ROOT}/pages/:key/subscriptions/settings`]: async () => ({
    path: `${await page()}/subscriptions/settings`,
    body: () => ({
      allowedEvents: ["incident.created", "incident.updated", "incident.resolved"].slice(++names % 3),
    }),
  }),
  [`PATCH ${ROOT}/locales/:code`]: async () => {
    await admin.post(`${ROOT}/locales`, { code: "fr", name: "Français" });
    return { path: `${ROOT}/locales/fr`, body: named };
  },
  [`PUT ${ROOT}/oidc`]: async () => ({
    path: `${ROOT}/oidc`,
    body: () => ({ buttonLabel: unique("Us"), currentPassword: ADMIN.password }),
  }),
  [`PUT ${ROOT}/sign-in`]: async () => {
    // Only an administrator with two-factor authentication can require it.
    await bindings.DB.prepare("UPDATE users SET totp_secret = 'there' WHERE email = ?")
      .bind(ADMIN.email)
      .run();
    const wanted = [true, true, false, true, true];
    const body = () => ({ requireTwoFactor: wanted.shift(), currentPassword: ADMIN.password });
    return { path: `${ROOT}/sign-in`, body };
  },
  [`PUT ${ROOT}/status-page-access`]: async () => ({
    path: `${ROOT}/status-page-access`,
    body: () => ({ private: false, ssoViewerDomains: [`d${++names}.example`] }),
  }),
  [`PUT ${ROOT}/subscribers/settings`]: async () => ({
    path: `${ROOT}/subscribers/settings`,
    body: () => ({
      allowedEvents: ["incident.created", "incident.updated", "incident.resolved"].slice(++names % 3),
    }),
  }),
  [`PUT ${ROOT}/static-mirror`]: async () => ({
    path: `${ROOT}/static-mirror`,
    body: () => ({ bucket: `bucket-${++names}` }),
  }),
  [`PATCH ${ROOT}/users/:id/role`]: async () => {
    const { id } = await addUser("viewer");
    // The second change is rejected, so it must differ from the third.
    let changes = 0;
    const body = () => ({ role: ["operator", "branding", "viewer"][changes++ % 3] });
    return { path: `${ROOT}/users/${id}/role`, body, read: () => inList(`${ROOT}/users`, id) };
  },
  [`PATCH ${ROOT}/agents/:key`]: async () => {
    const { key } = (await admin.post<{ key: string }>(`${ROOT}/agents`, { name: "Office" })).body;
    return { path: `${ROOT}/agents/${key}`, body: named };
  },
  [`PATCH ${ROOT}/vaults/:id`]: async () => {
    const id = await add(`${ROOT}/vaults`, { name: "Own", kind: "local" });
    return { path: `${ROOT}/vaults/${id}`, body: named, read: () => inList(`${ROOT}/vaults`, id) };
  },
  [`PUT ${ROOT}/vaults/:id/secrets/:secretId`]: async () => {
    const vault = await add(`${ROOT}/vaults`, { name: "Own", kind: "local" });
    const path = `${ROOT}/vaults/${vault}/secrets`;
    const body = () => ({ name: "key", type: "value", values: { value: unique("v") } });
    const id = await add(path, body());
    return { path: `${path}/${id}`, body, read: () => inList(path, id) };
  },
  "PUT /api/v1/auth/contact": async () => ({
    path: "/api/v1/auth/contact",
    body: () => ({ order: [{ via: "email", afterMinutes: ++names % 1000 }] }),
  }),
};

async function page(): Promise<string> {
  const { key } = (await admin.post<{ key: string }>(`${ROOT}/pages`, { name: unique("Page") })).body;
  return `${ROOT}/pages/${key}`;
}

/** These set a value regardless of the previous one, so the last one wins. */
const LAST_WRITE_WINS = [`PUT ${ROOT}/monitors/:id/status`, "PATCH /api/v1/auth/profile"];

const methodOf = (name: string) => name.slice(0, name.indexOf(" "));

describe("simultaneous edits", () => {
  it("are tested for every endpoint that changes an object", () => {
    const changing = ENDPOINTS.filter(
      ({ method, area }) => (method === "PATCH" || method === "PUT") && area !== "public",
    );
    expect(changing.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [...Object.keys(EDITED), ...LAST_WRITE_WINS].sort(),
    );
  });

  it.each(Object.keys(EDITED))(
    "with %s: the second is rejected with the first one's user and time",
    async (name) => {
      const {
        path,
        body,
        read = async () => (await admin.get<Answer>(path)).body.version,
      } = await EDITED[name]!();
      const send = (more: object) =>
        admin.send<Answer>(methodOf(name), path, { body: { ...body(), ...more } });
      const version = await read();
      const before = Date.now();
      const first = await send({ version });
      expect([first.status, first.body.version]).toEqual([200, version + 1]);
      expect(await read()).toBe(version + 1);
      const second = await send({ version });
      expect([second.status, second.body]).toEqual([
        409,
        {
          error: expect.stringMatching(
            /^Changed by admin@example\.com at \d{4}-.*Z\. Reload it and try again\.$/,
          ),
          changedBy: ADMIN.email,
          changedAt: expect.any(Number),
        },
      ]);
      const { changedAt } = second.body as unknown as { changedAt: number };
      expect(changedAt >= before && changedAt <= Date.now()).toBe(true);
      expect(await read()).toBe(version + 1);
      expect((await send({})).status).toBe(200);
      expect(await read()).toBe(version + 2);
      const stale = version + 2;
      const both = await Promise.all([send({ version: stale }), send({ version: stale })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await read()).toBe(version + 3);
    },
  );

  it("with an invalid version get 400", async () => {
    const path = `${MONITORS}/${await monitor()}`;
    for (const version of [0, -1, 1.5, "1", null])
      expect([version, (await admin.patch(path, { name: "x", version })).status]).toEqual([version, 400]);
    expect((await admin.patch(path, { name: "x", version: 7 })).status).toBe(409);
  });

  it("by a token are reported with the token's name", async () => {
    const token = await addToken(admin, ["monitors:write"], "deploy");
    const path = `${MONITORS}/${await monitor()}`;
    await token.patch(path, { name: "by token" });
    const reply = await admin.patch<{ changedBy: string }>(path, { name: "by hand", version: 1 });
    expect([reply.status, reply.body.changedBy]).toEqual([409, "token: deploy"]);
  });
});

describe("a monitor's version", () => {
  const versionOf = async (path: string) => (await admin.get<Answer>(path)).body.version;

  it("increases with every change to its settings, but not with checks or unchanged saves", async () => {
    const id = await monitor();
    const path = `${MONITORS}/${id}`;
    const grows = async (work: () => Promise<unknown>) => {
      const before = await versionOf(path);
      await work();
      return (await versionOf(path)) - before;
    };
    const key = (await admin.get<{ key: string }>(path)).body.key;
    const document = (name: string) =>
      `kind: Monitor\nkey: ${key}\nname: ${name}\ntype: webhook\nconfig: {}\n`;
    const apply = (name: string) =>
      admin.post(`${ROOT}/config/apply`, document(name), { headers: { "Content-Type": "application/yaml" } });
    expect(await grows(() => admin.post(`${path}/pause`))).toBe(1);
    expect(await grows(() => admin.post(`${path}/resume`))).toBe(1);
    expect(await grows(() => apply("Imported"))).toBe(1);
    expect(await grows(() => apply("Imported"))).toBe(0);
    expect(await grows(() => add(CHANNELS, { ...HOOK, monitorIds: [id] }))).toBe(1);
    const channel = await add(CHANNELS, HOOK);
    expect(await grows(() => admin.patch(`${CHANNELS}/${channel}`, { monitorIds: [id] }))).toBe(1);
    expect(await grows(() => admin.patch(path, { name: "Imported" }))).toBe(0);
    const { heartbeatUrl } = (await admin.get<{ heartbeatUrl: string }>(path)).body;
    expect(await grows(() => admin.post(new URL(heartbeatUrl).pathname))).toBe(0);
    const exported = await admin.get<string>(`${ROOT}/config/export?kind=Monitor&key=${key}`);
    expect(exported.body).not.toContain("version");
    const row = await bindings.DB.prepare("SELECT count(*) AS n FROM versions WHERE object = ?")
      .bind(`monitor/${id}`)
      .first<{ n: number }>();
    expect(row?.n).toBe(1);
  });

  it("increases together with its channel's version when they are linked", async () => {
    const channel = `${CHANNELS}/${await add(CHANNELS, HOOK)}`;
    const channelIds = [(await admin.get<Answer>(channel)).body.id];
    await admin.put(`${ROOT}/notifications/monitor/${await monitor()}/channels`, { channelIds });
    expect(await versionOf(channel)).toBe(2);
    expect((await admin.patch(channel, { monitorIds: [], version: 1 })).status).toBe(409);
  });
});
