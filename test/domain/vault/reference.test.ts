import { describe, expect, it } from "vitest";
import { findCheckType } from "../../../src/check/registry.ts";
import { fillReference } from "../../../src/domain/vault/fill.ts";
import {
  findSharedVaults,
  needsVaultUse,
  resolveReferences,
  showReferences,
  type VaultNames,
} from "../../../src/domain/vault/reference.ts";
import {
  ACTION_OWNER,
  atRoot,
  type FilledFields,
  findReferences,
  isInUse,
  SMTP_OWNER,
  type VaultOwner,
  type VaultSpot,
} from "../../../src/domain/vault/spots.ts";
import type { Config } from "../../../src/lib/config.ts";
import { findChannelType } from "../../../src/notify/registry.ts";
import type { VaultValues } from "../../../src/schema/vault_secret.ts";

const ACCOUNT: FilledFields = { user: "user", secret: "password" };
const OPTIONAL_ACCOUNT: FilledFields = { ...ACCOUNT, isUserOptional: true };
const MONITOR_SPOTS: Record<string, readonly VaultSpot[]> = {
  https: findCheckType("https")!.vaultSpots,
  postgresql: [atRoot(ACCOUNT)],
  mysql: [atRoot(ACCOUNT)],
  redis: [atRoot(OPTIONAL_ACCOUNT)],
  ldap: [atRoot({ user: "bindDn", secret: "password", isUserOptional: true })],
  websocket: [atRoot("authorization")],
  docker: [atRoot("authorization")],
};
const monitor = (type: string): VaultOwner => {
  return { kind: "monitor", type, spots: MONITOR_SPOTS[type] ?? [] };
};
const channel = (type: string): VaultOwner => {
  return { kind: "channel", type, spots: findChannelType(type)!.vaultSpots };
};
const secret = (id: number, name: string) => ({ id, name, type: "userpass" as const, fields: [] });
const NAMES: VaultNames = [
  { id: 1, name: "Prod", secrets: [secret(10, "db"), secret(11, "mail")] },
  { id: 2, name: "Twin", secrets: [secret(20, "db")] },
  { id: 3, name: "Twin", secrets: [secret(30, "db")] },
];
const stored = { vaultId: 1, secretId: 10 };
const named = { vault: "Prod", secret: "db" };

const USERPASS = { user: "ann", password: "pw" };
const VALUE = { value: "v" };

function fill(owner: VaultOwner, config: Config, values: VaultValues, fieldMapping = {}) {
  return findReferences(owner, config)
    .filter((found) => isInUse(found, config))
    .reduce<Config>((filled, found) => {
      const result = fillReference(filled, found, { values, fieldMapping });
      return "missing" in result ? { missing: result.missing } : result.config;
    }, config);
}

