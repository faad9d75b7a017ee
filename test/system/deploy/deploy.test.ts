import { describe, expect, it } from "vitest";
import { listMigrations } from "../../../scripts/deploy/shipped.ts";
import { PanelClient } from "../panel_client.ts";
import { addDatabase, addQueue } from "./account.ts";
import {
  addMigrated,
  addWorker,
  bindingsOf,
  consumersOf,
  deploy,
  migrationsOf,
  platformWith,
  siteThatSays,
} from "./deployment.ts";
import { serveUploaded } from "./uploaded.ts";

const NOT_SET_UP = { status: "not_ready", problems: ["Uptide is not set up yet: open /admin."] };
const KEY = { type: "secret_text", name: "SECRET_KEY", text: "the key that is there" };
const BINDINGS = [
  ...[
    "ACTIONS",
    "AGENT",
    "ALERTS",
    "ASSETS",
    "BACKUPS",
    "DB",
    "DELIVERIES",
    "FEED_LIMIT",
    "FILES",
    "GATE",
    "HOOK_LIMIT",
    "LIVE",
  ],
  ...[
    "LOG_LEVEL",
    "MIRROR",
    "MIRROR_BUCKET",
    "PAGE",
    "PLACE",
    "PUBLIC_URL",
    "PUSH_CONTACT",
    "READ_LIMIT",
    "SECRET_KEY",
    "STATUS_LIMIT",
    "SUBSCRIBERS",
  ],
  ...["SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE", "TOKEN_LIMIT", "UPDATE_CHECK", "UPDATE_URL", "WATCH"],
];
const QUEUES = {
  "uptide-deliveries": ["uptide"],
  "uptide-actions": ["uptide"],
  "uptide-subscribers": ["uptide"],
};

