import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { openDb, save } from "../../src/data/db.ts";
import { insertDenial, oldDenials } from "../../src/data/denial.ts";
import { deleteDue } from "../../src/data/due.ts";
import { ensureMigrated } from "../../src/data/migrate.ts";
import type { Env } from "../../src/env.ts";

const { DB } = env as unknown as Env;
const db = openDb(DB);
const HOUR_MS = 3_600_000;

interface Sum {
  count: number;
  accounts?: { email: string; count: number; addresses: number }[];
}

beforeAll(async () => await ensureMigrated(DB));

async function deny(reason: string, given: { email: string; ip?: string; at?: number }): Promise<void> {
  await save(db, insertDenial({ at: HOUR_MS, ip: "203.0.113.1", ...given, reason }));
}

async function flood(reason: string): Promise<void> {
  for (let n = 0; n < 50; n++) await deny(reason, { email: `single${n}@example.com` });
}

async function sumOf(reason: string): Promise<Sum> {
  const found = await DB.prepare(
    "SELECT details FROM audit WHERE details ->> 'reason' = ? AND details ->> 'count' IS NOT NULL",
  )
    .bind(reason)
    .all<{ details: string }>();
  expect(found.results).toHaveLength(1);
  return JSON.parse(found.results[0]?.details ?? "") as Sum;
}

const rows = async (table: string) => (await DB.prepare(`SELECT * FROM ${table}`).all()).results.length;

describe("the sum of rejected sign-ins", () => {
  it("lists up to 200 accounts, and counts all attempts", async () => {
    await flood("unknown_user");
    for (let n = 0; n < 205; n++) await deny("unknown_user", { email: `nobody${n}@example.com` });
    await deny("unknown_user", { email: "nobody7@example.com" });
    const { count, accounts = [] } = await sumOf("unknown_user");
    expect([count, accounts.length]).toEqual([206, 200]);
    expect(accounts[0]).toEqual({ email: "nobody7@example.com", count: 2, addresses: 1 });
  });

  it("counts up to 200 addresses per account, and an IPv6 network once", async () => {
    await flood("wrong_password");
    const email = "ada@example.com";
    for (const ip of ["2001:db8:1::1", "2001:db8:1:2::3"]) await deny("wrong_password", { email, ip });
    expect((await sumOf("wrong_password")).accounts).toEqual([{ email, count: 2, addresses: 1 }]);
    for (let n = 0; n < 205; n++) await deny("wrong_password", { email, ip: `198.51.100.${n}` });
    expect(await sumOf("wrong_password")).toMatchObject({
      count: 207,
      accounts: [{ email, count: 207, addresses: 200 }],
    });
  });

  it("has no accounts when no email was given", async () => {
    for (let n = 0; n < 52; n++) await deny("sso_failed", { email: "" });
    expect(await sumOf("sso_failed")).not.toHaveProperty("accounts");
  });

  it("is kept when the rows behind it are deleted two hours later", async () => {
    await save(db, oldDenials(2 * HOUR_MS).map(deleteDue));
    expect(await rows("denied_accounts")).toBe(201);
    await save(db, oldDenials(3 * HOUR_MS).map(deleteDue));
    expect([await rows("denials"), await rows("denied_accounts"), await rows("denied_addresses")]).toEqual([
      0, 0, 0,
    ]);
    expect((await sumOf("wrong_password")).count).toBe(207);
  });
});
