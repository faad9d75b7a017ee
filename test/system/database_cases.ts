import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Config } from "../../src/lib/config.ts";
import { describeHostile } from "./hostile_servers.ts";
import { itTellsARefusedConnection } from "./service_cases.ts";
import { makeCertificate } from "./tls_peer.ts";
import { type Check, checkByStringOf, checkOf, type Trust } from "./up/fixture.ts";

export const DATABASE_NAMES = "IP:127.0.0.1";

interface DatabaseWish {
  type: string;
  trust: Trust;
  findPort: () => number;
  account: { database: string; user: string; password: string };
}

interface Database {
  type: string;
  trust: Trust;
  configOf(more?: object): Config;
  check: Check;
  password: string;
}

export function databaseOf({ type, trust, findPort, account }: DatabaseWish): Database {
  const configOf = (more: object = {}) => ({ host: "127.0.0.1", port: findPort(), ...account, ...more });
  return { type, trust, configOf, check: checkOf(trust, type, configOf), password: account.password };
}

export function itLetsIn({ check }: Database, rows: readonly [string, object][]): void {
  it.each(rows)("is up with %s", async (_, more) => {
    const answer = await check(more);
    expect(answer).toMatchObject({ status: "up", message: `Responded in ${answer.responseMs} ms.` });
    const labels = ["Connect to", ...("tls" in more ? ["Start TLS"] : []), "Log in", "Query"];
    expect(answer.steps.map(({ label }) => label.replace(/ 127.*/, ""))).toEqual(labels);
  });
}

export function itTells({ check, password }: Database, rows: readonly [string, object, RegExp][]): void {
  it.each(rows)("reports %s", async (_, more, told) => {
    const answer = await check(more);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false, responseMs: null });
    expect(answer.message).toMatch(told);
    expect(JSON.stringify(answer)).not.toContain(password);
  });
}

type Expected = [expectedResult: string, query: string, status: string, told: RegExp];

const EXPECTED: readonly Expected[] = [
  ["kettle", "SELECT name FROM item", "up", /^Returned "kettle" in \d+ ms\.$/],
  ["pot", "SELECT name FROM item", "degraded", /^Expected "pot", got "kettle"\.$/],
  ["żółw", "SELECT 'żółw'", "up", /^Returned "żółw" in/],
  ["1", "SELECT NULL", "degraded", /^Expected "1", got NULL\.$/],
];

export function itExpects({ check }: Database, rows: readonly Expected[]): void {
  it.each([...EXPECTED, ...rows])("expects %s from %s: %s", async (expectedResult, query, status, told) => {
    const answer = await check({ expectedResult, query });
    expect(answer.message).toMatch(told);
    expect(answer.status).toBe(status);
  });
}

export function itEndsASlowQuery({ check }: Database, query: string): void {
  it("times out on a slow query", async () => {
    const answer = await check({ query }, 1500);
    expect(answer).toMatchObject({ status: "down", message: "Query: no response within 1500 ms." });
  });
}

export function itTakesEachKindOfTls({ type, trust, check, configOf }: Database): void {
  const caCertOf = (name: string) => readFileSync(`${trust.folder}/${name}.crt`, "utf8");

  beforeAll(() => {
    // This authority signed no certificate of any server.
    makeCertificate(trust.folder, { name: "stranger", isAuthority: true });
  });

  it.each([
    ["without verification", () => ({ tls: "verify-none", host: "localhost" })],
    ["with a custom authority", () => ({ tls: "ca", caCert: caCertOf("authority") })],
  ])("connects with TLS %s", async (_, more) => {
    const answer = await check({ user: "secured", ...more() });
    expect(answer).toMatchObject({ status: "up", certificate: { issuer: "CN=authority" } });
  });

  it("rejects a certificate of another authority", async () => {
    const answer = await check({ user: "secured", tls: "ca", caCert: caCertOf("stranger") });
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(answer.message).toMatch(/authority/);
  });

  it("rejects a certificate for another name", async () => {
    for (const more of [{ tls: "on" }, { tls: "ca", caCert: caCertOf("authority") }]) {
      const answer = await check({ user: "secured", host: "localhost", ...more });
      expect(answer).toMatchObject({ status: "down", isOwnFault: false });
      expect(answer.message).toMatch(/localhost/);
    }
  });

  it("reads the certificate when TLS is on", async () => {
    const request = { type, config: configOf({ tls: "on" }), timeoutMs: 30_000 };
    const answer = await trust.check({ ...request, shouldReadCertificate: true });
    expect(answer).toMatchObject({
      status: "up",
      certificate: { host: "127.0.0.1", issuer: "CN=authority" },
    });
  });

  itTellsARefusedConnection("127.0.0.1", check);
}

interface StringCases {
  format(options: string): string;
  rows: readonly [options: string, more: object, status: string][];
}

export function itTakesStrings({ type, trust, password }: Database, { format, rows }: StringCases): void {
  const checkBy = checkByStringOf(trust, type);

  it.each(rows)(
    "combines connection string options %j with the config %j: %s",
    async (options, more, status) => {
      const answer = await checkBy(format(options), more);
      expect(answer).toMatchObject({ status });
      expect(JSON.stringify(answer)).not.toContain(password);
    },
  );
}

type CheckBy = ReturnType<typeof checkByStringOf>;

export function itSaysWhatIsWrongWith(checkBy: CheckBy, rows: readonly [text: string, told: string][]): void {
  it.each(rows)("rejects %s without revealing the password", async (text, told) => {
    const { message, isOwnFault } = await checkBy(text);
    expect(isOwnFault).toBe(true);
    expect(message).toContain(told);
    expect(message).not.toContain("Hunter");
  });
}

export function describeHostileBy(
  { type, configOf, password }: Database,
  rows: readonly [by: string, more: object, runs: number][],
): void {
  describe.each(rows)("with %s", (_, more, runs) => {
    describeHostile(() => ({ type, config: configOf(more), secrets: [password] }), { runs });
  });
}
