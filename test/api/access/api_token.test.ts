import { beforeAll, describe, expect, it, vi } from "vitest";
import { eventually } from "../../eventually.ts";
import { addToken, bindings, setUp, Visitor } from "../client.ts";
import { inOneMinute } from "../one_minute.ts";

const TOKENS = "/api/v1/admin/api-tokens";
const AUDIT = "/api/v1/admin/audit";
let admin: Visitor;

interface Token {
  id: number;
  token: string;
  prefix: string;
  expiresAt: number | null;
  lastUsedAt: number | null;
  createdAt: number;
}

beforeAll(async () => {
  admin = await setUp();
});

const make = (body: object) =>
  admin.post<Token>(TOKENS, { name: "deploy", permissions: ["audit:read"], ...body });
const row = async (id: number) => (await admin.get<Token[]>(TOKENS)).body.find((token) => token.id === id);

describe("an API token", () => {
  it("is shown in full once; the list shows its first 12 characters, and only a hash is stored", async () => {
    const { status, body } = await make({});
    expect(status).toBe(201);
    expect(body.token).toMatch(/^upt_[0-9A-Za-z]{40}$/);
    expect(body.prefix).toBe(body.token.slice(0, 12));
    expect(JSON.stringify((await admin.get(TOKENS)).body)).not.toContain(body.token);
    const stored = await bindings.DB.prepare("SELECT * FROM api_tokens").all();
    const audit = await bindings.DB.prepare("SELECT * FROM audit").all();
    expect(JSON.stringify([stored.results, audit.results])).not.toContain(body.token);
  });

  it.each([
    [{}, 90],
    [{ expiresInDays: 30 }, 30],
    [{ expiresInDays: 365 }, 365],
  ])("with %j expires in %d days", async (choice, days) => {
    const { body } = await make(choice);
    expect((body.expiresAt ?? 0) - body.createdAt).toBe(days * 86_400_000);
  });

  it("never expires if expiresInDays is null, but rejects 0", async () => {
    expect((await make({ expiresInDays: null })).body.expiresAt).toBeNull();
    expect((await make({ expiresInDays: 0 })).status).toBe(400);
  });

  it("needs a name of up to 80 characters and at least one permission", async () => {
    expect((await make({ name: "x".repeat(81) })).status).toBe(400);
    expect((await make({ name: " " })).status).toBe(400);
    expect((await make({ permissions: [] })).status).toBe(400);
    expect((await make({ permissions: ["users:read"] })).status).toBe(400);
    expect((await make({ name: "x".repeat(80) })).status).toBe(201);
  });

  it("is rejected at the next request after it is revoked", async () => {
    const { body } = await make({});
    const visitor = Object.assign(new Visitor(), { token: body.token });
    expect((await visitor.get(AUDIT)).status).toBe(200);
    expect((await admin.delete(`${TOKENS}/${body.id}`)).status).toBe(204);
    expect((await visitor.get(AUDIT)).status).toBe(401);
    expect((await admin.delete(`${TOKENS}/${body.id}`)).status).toBe(404);
  });

  it("is rejected after it expires", async () => {
    const { body } = await make({});
    await bindings.DB.prepare("UPDATE api_tokens SET expires_at = ? WHERE id = ?")
      .bind(Date.now(), body.id)
      .run();
    expect((await Object.assign(new Visitor(), { token: body.token }).get(AUDIT)).status).toBe(401);
  });

  it("with a wrong format or checksum is rejected without a database query", async () => {
    const lookUps = vi.spyOn(Object.getPrototypeOf(bindings.DB) as D1Database, "prepare");
    const good = (await make({})).body.token;
    const ask = async (token: string) => {
      lookUps.mockClear();
      const { status } = await Object.assign(new Visitor(), { token }).get(AUDIT);
      return [status, lookUps.mock.calls.length > 0];
    };
    expect(await ask(good)).toEqual([200, true]);
    const wrongCheck = good.slice(0, -1) + (good.endsWith("a") ? "b" : "a");
    for (const junk of ["x", `upt_${"a".repeat(40)}`, wrongCheck])
      expect(await ask(junk)).toEqual([401, false]);
    lookUps.mockRestore();
  });

  it("updates its last-used time at most once a minute", async () => {
    const { body } = await make({});
    const visitor = Object.assign(new Visitor(), { token: body.token });
    await visitor.get(AUDIT);
    await eventually(async () => expect((await row(body.id))?.lastUsedAt).toBeGreaterThan(0));
    const first = (await row(body.id))?.lastUsedAt;
    await visitor.get(AUDIT);
    expect((await row(body.id))?.lastUsedAt).toBe(first);
    await bindings.DB.prepare("UPDATE api_tokens SET last_used_at = last_used_at - 60000 WHERE id = ?")
      .bind(body.id)
      .run();
    await visitor.get(AUDIT);
    await eventually(async () => expect((await row(body.id))?.lastUsedAt).toBeGreaterThanOrEqual(first ?? 0));
  });

  it("is limited to 300 requests a minute, then gets 429 with Retry-After; other tokens are unaffected", async () => {
    const calm = await addToken(admin, ["audit:read"]);
    const { statuses, last } = await inOneMinute(async () => {
      const busy = await addToken(admin, ["audit:read"]);
      const statuses: number[] = [];
      for (let i = 0; i < 303; i++) statuses.push((await busy.get(`${AUDIT}?limit=1`)).status);
      return { statuses, last: await busy.get(AUDIT) };
    });
    expect(statuses.slice(0, 300).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(300)).toEqual([429, 429, 429]);
    const retryAfter = Number(last.headers.get("Retry-After"));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await calm.get(AUDIT)).status).toBe(200);
  }, 90_000);
});
