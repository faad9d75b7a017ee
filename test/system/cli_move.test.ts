import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments, stringify as toYaml } from "yaml";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { startBetterStack } from "./better_stack.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, ROOT, startProduct } from "./start/product.ts";
import { startStatuspage } from "./statuspage.ts";
import { startUptimeRobot } from "./uptime_robot.ts";

const CLI = join(ROOT, "scripts/cli/main.mjs");
const GROUND = "They confirmed on our old page.";
let product: Product;
let there: Awaited<ReturnType<typeof startBetterStack>>;
let statuspage: Awaited<ReturnType<typeof startStatuspage>>;
let robot: Awaited<ReturnType<typeof startUptimeRobot>>;
let env: Record<string, string>;

beforeAll(async () => {
  [product, there, robot, statuspage] = await Promise.all([
    startProduct({ variables: { LOG_LEVEL: "error" } }),
    startBetterStack(),
    startUptimeRobot(),
    startStatuspage(),
  ]);
  const panel = await PanelClient.open(product.address);
  const body = { name: "moving", permissions: ["monitors:write", "channels:write", "appearance:write"] };
  const { token } = await panel.post<{ token: string }>("/api/v1/admin/api-tokens", body);
  env = {
    PATH: process.env["PATH"] ?? "",
    UPTIDE_URL: product.address,
    UPTIDE_TOKEN: token,
    UPTIDE_EMAIL: PanelClient.admin.email,
    UPTIDE_PASSWORD: PanelClient.admin.password,
    UPTIDE_IMPORT_KEY: there.key,
    UPTIDE_IMPORT_URL: there.address,
  };
});

afterAll(async () => {
  there.stop();
  robot.stop();
  statuspage.stop();
  await product.stop();
  rmSync(product.stateDir, { recursive: true, force: true });
});

function run(args: readonly string[], more: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], { env: { ...env, ...more } }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const put = async (document: string) =>
  await fetch(`${product.address}/api/v1/admin/config/apply`, {
    method: "POST",
    headers: { Authorization: `Bearer ${env["UPTIDE_TOKEN"]}`, "Content-Type": "application/yaml" },
    body: document,
  });

const readPage = async () =>
  (await (await fetch(`${product.address}/api/v1/public/page`)).json()) as PublicPage;

