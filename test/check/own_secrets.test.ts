import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeOwnSecrets, openAttempt } from "../../scripts/agent/own_secrets.ts";

const folder = mkdtempSync(join(tmpdir(), "uptide-secrets-"));
const dir = join(folder, "secrets");
const envFile = join(folder, "agent.env");
const env = { UPTIDE_SECRET_API_KEY: "from-environment", HOME: "/root", UPTIDE_AGENT_TOKEN: "upa_own" };
const secrets = makeOwnSecrets({ env, envFile, dir });

beforeAll(() => {
  mkdirSync(join(dir, "database"), { recursive: true });
  writeFileSync(join(dir, "token"), "from-file\n");
  writeFileSync(join(dir, "database", "user"), "reader");
  writeFileSync(join(dir, "database", "password"), "p 1\r\n");
  writeFileSync(join(dir, "pair.json"), '{"id":7,"key":"k"}');
  writeFileSync(join(folder, "outside"), "not for checks");
  writeFileSync(envFile, 'WIKI_USER=anna\nWIKI_PASSWORD="w#1"\nplain=from-env-file\n');
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("an agent's own secrets", () => {
  it.each([
    ["api key", "value", { value: "from-environment" }],
    ["token", "value", { value: "from-file" }],
    ["plain", "value", { value: "from-env-file" }],
    ["wiki", "userpass", { user: "anna", password: "w#1" }],
    ["database", "userpass", { user: "reader", password: "p 1" }],
    ["database", "json", { user: "reader", password: "p 1" }],
    ["pair.json", "json", { id: "7", key: "k" }],
  ] as const)("are found by name: %s of type %s", (name, type, values) => {
    expect(secrets.read(name, type)).toEqual(values);
  });

  it("are read at each check, so a rotated secret needs no restart", () => {
    writeFileSync(join(dir, "rotated"), "old");
    expect(secrets.read("rotated", "value")).toEqual({ value: "old" });
    writeFileSync(join(dir, "rotated"), "new");
    expect(secrets.read("rotated", "value")).toEqual({ value: "new" });
  });

  it.each(["HOME", "UPTIDE_AGENT_TOKEN", "../outside", "..", "/etc/passwd", ".env", "constructor"])(
    "never include anything else on the machine: %s",
    (name) => {
      expect(() => secrets.read(name, "value")).toThrow(/^The agent (has no secret|can't look for)/);
    },
  );

  it("are named with their settings if one is missing", () => {
    const missing =
      "The agent has no secret mail: set UPTIDE_SECRET_MAIL_USER and UPTIDE_SECRET_MAIL_PASSWORD";
    expect(() => secrets.read("mail", "userpass")).toThrow(missing);
  });

  it("are hidden in results, like those that the service filled in", () => {
    const fieldMapping = { user: "password", password: "user" };
    const vault = { vault: "Intranet", secret: "wiki", type: "userpass", fieldMapping };
    const attempt = { type: "postgresql", config: { host: "db.lan", vault }, hidden: ["from-service"] };
    expect(openAttempt(attempt, secrets)).toMatchObject({ hidden: ["from-service", "anna", "w#1"] });
  });

  it("replace their reference, and a missing one isn't a failure of the target", () => {
    const config = (secret: string, type: string) => ({
      url: "https://wiki.lan/",
      auth: { type: "basic", basic: { vault: { vault: "Intranet", secret, type } } },
    });
    const open = (given: object) => openAttempt({ type: "https", config: { ...given } }, secrets);
    expect(open(config("wiki", "userpass"))).toMatchObject({
      config: { auth: { basic: { username: "anna", password: "w#1" } } },
    });
    expect(open(config("mail", "userpass"))).toMatchObject({ fault: { isOwnFault: true } });
    const plain = { config: { url: "https://wiki.lan/" }, hidden: [] };
    expect(open(plain.config)).toEqual(plain);
  });
});