describe("filling a reference", () => {
  it.each<[string, VaultOwner, Config, VaultValues, Config]>([
    ["a database", monitor("postgresql"), { host: "h" }, USERPASS, { host: "h", ...USERPASS }],
    [
      "a connection string",
      monitor("mysql"),
      { mode: "connectionString" },
      VALUE,
      { mode: "connectionString", connectionString: "v" },
    ],
    ["a broker with only a password", monitor("redis"), {}, VALUE, { password: "v" }],
    ["a directory", monitor("ldap"), {}, USERPASS, { bindDn: "ann", password: "pw" }],
    ["a user next to it", monitor("postgresql"), { user: "eve" }, VALUE, { user: "eve", password: "v" }],
    [
      "another field name for the user",
      monitor("postgresql"),
      {},
      { username: "ann", password: "pw" },
      { user: "ann", password: "pw" },
    ],
    [
      "a header with Basic",
      monitor("docker"),
      { headers: { authorization: "old", "X-A": "1" } },
      USERPASS,
      { headers: { "X-A": "1", Authorization: `Basic ${btoa("ann:pw")}` } },
    ],
    ["a whole header", monitor("websocket"), {}, VALUE, { headers: { Authorization: "v" } }],
    ["a chat webhook", channel("slack"), {}, VALUE, { webhookUrl: "v" }],
    [
      "a field with the name of the setting",
      channel("telegram"),
      {},
      { botToken: "t", value: "v" },
      { botToken: "t" },
    ],
    ["the only field", channel("ntfy"), {}, { whatever: "w" }, { accessToken: "w" }],
    ["app and user", channel("pushover"), {}, USERPASS, { userKey: "ann", appToken: "pw" }],
    ["mail settings", SMTP_OWNER, { host: "h" }, USERPASS, { host: "h", ...USERPASS }],
  ])("works for %s", (_, owner, config, values, filled) => {
    expect(fill(owner, { ...config, vault: stored }, values)).toEqual(filled);
  });

  it("works for each secret of an action", () => {
    const secrets = [{ name: "a", vault: stored }, { name: "b" }, { name: "c", vault: stored }];
    expect(fill(ACTION_OWNER, { secrets }, USERPASS)).toEqual({
      secrets: [
        { name: "a", user: "ann", value: "pw" },
        { name: "b" },
        { name: "c", user: "ann", value: "pw" },
      ],
    });
  });

  it.each<[string, VaultOwner, string, VaultValues, string | object]>([
    ["a monitor's", monitor("https"), "X-Api-Key", VALUE, "v"],
    ["a monitor's key from a login", monitor("https"), "X-Api-Key", USERPASS, "pw"],
    ["a login as Basic", monitor("https"), "authorization", USERPASS, "Basic YW5uOnB3"],
    ["a webhook's", channel("webhook"), "Proxy-Authorization", VALUE, "v"],
    ["unchanged under another name", monitor("docker"), "X-Api-Key", VALUE, { vault: stored }],
  ])("in a header: %s", (_, owner, name, values, value) => {
    const headers = { Accept: "text/html", [name]: { vault: stored } };
    expect(fill(owner, { headers }, values)).toEqual({ headers: { Accept: "text/html", [name]: value } });
  });

  it("never breaks a header", () => {
    const config = { headers: { "X-Api-Key": { vault: stored } } };
    expect(fill(monitor("https"), config, { value: "a\r\nX-Two: b" })).toMatchObject({
      missing: expect.stringContaining("fits into a header"),
    });
  });

  it.each<[string, VaultOwner, VaultValues, object, string[]]>([
    ["the password", monitor("postgresql"), USERPASS, {}, ["pw"]],
    ["a field mapped as the user", monitor("postgresql"), USERPASS, { user: "password" }, ["pw", "pw"]],
    ["a user mapped as the password", monitor("mysql"), USERPASS, { password: "user" }, ["ann"]],
    ["both of a swap", monitor("ldap"), USERPASS, { user: "password", password: "user" }, ["ann", "pw"]],
    ["a key as the user", monitor("redis"), { key: "k", password: "p" }, { user: "key" }, ["p", "k"]],
    ["not its own user field", monitor("ldap"), { bindDn: "cn=a", password: "p" }, {}, ["p"]],
    [
      "a swap in a header",
      monitor("docker"),
      USERPASS,
      { user: "password", password: "user" },
      ["ann", "pw"],
    ],
    ["a whole header", monitor("websocket"), VALUE, {}, ["v"]],
  ])("lists what results must hide: %s", (_, owner, values, fieldMapping, hidden) => {
    const config = { vault: stored };
    const [found] = findReferences(owner, config);
    expect(fillReference(config, found!, { values, fieldMapping })).toMatchObject({ hidden });
  });

  it("fills only the sign-in method in use", () => {
    const auth = { type: "basic", basic: { vault: stored }, cas: { vault: stored } };
    expect(fill(monitor("https"), { auth }, USERPASS)).toEqual({
      auth: { type: "basic", basic: { username: "ann", password: "pw" }, cas: { vault: stored } },
    });
  });

  it.each<[Config, VaultValues, object, string]>([
    [{}, { a: "1", b: "2" }, {}, "for the secret: choose one in fieldMapping.password"],
    [{}, USERPASS, { password: "pass" }, "called pass"],
    [{}, USERPASS, { user: "who" }, "called who"],
    [{}, {}, {}, "for the secret: choose one in fieldMapping.password"],
    [{}, VALUE, {}, "for the user: enter the user beside the reference, or map it in fieldMapping.user"],
    [{}, USERPASS, { password: "constructor" }, "called constructor"],
  ])("reports the missing part: %j with %j and %j", (config, values, mapping, missing) => {
    expect(fill(monitor("mysql"), { ...config, vault: stored }, values, mapping)).toEqual({ missing });
  });
});