describe("moving from Better Stack", () => {
  it("shows documents and losses, and writes nothing", async () => {
    const { code, out, err } = await run(["import", "better-stack"]);
    expect([code, err]).toEqual([0, expect.stringContaining("Nothing was written")]);
    expect(err).toContain('monitor "Browser": the type playwright has no counterpart; left out.');
    expect(err).toContain('monitor "Shop": its regions are not imported.');
    expect(err).toContain("To import: 4 Monitor, 1 Layout, 1 incidents, 1 maintenance, 2 subscribers.");
    expect(err).toContain("subscribers: 1 who never confirmed their email; left out.");
    expect(err).toContain("subscribers: 1 who chose only other components; left out.");
    const documents = parseAllDocuments(out).map((one) => one.toJS() as Record<string, unknown>);
    expect(documents).toMatchObject([
      {
        key: "shop",
        type: "https",
        intervalSecs: 30,
        timeoutMs: 15_000,
        failureThreshold: 3,
        config: { expectedStatus: "200-299" },
      },
      { key: "mail", type: "smtp", timeoutMs: 5000, config: { port: 465, security: "tls" } },
      { key: "name", type: "dns", config: { hostname: "shop.example.com", resolver: "1.1.1.1:53" } },
      { key: "backup", type: "webhook", intervalSecs: 3600, config: { graceSecs: 300 } },
      { kind: "Layout" },
    ]);
    expect(out + err).not.toContain(there.key);
    expect((await readPage()).monitors).toEqual([]);
  });

  it("imports monitors, groups and past incidents onto the public page, and a second run adds nothing", async () => {
    const first = await run(["import", "better-stack", "--apply"]);
    expect([first.code, first.out]).toEqual([0, expect.stringContaining("Documents: 4 created, 1 changed")]);
    expect(first.out).toMatch(/incidents +1 +1 +0\n/);
    const own = { name: "Our shop", key: "shop", type: "https", config: { url: "https://ours.example.com" } };
    expect((await put(`kind: Monitor\n${toYaml(own)}`)).status).toBe(200);
    const second = await run(["import", "better-stack", "--apply"]);
    expect(second.err).toContain("Monitors and channels that already exist are left unchanged: 1.");
    expect(second.out).toContain("Documents: 0 created, 0 changed, 5 unchanged.");
    expect((await readPage()).monitors.map(({ name }) => name)).toContain("Our shop");
    expect(second.out).toMatch(/incidents +1 +0 +1\nmaintenance +1 +0 +1\n/);
    const answer = await fetch(`${product.address}/api/v1/public/incidents`);
    const { items } = (await answer.json()) as { items: PublicPage["incidents"] };
    expect(items).toMatchObject([
      {
        title: "Checkout fails",
        impact: "major",
        resolvedAt: "2026-03-02T11:00:00.000Z",
        components: [{ name: "Our shop" }],
        updates: [{ status: "resolved" }, { status: "investigating", body: "Payments fail." }],
      },
    ]);
    await expect
      .poll(async () => (await readPage()).layout.children.map((one) => "label" in one && one.label))
      .toEqual(["Front"]);
  });

  it("imports confirmed subscribers with a legal ground, and what each follows", async () => {
    const { out } = await run(["import", "better-stack", "--json"]);
    expect(JSON.parse(out).history.subscribers).toEqual([
      { email: "eve@example.com" },
      { email: "fay@example.com", monitorKeys: ["shop"] },
    ]);
    const without = await run(["import", "better-stack", "--apply"]);
    expect(without.err).toContain("2 subscribers are left out. To import them, say with --ground why");
    const first = await run(["import", "better-stack", "--apply", "--ground", GROUND]);
    expect(first.out).toMatch(/subscribers +2 +2 +0\n/);
    const second = await run(["import", "better-stack", "--apply", "--ground", GROUND]);
    expect(second.out).toMatch(/subscribers +2 +0 +2\n/);
  });

  it("rejects a wrong key", async () => {
    const { code, err } = await run(["import", "better-stack"], { UPTIDE_IMPORT_KEY: "wrong" });
    expect([code, err]).toEqual([1, expect.stringContaining("Better Stack refuses the key")]);
  });
});

describe("moving from UptimeRobot", () => {
  const from = () => ({ UPTIDE_IMPORT_KEY: robot.key, UPTIDE_IMPORT_URL: robot.address });

  it("shows documents and losses, and writes nothing", async () => {
    const { code, out, err } = await run(["import", "uptimerobot"], from());
    expect([code, err]).toEqual([0, expect.stringContaining("Nothing was written")]);
    for (const lost of [
      'monitor "Game": the type UDP has no counterpart; left out.',
      'monitor "No errors": it was paused; documents can\'t pause a monitor.',
      'maintenance "Weekly": it recurs: schedule it under Maintenance; left out.',
      "announcements and subscribers of pages: UptimeRobot doesn't export them.",
    ])
      expect(err).toContain(lost);
    expect(err).toContain("To import: 6 Monitor, 1 Layout, 1 maintenance.");
    const documents = parseAllDocuments(out).map((one) => one.toJS() as Record<string, unknown>);
    expect(documents).toMatchObject([
      {
        key: "store",
        type: "https",
        intervalSecs: 60,
        timeoutMs: 20_000,
        config: { keyword: "Basket", expectedStatus: "200-299,301", headers: { "X-Team": "store" } },
        tags: [{ label: "web" }],
      },
      { key: "store-example-com-domain", type: "domain", config: { domain: "store.example.com" } },
      { key: "no-errors", config: { keyword: "Traceback", keywordAbsent: true, expectedStatus: "200-299" } },
      { key: "router", type: "ping", config: { port: 80 } },
      { key: "mail-port", type: "tcp", config: { host: "mail.example.com", port: 993 } },
      { key: "nightly", type: "webhook", intervalSecs: 3600, config: { graceSecs: 600 } },
      {
        kind: "Layout",
        children: [{ label: "Acme store", children: [{ monitor: "store" }, { monitor: "nightly" }] }],
      },
    ]);
    expect((documents[0] as { config: object }).config).not.toHaveProperty("keywordAbsent");
    expect(out + err).not.toContain(robot.key);
  });

  it("imports the page's group onto the public page, and a second run adds nothing", async () => {
    const first = await run(["import", "uptimerobot", "--apply"], from());
    expect([first.code, first.out]).toEqual([0, expect.stringContaining("Documents: 6 created, 1 changed")]);
    expect(first.out).toMatch(/maintenance +1 +1 +0\n/);
    const second = await run(["import", "uptimerobot", "--apply"], from());
    expect(second.out).toContain("Documents: 0 created, 0 changed, 7 unchanged.");
    expect(second.out).toMatch(/maintenance +1 +0 +1\n/);
    await expect
      .poll(async () => (await readPage()).layout.children.map((one) => "label" in one && one.label))
      .toEqual(["Acme store"]);
  });
});

