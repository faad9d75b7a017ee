import { beforeAll, describe, expect, it } from "vitest";
import { ADMIN, bindings, setUp, type Visitor } from "./client.ts";

const MONITORS = "/api/v1/admin/monitors";
const PAIRS = 12;

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

interface Stored {
  type: string;
  config: string;
}

const HTTPS = {
  type: "https",
  config: {
    url: "https://parallel.example/",
    auth: { type: "basic", basic: { username: "me", password: "hunter2hunter2" } },
  },
};
const TOLD = { type: "webhook", config: {} };
const SLACK = { type: "slack", config: { webhookUrl: "https://hooks.slack.com/services/hunter2" } };
const HOOK = { type: "webhook", config: { url: "https://hook.example/" } };

async function add(path: string, body: object): Promise<number> {
  const reply = await admin.post<{ id: number }>(path, body);
  expect(reply.status).toBe(201);
  return reply.body.id;
}

/** Both requests of every pair at once; the pairs too, so that they meet in every order. */
async function race(
  count: number,
  pair: (n: number) => readonly (() => Promise<{ status: number }>)[],
): Promise<number[][]> {
  const pairs = Array.from({ length: count }, (_, n) => pair(n));
  return await Promise.all(
    pairs.map(async (requests, n) => {
      const order = n % 2 === 0 ? requests : requests.toReversed();
      return (await Promise.all(order.map((send) => send()))).map(({ status }) => status);
    }),
  );
}

async function stored(table: string, id: number): Promise<Stored> {
  const row = await bindings.DB.prepare(`SELECT type, config FROM ${table} WHERE id = ?`)
    .bind(id)
    .first<Stored>();
  return row ?? { type: "", config: "{}" };
}

describe("two changes at once", () => {
  it("of a monitor's type and of its config never leave one type's settings on the other", async () => {
    const ids = await Promise.all(
      Array.from({ length: PAIRS }, (_, n) => add(MONITORS, { name: `Race ${n}`, ...HTTPS })),
    );
    await race(PAIRS, (n) => [
      () => admin.patch(`${MONITORS}/${ids[n]}`, TOLD),
      () => admin.patch(`${MONITORS}/${ids[n]}`, { config: { ...HTTPS.config, keyword: "x" } }),
    ]);
    for (const id of ids) {
      const { type, config } = await stored("monitors", id);
      expect([type, Object.hasOwn(JSON.parse(config), "url")]).toEqual(["webhook", false]);
      expect(JSON.stringify((await admin.get(`${MONITORS}/${id}`)).body)).not.toContain("v1.");
    }
  });

  it("of a channel's type and of its config neither", async () => {
    const root = "/api/v1/admin/notifications/channels";
    const ids = await Promise.all(
      Array.from({ length: PAIRS }, (_, n) => add(root, { name: `Race ${n}`, ...SLACK })),
    );
    await race(PAIRS, (n) => [
      () => admin.patch(`${root}/${ids[n]}`, HOOK),
      () => admin.patch(`${root}/${ids[n]}`, { config: { ...SLACK.config, text: "x" } }),
    ]);
    for (const id of ids) {
      const { type, config } = await stored("channels", id);
      expect([type, Object.hasOwn(JSON.parse(config), "webhookUrl")]).toEqual(["webhook", false]);
    }
  });

  it("never send a kept secret to the address that the other one wrote", async () => {
    const root = "/api/v1/admin/actions";
    const config = { url: "https://one.example/", signingSecret: "hunter2hunter2" };
    const ids = await Promise.all(
      Array.from({ length: PAIRS }, (_, n) => add(root, { name: `Race ${n}`, config })),
    );
    const sealed = new Map<number, string>();
    for (const id of ids) {
      const row = await bindings.DB.prepare("SELECT config FROM actions WHERE id = ?")
        .bind(id)
        .first<Stored>();
      sealed.set(id, JSON.parse(row?.config ?? "{}").signingSecret);
    }
    await race(PAIRS, (n) => [
      () => admin.patch(`${root}/${ids[n]}`, { config: { url: "https://two.example/" } }),
      () => admin.patch(`${root}/${ids[n]}`, { config: { ...config, signingSecret: "••••••••", body: "x" } }),
    ]);
    for (const id of ids) {
      const row = await bindings.DB.prepare("SELECT config FROM actions WHERE id = ?")
        .bind(id)
        .first<Stored>();
      const { url, signingSecret } = JSON.parse(row?.config ?? "{}");
      expect([url, signingSecret === sealed.get(id)]).not.toEqual(["https://two.example/", true]);
      expect(url).toBe("https://two.example/");
    }
  });

  it("of settings each keep what the other one changed", async () => {
    for (const [path, one, other, more] of [
      ["/api/v1/admin/notifications/smtp", { user: "me" }, { fromName: "Us" }, {}],
      ["/api/v1/admin/oidc", { clientId: "me" }, { buttonLabel: "Us" }, { currentPassword: ADMIN.password }],
      ["/api/v1/admin/subscribers/settings", { allowWebhook: true }, { rssEnabled: false }, {}],
    ] as const) {
      const statuses = await race(1, () => [
        () => admin.put(path, { ...one, ...more }),
        () => admin.put(path, { ...other, ...more }),
      ]);
      expect([path, statuses]).toEqual([path, [[200, 200]]]);
      expect((await admin.get(path)).body).toMatchObject({ ...one, ...other });
    }
  });

  it("of a local vault's secret keep the values of one of them, whole", async () => {
    const vault = await add("/api/v1/admin/vaults", { name: "Race", kind: "local" });
    const root = `/api/v1/admin/vaults/${vault}/secrets`;
    const write = (values: object) => ({ name: "pair", type: "json", values });
    const id = await add(root, write({ a: "1", b: "1" }));
    const mask = "••••••••";
    await race(1, () => [
      () => admin.put(`${root}/${id}`, write({ a: "2", b: mask })),
      () => admin.put(`${root}/${id}`, write({ a: mask, b: "2" })),
    ]);
    const row = await bindings.DB.prepare(
      "SELECT count(*) AS n FROM audit WHERE entity_type = 'vault_secret' AND action = 'Update'",
    ).first<{ n: number }>();
    expect(row?.n).toBe(2);
    expect((await admin.get<{ version: number }[]>(root)).body[0]?.version).toBe(3);
  });

  it("of what two monitors depend on never close a circle", async () => {
    const name = (n: number) => ({ name: `Ring ${n}`, type: "webhook", config: {} });
    const ids = await Promise.all(Array.from({ length: 2 * PAIRS }, (_, n) => add(MONITORS, name(n))));
    const statuses = await race(PAIRS, (n) => {
      const [a, b] = [ids[2 * n], ids[2 * n + 1]];
      return [
        () => admin.put(`${MONITORS}/${a}/dependencies`, { dependsOnIds: [b] }),
        () => admin.put(`${MONITORS}/${b}/dependencies`, { dependsOnIds: [a] }),
      ];
    });
    expect(statuses.map((pair) => pair.toSorted())).toEqual(Array(PAIRS).fill([200, 400]));
  });
});
