import { describe, expect, it } from "vitest";
import { awaitReady } from "../../../scripts/deploy/ready.ts";
import { type Account, addDatabase, addQueue, Refused } from "./account.ts";
import { addMigrated, addWorker, deploy, platformWith, siteThatSays } from "./deployment.ts";

const WATCH = { type: "durable_object_namespace", name: "WATCH", class_name: "Watch" };

interface Case {
  name: string;
  account?: (account: Account) => void;
  args?: string[];
  env?: Record<string, string>;
  says: string;
}

const BEFOREHAND: readonly Case[] = [
  { name: "no one is signed in", env: { CLOUDFLARE_API_TOKEN: "" }, says: "run `npx wrangler login` first" },
  { name: "the token is rejected", env: { CLOUDFLARE_API_TOKEN: "old" }, says: "did not accept the sign-in" },
  {
    name: "the sign-in has several accounts",
    account: (account) => account.others.push({ id: "fedcba", name: "Other" }),
    says: "set CLOUDFLARE_ACCOUNT_ID to one of them.\n  0123456789abcdef0123456789abcdef  Acme\n  fedcba  Other",
  },
  {
    name: "the network is unavailable",
    env: { CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9" },
    says: "internet connection",
  },
  {
    name: "there is no workers.dev subdomain",
    account: (account) => (account.subdomain = null),
    says: "choose one",
  },
  { name: "R2 is not switched on", account: (account) => (account.hasR2 = false), says: "switch it on" },
  {
    name: "the name belongs to another Worker",
    account: (account) =>
      addWorker(account, "uptide", { bindings: [{ type: "plain_text", name: "X", text: "" }] }),
    says: 'this account has a Worker "uptide" that isn\'t Uptide. Deploy under another name',
  },
  {
    name: "the database belongs to another application",
    account: (account) => addDatabase(account, "uptide").sqlite.exec("CREATE TABLE orders (id INTEGER)"),
    says: "database \"uptide\" in this account belongs to something else: it has tables that aren't Uptide's, such as orders",
  },
  {
    name: "the database is newer",
    account: (account) => {
      addMigrated(account, "uptide");
      const [database] = account.databases.values();
      database?.sqlite.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
    },
    says: "is newer than this version (it has 9999_later.sql)",
  },
  {
    name: "the Worker's database is missing",
    account: (account) => {
      addWorker(account, "uptide", { bindings: [WATCH, { type: "d1", name: "DB", id: "gone" }] });
    },
    says: "is no longer in the account",
  },
  {
    name: "a queue belongs to another Worker",
    account: (account) => {
      addQueue(account, "uptide-actions").consumers.push({ consumer_id: "1", script: "shop", settings: {} });
    },
    says: 'the Worker "shop" uses it',
  },
  {
    name: "the domain belongs to another Worker",
    args: ["--domain", "status.example.com"],
    account: (account) => {
      account.zones.push({ id: "zone", name: "example.com", status: "active" });
      account.domains.set("status.example.com", "shop");
    },
    says: 'status.example.com belongs to the Worker "shop"',
  },
  {
    name: "no zone contains the domain",
    args: ["--domain", "status.example.com"],
    says: "No zone in this account contains",
  },
  {
    name: "the zone is not active",
    args: ["--domain", "example.com"],
    account: (account) => account.zones.push({ id: "zone", name: "example.com", status: "pending" }),
    says: "set the name servers",
  },
  { name: "an option is unknown", args: ["--force"], says: "npm run deploy -- --help" },
  { name: "the name is invalid", args: ["--name", "My Page"], says: "lowercase letters" },
  {
    name: "the address is invalid",
    args: ["--url", "status.example.com"],
    says: "an address such as https://",
  },
  { name: "the domain is invalid", args: ["--domain", "https://example.com"], says: "only the hostname" },
];

const ON_THE_WAY: readonly Case[] = [
  {
    name: "the plan allows no more databases",
    account: (account) => (account.limits.databases = 0),
    says: "as many D1 databases",
  },
  {
    name: "the plan allows no more queues",
    account: (account) => (account.limits.queues = 1),
    says: "create the queue uptide-actions",
  },
  {
    name: "the plan allows no more Workers",
    account: (account) => {
      account.limits.scripts = 0;
      addMigrated(account, "uptide");
    },
    says: "as many Workers as its plan allows",
  },
  {
    name: "the plan allows no more cron triggers",
    account: (account) => {
      account.limits.crons = 0;
      addMigrated(account, "uptide");
    },
    says: "as many cron triggers",
  },
  {
    name: "the domain has its own DNS records",
    args: ["--domain", "www.example.com"],
    account: (account) => {
      account.zones.push({ id: "zone", name: "example.com", status: "active" });
      account.dnsRecords.push("www.example.com");
      addMigrated(account, "uptide");
    },
    says: "www.example.com already has DNS records or another Worker",
  },
];

async function expectRefusal({ account, args = [], env, says }: Case) {
  const platform = await platformWith(account);
  const { code, out } = await deploy(platform, ["--wait", "0", ...args], env);
  expect([code, out]).toEqual([1, expect.stringContaining(says)]);
  expect(out).not.toMatch(/\n\s+at /);
  expect(out.trim()).toMatch(/[.)]$|--help$|Other$/);
  return platform;
}

describe.concurrent("a deploy that fails", () => {
  it.each(BEFOREHAND)("gives advice and changes nothing: $name", async (known) => {
    const { asked } = await expectRefusal(known);
    expect(asked.filter((line) => !line.startsWith("GET ") && !line.endsWith("/query"))).toEqual([]);
  });

  it.each(ON_THE_WAY)("gives advice: $name", async (known) => {
    const { account } = await expectRefusal(known);
    expect(account.domains.size).toBe(0);
  });

  it("reports a failure of the platform", async () => {
    const platform = await platformWith();
    platform.refusals.set("POST /r2/buckets", new Refused(503, 10001 + 900, "Internal error"));
    const { code, out } = await deploy(platform, []);
    expect([code, out]).toEqual([1, expect.stringContaining("wait a few minutes and deploy again")]);
  });
});

describe.concurrent("waiting for a deployed Worker", () => {
  it("reports its problems when it is not ready", async () => {
    const platform = await platformWith((account) => addMigrated(account, "uptide"));
    const url = await siteThatSays(503, { status: "not_ready", problems: ["SECRET_KEY isn't 32 bytes."] });
    const { code, out } = await deploy(platform, ["--url", url]);
    expect([code, out]).toEqual([1, expect.stringContaining("not ready:\n- SECRET_KEY isn't 32 bytes.")]);
  });

  it("distinguishes a ready Worker from one that is not set up", async () => {
    const ready = await siteThatSays(200, { status: "ready" });
    expect(await awaitReady(ready, 1)).toEqual({ state: "ready" });
    const problems = ["Uptide is not set up yet: open /admin."];
    const fresh = await siteThatSays(503, { status: "not_ready", problems });
    expect(await awaitReady(fresh, 1)).toEqual({ state: "not set up" });
  });

  it("stops at the time limit when nothing, or something else, responds", async () => {
    const nothing = { state: "silent", last: "nothing responds there yet" };
    expect(await awaitReady("http://127.0.0.1:9", 1)).toEqual(nothing);
    const other = { state: "silent", last: "something else responds there, with 404" };
    expect(await awaitReady(await siteThatSays(404, "no such page"), 1)).toEqual(other);
  });
});