describe("moving from Statuspage", () => {
  const from = () => ({ UPTIDE_IMPORT_KEY: statuspage.key, UPTIDE_IMPORT_URL: statuspage.address });

  it("shows documents and losses, and writes nothing", async () => {
    const { code, out, err } = await run(["import", "statuspage"], from());
    expect([code, err]).toEqual([0, expect.stringContaining("Nothing was written")]);
    for (const lost of [
      "components: 3 become monitors whose status is set by hand",
      "subscribers: 1 quarantined there; left out.",
      "subscribers: 1 by text message or webhook have no counterpart; left out.",
      'incident "Payments fail": its post-mortem becomes the last update.',
    ])
      expect(err).toContain(lost);
    expect(err).toContain("To import: 3 Monitor, 1 Layout, 1 incidents, 1 maintenance, 2 subscribers.");
    const documents = parseAllDocuments(out).map((one) => one.toJS() as Record<string, unknown>);
    expect(documents).toMatchObject([
      { key: "payments", type: "manual", publicDescription: "Payments of Acme" },
      { key: "api", type: "manual" },
      { key: "website", type: "manual" },
      {
        kind: "Layout",
        children: [
          { label: "Platform", children: [{ monitor: "payments" }, { monitor: "api" }] },
          { monitor: "website" },
        ],
      },
    ]);
  });

  it("imports incidents and subscribers with a legal ground, and a second run adds nothing", async () => {
    const without = await run(["import", "statuspage", "--apply"], from());
    expect(without.err).toContain("2 subscribers are left out. To import them, say with --ground why");
    const first = await run(["import", "statuspage", "--apply", "--ground", GROUND], from());
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/incidents +1 +0 +1\nmaintenance +1 +0 +1\nsubscribers +2 +2 +0\n/);
    const second = await run(["import", "statuspage", "--apply", "--ground", GROUND], from());
    expect(second.out).toMatch(/subscribers +2 +0 +2\n/);
    const answer = await fetch(`${product.address}/api/v1/public/incidents`);
    const { items } = (await answer.json()) as { items: PublicPage["incidents"] };
    expect(items.find(({ title }) => title === "Payments fail")).toMatchObject({
      impact: "critical",
      resolvedAt: "2026-02-10T10:00:00.000Z",
      components: [{ name: "Payments" }],
      updates: [
        { body: "A certificate had expired." },
        { status: "resolved", body: "Payments work again." },
        { status: "investigating" },
      ],
    });
    await expect
      .poll(async () => (await readPage()).layout.children.map((one) => "label" in one && one.label))
      .toContain("Platform");
  });
});