describe("names and ids of references", () => {
  const owner = channel("slack");
  const resolve = (vault: unknown, before: object | null = null) => {
    const old = before && { owner, config: { vault: before } };
    return resolveReferences(NAMES, { owner, config: { vault }, stored: old, root: "config" });
  };

  it("are checked even where the schema drops them, but aren't stored there", () => {
    const config = { auth: { type: "bearer", bearer: { vault: named } } };
    const sentWith = (basic: object) => ({ auth: { ...config.auth, basic: { vault: basic } } });
    const resolveSent = (sent: Config) =>
      resolveReferences(NAMES, { owner: monitor("https"), config, sent, stored: null, root: "config" });
    const resolved = { auth: { type: "bearer", bearer: { vault: stored } } };
    expect(resolveSent(sentWith(named))).toEqual({ config: resolved, problems: [] });
    expect(resolveSent(sentWith({ ...named, vault: "None" })).problems).toEqual([
      { path: "config.auth.basic.vault.vault", message: "There is no vault named None." },
    ]);
    const withId = { auth: { type: "bearer", bearer: { vault: { ...named, vaultId: 1 } } } };
    expect(resolveSent(withId).problems.map(({ path }) => path)).toEqual([
      "config.auth.bearer.vault.vaultId",
    ]);
    expect(resolveSent({ ...config, vault: named }).problems.map(({ path }) => path)).toEqual([
      "config.vault",
    ]);
  });

  it("are converted both ways", () => {
    const mapped = { fieldMapping: { password: "p" } };
    expect(resolve({ ...named, ...mapped })).toEqual({
      config: { vault: { ...stored, ...mapped } },
      problems: [],
    });
    const config = { text: "t", vault: { ...stored, ...mapped } };
    expect(showReferences(NAMES, { owner, config })).toEqual({ text: "t", vault: { ...named, ...mapped } });
  });

  it("keep the stored value if sent back unchanged, even if the name is ambiguous or deleted", () => {
    const twin = { vaultId: 3, secretId: 30 };
    expect(resolve({ vault: "Twin", secret: "db" }, twin).config).toEqual({ vault: twin });
    expect(resolve({ vault: "Twin", secret: "db" }).problems).toHaveLength(1);
    const gone = { vaultId: 1, secretId: 99 };
    const placeholder = { vault: "Prod", secret: "(deleted secret 99)" };
    expect(showReferences(NAMES, { owner, config: { vault: gone } })).toEqual({ vault: placeholder });
    expect(resolve(placeholder, gone).config).toEqual({ vault: gone });
    const remapped = { ...placeholder, fieldMapping: { password: "p" } };
    expect(resolve(remapped, gone).problems[0]?.message).toMatch(/^This refers to something deleted/);
  });

  it("in a list are kept and matched by position", () => {
    const twins = [
      { name: "a", vault: { vaultId: 2, secretId: 20 } },
      { name: "b", vault: { vaultId: 3, secretId: 30 } },
    ];
    const before = { owner: ACTION_OWNER, config: { secrets: twins } };
    const answered = showReferences(NAMES, before);
    const kept = resolveReferences(NAMES, {
      owner: ACTION_OWNER,
      config: answered,
      stored: before,
      root: "config",
    });
    expect(kept).toEqual({ config: { secrets: twins }, problems: [] });
    const wrong = {
      secrets: [
        { name: "a", vault: named },
        { name: "b", vault: { ...named, secret: "x" } },
      ],
    };
    const { problems } = resolveReferences(NAMES, {
      owner: ACTION_OWNER,
      config: wrong,
      stored: null,
      root: "Action[a].config",
    });
    expect(problems.map(({ path }) => path)).toEqual(["Action[a].config.secrets[1].vault.secret"]);
  });

  it("in two vaults with the same name are reported as ambiguous", () => {
    const config = { vault: { vaultId: 3, secretId: 30 } };
    expect(findSharedVaults(NAMES, { owner, config })).toEqual(["Twin"]);
    expect(findSharedVaults(NAMES, { owner, config: { vault: stored } })).toEqual([]);
  });
});

describe("vault:use", () => {
  const action = (secrets: object[], more: object = {}) => ({
    owner: ACTION_OWNER,
    config: { url: "https://a.example", ...more, secrets },
  });
  const https = (names: string[], more: object = {}) => ({
    owner: monitor("https"),
    config: {
      url: "https://a.example",
      headers: Object.fromEntries(names.map((name) => [name, { vault: named }])),
      ...more,
    },
  });
  const a = { name: "a", vault: named };
  const b = { name: "b", vault: { ...named, secret: "mail" } };

  it.each([
    ["isn't needed without a reference", null, action([]), false],
    ["is needed to add the first reference", action([]), action([a]), true],
    ["is needed to create an object with a reference", null, action([a]), true],
    ["is needed to add another reference", action([a]), action([a, b]), true],
    [
      "isn't needed to remove all references with other changes",
      action([a, b]),
      action([], { url: "https://b.example" }),
      false,
    ],
    ["isn't needed to remove one reference", action([a, b]), action([b]), false],
    [
      "is needed to remove one reference with other changes",
      action([a, b]),
      action([b], { url: "https://b.example" }),
      true,
    ],
    ["isn't needed to reorder references", action([a, b]), action([b, a]), false],
    ["is needed to rename the entry", action([a]), action([{ ...a, name: "c" }]), true],
    ["is needed to send it to another address", action([a]), action([a], { url: "https://b.example" }), true],
    [
      "is needed to use it with another type",
      { owner: monitor("mysql"), config: { host: "h", vault: named } },
      { owner: monitor("postgresql"), config: { host: "h", vault: named } },
      true,
    ],
    [
      "isn't needed to reorder the keys",
      { owner: monitor("mysql"), config: { host: "h", vault: named } },
      { owner: monitor("mysql"), config: { vault: { secret: "db", vault: "Prod" }, host: "h" } },
      false,
    ],
    ["isn't needed to remove a header", https(["A-Key", "B-Key"]), https(["A-Key"]), false],
    [
      "is needed to remove a header and send another elsewhere",
      https(["A-Key", "B-Key"]),
      https(["A-Key"], { url: "https://b.example" }),
      true,
    ],
    ["is needed to rename a header", https(["A-Key"]), https(["B-Key"]), true],
  ])("%s", (_, before, after, needs) => {
    expect(needsVaultUse(before, after)).toBe(needs);
  });
});