describe.concurrent("npm run deploy", () => {
  it("creates everything on a fresh account, then only changes the code, then adds a domain", async () => {
    const platform = await platformWith((account) => {
      account.zones.push({ id: "zone", name: "example.com", status: "active" });
    });
    const { account, asked } = platform;
    const url = await siteThatSays(503, NOT_SET_UP);

    const first = await deploy(platform, ["--url", `${url}/`]);
    expect(first).toEqual({ code: 0, out: expect.stringContaining(`Set it up at ${url}/admin/setup`) });
    expect([...account.databases.values()].map(({ name }) => name)).toEqual(["uptide"]);
    expect(migrationsOf(account, "uptide")).toEqual(listMigrations());
    expect([...account.buckets]).toEqual(["uptide-files", "uptide-mirror"]);
    expect(consumersOf(account)).toEqual(QUEUES);
    const script = account.scripts.get("uptide")!;
    expect([...script.classes].sort()).toEqual([
      "Agent",
      "Alerts",
      "Backups",
      "Gate",
      "Live",
      "Mirror",
      "Page",
      "Place",
      "Watch",
    ]);
    expect(script).toMatchObject({
      migrationTag: "v7",
      schedules: ["* * * * *"],
      workersDev: true,
      previews: false,
    });
    expect(script.assets).toBeGreaterThan(50);
    const made = bindingsOf(account, "uptide");
    expect(Buffer.from(String(made["SECRET_KEY"]?.["text"]), "base64")).toHaveLength(32);
    expect(first.out).not.toContain(String(made["SECRET_KEY"]?.["text"]));
    expect(made["PUBLIC_URL"]?.["text"]).toBe(url);
    expect(made["DB"]?.["id"]).toBe([...account.databases.keys()][0]);
    expect(Object.keys(made).sort()).toEqual(BINDINGS);
    expect([made["FILES"], made["MIRROR_BUCKET"]]).toMatchObject([
      { bucket_name: "uptide-files" },
      { bucket_name: "uptide-mirror" },
    ]);
    const lastQuery = asked.findLastIndex((line) => line.endsWith("/query"));
    expect(lastQuery).toBeGreaterThan(0);
    expect(lastQuery).toBeLessThan(asked.indexOf("PUT /workers/scripts/uptide"));

    asked.length = 0;
    script.bindings.push({ type: "plain_text", name: "OWN", text: "set in the dashboard" });
    made["LOG_LEVEL"]!["text"] = "debug";
    const before = structuredClone(script.bindings);
    const second = await deploy(platform, []);
    expect(second).toEqual({ code: 0, out: expect.stringContaining(`Set it up at ${url}/admin/setup`) });
    expect(second.out).not.toContain("\n+ ");
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(script.bindings.toSorted(byName)).toEqual(before.toSorted(byName));
    expect(script.versions).toHaveLength(2);
    expect(script.deployments).toEqual(script.versions);
    expect(consumersOf(account)).toEqual(QUEUES);
    expect(asked.filter((line) => /^POST .*\/(?:database|buckets|queues)$/.test(line))).toEqual([]);

    account.domains.set("www.example.com", "blog");
    const third = await deploy(platform, ["--domain", "Status.example.com"]);
    expect(third).toEqual({ code: 0, out: expect.stringContaining("+ domain status.example.com") });
    expect(Object.fromEntries(account.domains)).toEqual({
      "www.example.com": "blog",
      "status.example.com": "uptide",
    });
    expect(bindingsOf(account, "uptide")["PUBLIC_URL"]?.["text"]).toBe(url);
    expect(platform.unknown).toEqual([]);
  });

  it("uploads a Worker that serves the page and the panel by itself", async () => {
    const platform = await platformWith();
    const ran = await deploy(platform, ["--url", "http://status.test", "--wait", "0"]);
    expect(ran.code).toBe(0);
    const served = await serveUploaded(platform.account, "uptide");
    try {
      const panel = await PanelClient.open(served.address);
      const { id } = await panel.post<{ id: number }>("/api/v1/admin/monitors", {
        name: "Shop",
        type: "webhook",
        config: {},
      });
      const children = [{ id: "shop", type: "monitor", monitorId: id }];
      await panel.send("PUT", "/api/v1/admin/layout", { tree: { id: "root", type: "page", children } });
      const page = await (await fetch(`${served.address}/`)).text();
      expect(page).toContain("Shop");
      const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
      expect(scripts.length).toBeGreaterThan(0);
      for (const path of ["/admin", ...scripts, "/api/v1/openapi.json"])
        expect([path, (await fetch(served.address + path)).status]).toEqual([path, 200]);
      const ready = await fetch(`${served.address}/ready`);
      expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining("ready")]);
    } finally {
      await served.stop();
    }
  });

  it("continues on a half-prepared account, and keeps the key", async () => {
    const platform = await platformWith((account) => {
      const { sqlite } = addDatabase(account, "uptide");
      sqlite.exec(
        "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TEXT)",
      );
      addQueue(account, "uptide-actions");
      addWorker(account, "uptide", { bindings: [KEY] });
    });
    const { account } = platform;
    const ran = await deploy(platform, ["--wait", "0"]);
    expect(ran).toEqual({ code: 0, out: expect.stringContaining("= secret SECRET_KEY") });
    expect(account.databases.size).toBe(1);
    expect(migrationsOf(account, "uptide")).toEqual(listMigrations());
    expect([...account.buckets]).toEqual(["uptide-files", "uptide-mirror"]);
    expect(consumersOf(account)).toEqual({ ...QUEUES, "uptide-actions": ["uptide"] });
    const bindings = bindingsOf(account, "uptide");
    expect(bindings["SECRET_KEY"]).toEqual(KEY);
    expect(bindings["PUBLIC_URL"]?.["text"]).toBe("https://uptide.acme.workers.dev");
    expect(account.scripts.get("uptide")).toMatchObject({ schedules: ["* * * * *"], workersDev: true });
    expect(platform.unknown).toEqual([]);
  });

  it("creates a second instance with its own resources", async () => {
    const platform = await platformWith((account) => {
      addMigrated(account, "uptide");
      account.buckets.add("uptide-files");
      addWorker(account, "uptide", { bindings: [KEY], modules: ["worker.js"] });
      addQueue(account, "uptide-actions").consumers.push({
        consumer_id: "1",
        script: "uptide",
        settings: {},
      });
    });
    const { account } = platform;
    expect(await deploy(platform, ["--name", "second", "--wait", "0"])).toMatchObject({ code: 0 });
    expect([...account.databases.values()].map(({ name }) => name)).toEqual(["uptide", "second"]);
    expect([...account.buckets]).toEqual(["uptide-files", "second-files", "second-mirror"]);
    expect(consumersOf(account)).toEqual({
      "uptide-actions": ["uptide"],
      "second-deliveries": ["second"],
      "second-actions": ["second"],
      "second-subscribers": ["second"],
    });
    expect(account.scripts.get("uptide")?.bindings).toEqual([KEY]);
    const bindings = bindingsOf(account, "second");
    expect(bindings["DELIVERIES"]?.["queue_name"]).toBe("second-deliveries");
    expect(bindings["FILES"]?.["bucket_name"]).toBe("second-files");
    expect(bindings["SECRET_KEY"]?.["text"]).not.toBe(KEY.text);
    expect(bindings["TOKEN_LIMIT"]?.["namespace_id"]).not.toBe("1001");
    expect(bindings["TOKEN_LIMIT"]?.["namespace_id"]).not.toBe(bindings["HOOK_LIMIT"]?.["namespace_id"]);
    expect(platform.unknown).toEqual([]);
  });

  it("shows its plan with --check, and changes nothing", async () => {
    const platform = await platformWith((account) => addMigrated(account, "uptide"));
    const { code, out } = await deploy(platform, ["--check"]);
    expect([code, out.split("\n")]).toEqual([
      0,
      expect.arrayContaining([
        "= D1 database uptide",
        "= database up to date",
        "+ R2 bucket uptide-files",
        "+ R2 bucket uptide-mirror",
        "+ queue uptide-subscribers",
        "+ secret SECRET_KEY",
        "+ Worker uptide",
        "  PUBLIC_URL https://uptide.acme.workers.dev",
        "Nothing was changed.",
      ]),
    ]);
    const changes = platform.asked.filter((line) => !line.startsWith("GET ") && !line.endsWith("/query"));
    expect(changes).toEqual([]);
    expect(
      platform.account.scripts.size + platform.account.queues.length + platform.account.buckets.size,
    ).toBe(0);
  });

  it("deploys on a domain only when there is no workers.dev, with PUBLIC_URL set to it", async () => {
    const platform = await platformWith((account) => {
      account.subdomain = null;
      account.zones.push({ id: "zone", name: "example.com", status: "active" });
      addMigrated(account, "uptide");
    });
    const ran = await deploy(platform, ["--domain", "example.com", "--wait", "0"]);
    expect(ran).toEqual({ code: 0, out: expect.stringContaining("https://example.com/admin/setup") });
    expect(platform.account.domains.get("example.com")).toBe("uptide");
    expect(platform.account.scripts.get("uptide")?.workersDev).toBe(false);
    expect(bindingsOf(platform.account, "uptide")["PUBLIC_URL"]?.["text"]).toBe("https://example.com");
  });

  it("adds several domains at once, and lists those to assign to a page", async () => {
    const platform = await platformWith((account) => {
      account.zones.push({ id: "zone", name: "example.com", status: "active" });
      account.zones.push({ id: "other", name: "customer.example", status: "active" });
    });
    const domains = ["--domain", "status.example.com", "--domain", "status.customer.example"];
    const ran = await deploy(platform, [...domains, "--wait", "0"]);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/^\+ domain status\.example\.com$/m);
    expect(ran.out).toMatch(/^\+ domain status\.customer\.example: assign it to a page/m);
    expect(Object.fromEntries(platform.account.domains)).toEqual({
      "status.example.com": "uptide",
      "status.customer.example": "uptide",
    });
    expect(bindingsOf(platform.account, "uptide")["PUBLIC_URL"]?.["text"]).toBe("https://status.example.com");
    const again = await deploy(platform, [...domains, "--domain", "shop.elsewhere.example", "--check"]);
    expect([again.code, again.out]).toEqual([
      1,
      expect.stringContaining("No zone in this account contains shop"),
    ]);
  });
});
