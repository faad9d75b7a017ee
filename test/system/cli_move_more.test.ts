import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { findCheckType } from "../../src/check/registry.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { MOVED, MOVED_KEY, startMoved } from "./moved_services.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, ROOT, startProduct } from "./start/product.ts";

const CLI = join(ROOT, "scripts/cli/main.mjs");
const MOVING = ["monitors:write", "channels:write", "appearance:write", "schedules:write"];
const GROUND = "They confirmed on our old page.";
const folder = mkdtempSync(join(tmpdir(), "uptide-move-"));
const servers = new Map<string, Awaited<ReturnType<typeof startMoved>>>();
let product: Product;
let panel: PanelClient;
let env: Record<string, string>;

beforeAll(async () => {
  product = await startProduct({ variables: { LOG_LEVEL: "error" } });
  for (const [name, service] of Object.entries(MOVED)) servers.set(name, await startMoved(service));
  panel = await PanelClient.open(product.address);
  const body = { name: "moving", permissions: MOVING };
  const { token } = await panel.post<{ token: string }>("/api/v1/admin/api-tokens", body);
  env = {
    PATH: process.env["PATH"] ?? "",
    TZ: "America/New_York",
    // As in Node 20.
    NODE_OPTIONS: "--import=data:text/javascript,delete%20URL.parse",
    UPTIDE_URL: product.address,
    UPTIDE_TOKEN: token,
    UPTIDE_EMAIL: PanelClient.admin.email,
    UPTIDE_PASSWORD: PanelClient.admin.password,
    UPTIDE_IMPORT_KEY: MOVED_KEY,
    UPTIDE_IMPORT_ACCOUNT: "account",
  };
});

afterAll(async () => {
  for (const server of servers.values()) server.stop();
  await product.stop();
  rmSync(product.stateDir, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

function run(service: string, ...args: readonly string[]) {
  const there = servers.get(service);
  const own = { ...env, ...(there && { UPTIDE_IMPORT_URL: there.address }) };
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [CLI, "import", service, ...args], { env: own }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

type Document = Record<string, unknown> & { type?: string; config?: Record<string, unknown> };

async function show(service: string, ...args: readonly string[]) {
  const { code, out, err } = await run(service, ...args);
  expect([code, err]).toEqual([0, expect.stringContaining("Nothing was written")]);
  expect(out + err).not.toContain(MOVED_KEY);
  const documents = parseAllDocuments(out).map((one) => one.toJS() as Document);
  for (const { type, config } of documents)
    if (type) expect(findCheckType(type)?.config.parse(config)).toMatchObject(config ?? {});
  return { documents, err };
}

async function moveTwice(service: string, ...args: readonly string[]) {
  const first = await run(service, "--apply", "--ground", GROUND, ...args);
  expect([first.code, first.out]).toEqual([0, expect.stringContaining("Documents:")]);
  const second = await run(service, "--apply", "--ground", GROUND, ...args);
  expect(second.out).toMatch(/Documents: 0 created, 0 changed, \d+ unchanged\./);
  expect(second.out).not.toMatch(/^(incidents|maintenance|subscribers) +\d+ +[1-9]/m);
  return first.out;
}

const readPage = async () =>
  (await (await fetch(`${product.address}/api/v1/public/page`)).json()) as PublicPage;
const incidents = async () => {
  const answer = await fetch(`${product.address}/api/v1/public/incidents`);
  return ((await answer.json()) as { items: PublicPage["incidents"] }).items;
};
const groups = async () => (await readPage()).layout.children.map((one) => "label" in one && one.label);

describe("moving schedules", () => {
  interface Turn {
    from: number;
    to: number;
    user: { email: string } | null;
  }
  const onCallAt = async (key: string, moment: string) => {
    const at = Date.parse(moment);
    const turns = await panel.get<Turn[]>(
      `/api/v1/admin/schedules/${key}/shifts?from=${at}&to=${at + 60_000}`,
    );
    return turns[0]?.user?.email ?? null;
  };

  beforeAll(async () => {
    for (const name of ["ada", "bo", "cy"])
      await panel.post("/api/v1/admin/users", { email: `${name}@example.com`, role: "operator" });
  });

  it("from PagerDuty imports layers with their hours, in order of priority", async () => {
    const { documents, err } = await show("pagerduty");
    expect(documents).toMatchObject([
      {
        key: "platform-on-call",
        timeZone: "Europe/Warsaw",
        rotations: [
          {
            name: "Days",
            shift: { every: 1, unit: "day" },
            handoverAt: "09:00",
            users: ["ada@example.com", "bo@example.com"],
          },
          {
            name: "Weekends",
            shift: { every: 1, unit: "week" },
            hours: [
              { days: [5], from: "18:00", to: "00:00" },
              { days: [6, 7], from: "00:00", to: "00:00" },
              { days: [1], from: "00:00", to: "08:00" },
            ],
          },
        ],
      },
      { key: "odd", rotations: [] },
    ]);
    for (const note of [
      'schedule "Platform on call": layer "Old": it has ended; left out.',
      'schedule "Platform on call": layer "Days": people without an email address are left out, and the remaining turns move up.',
      'schedule "Odd": layer "Odd": its shifts aren\'t whole hours, or are too long; left out.',
      "people: add these as users first: ada@example.com, bo@example.com, cy@example.com.",
    ])
      expect(err).toContain(note);
    await moveTwice("pagerduty");
    // Daily from 9:00 in Warsaw. Friday 18:00 to Monday 8:00 is the weekend's.
    expect(await onCallAt("platform-on-call", "2026-11-24T07:59:00Z")).toBe("ada@example.com");
    expect(await onCallAt("platform-on-call", "2026-11-24T08:01:00Z")).toBe("bo@example.com");
    expect(await onCallAt("platform-on-call", "2026-11-27T17:01:00Z")).toBe("cy@example.com");
    expect(await onCallAt("platform-on-call", "2026-11-30T06:59:00Z")).toBe("cy@example.com");
    expect(await onCallAt("platform-on-call", "2026-11-30T07:01:00Z")).not.toBe("cy@example.com");
  });

  it("leaves no gap at midnight, and reports the losses", async () => {
    const file = join(folder, "pagerduty.json");
    const layer = {
      name: "Days",
      start: "2026-01-01T00:00:00Z",
      rotation_virtual_start: "2026-01-01T00:00:00Z",
      rotation_turn_length_seconds: 86_400,
      users: [{ user: { id: "A" } }, { user: { id: "B" } }],
      restrictions: [{ type: "daily_restriction", start_time_of_day: "00:00:00", duration_seconds: 86_399 }],
    };
    const long = { ...layer, name: "Long", rotation_turn_length_seconds: 401 * 3600 };
    const schedule = {
      name: "Team",
      time_zone: "Middle/Earth",
      description: "Ours",
      schedule_layers: [long, layer],
    };
    const users = [
      { id: "A", email: "ada@example.com" },
      { id: "B", email: null },
    ];
    writeFileSync(file, JSON.stringify({ schedules: [schedule], users }));
    const { documents, err } = await show("pagerduty", file);
    const rotations = [{ users: ["ada@example.com"], hours: [{ from: "00:00", to: "00:00" }] }];
    expect(documents).toMatchObject([{ timeZone: "UTC", rotations }]);
    for (const note of [
      "Middle/Earth is unknown here",
      "description has no counterpart",
      'layer "Long"',
      "move up",
    ])
      expect(err).toContain(note);
  });

  it("from Opsgenie imports rotations with their restrictions, and reports the losses", async () => {
    const { documents, err } = await show("opsgenie");
    expect(documents).toMatchObject([
      {
        key: "support",
        timeZone: "America/New_York",
        rotations: [
          { shift: { every: 2, unit: "week" }, handoverAt: "09:00", users: ["ada@example.com"] },
          { hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:30" }] },
          {
            hours: [
              { days: [6], from: "08:00", to: "00:00" },
              { days: [7], from: "00:00", to: "20:00" },
            ],
          },
        ],
      },
    ]);
    expect(err).toContain(
      'rotation "Everybody": teams, escalations and empty turns are left out, and the remaining turns move up.',
    );
    expect(err).toContain("everybody is on call there, and the last rotation here.");
    await moveTwice("opsgenie");
    expect(await onCallAt("support", "2026-11-25T17:00:00Z")).toBe("ada@example.com");
    expect(await onCallAt("support", "2026-11-25T04:00:00Z")).toBe("bo@example.com");
    expect(await onCallAt("support", "2026-11-28T14:00:00Z")).toBe("cy@example.com");
  });
});

describe("moving from Healthchecks", () => {
  it("creates heartbeats with their period or schedule, grace and tags", async () => {
    const { documents, err } = await show("healthchecks");
    expect(documents).toMatchObject([
      { key: "backups", type: "webhook", intervalSecs: 3600, config: { graceSecs: 600 } },
      { key: "report", config: { schedule: "0 6 * * *", timezone: "Europe/Warsaw", graceSecs: 900 } },
    ]);
    expect(documents[0]?.["tags"]).toMatchObject([{ label: "prod" }, { label: "db" }]);
    expect(err).toContain('check "Report": it was paused; documents can\'t pause a monitor.');
    const { err: noted } = await show("healthchecks", "--agent", "office");
    expect(noted).toContain(
      "--agent office has no effect: no monitor from healthchecks is assigned to an agent.",
    );
    await moveTwice("healthchecks");
  });
});

describe("moving from OpenStatus", () => {
  it("reads its monitor file", async () => {
    const file = join(folder, "openstatus.yaml");
    writeFileSync(
      file,
      `docs:
  name: Docs
  frequency: "10m"
  active: true
  kind: http
  retry: 2
  degradedAfter: 2000
  regions: [ams]
  request: { url: "https://docs.example.com", method: GET, headers: { X-Team: docs } }
  assertions:
    - { kind: statusCode, compare: eq, target: 200 }
    - { kind: textBody, compare: not_contains, target: Oops }
    - { kind: textBody, compare: empty, target: "" }
front:
  name: Front page
  frequency: "1h"
  kind: http
  request: { url: "https://example.com" }
port:
  name: Port
  frequency: "30s"
  kind: tcp
  request: { host: db.example.com, port: 5432 }
`,
    );
    const { documents, err } = await show("openstatus", file);
    expect(documents).toMatchObject([
      {
        key: "docs",
        type: "https",
        intervalSecs: 600,
        retries: 3,
        config: { expectedStatus: 200, keyword: "Oops", keywordAbsent: true, degradedAboveMs: 2000 },
      },
      { key: "front", config: { expectedStatus: "200-299" } },
      { key: "port", type: "tcp", intervalSecs: 30, config: { host: "db.example.com", port: 5432 } },
    ]);
    expect(err).toContain("the assertion textBody empty  has no counterpart; left out.");
    const { documents: inside, err: insideErr } = await show("openstatus", file, "--agent", "office");
    expect(inside).toMatchObject(["docs", "front", "port"].map((key) => ({ key, agent: "office" })));
    expect(insideErr).not.toContain("--agent");
    await moveTwice("openstatus", file);
    expect((await run("openstatus")).err).toContain("Name the file");
  });

  it("has nothing to send when every monitor is here and was changed since", async () => {
    const file = join(folder, "known.yaml");
    const configured = (name: string) =>
      `known:\n  name: ${name}\n  kind: tcp\n  frequency: 30s\n  request: { host: db.example.com, port: 5432 }\n`;
    writeFileSync(file, configured("There"));
    expect((await run("openstatus", file, "--apply")).out).toContain("Documents: 1 created");
    writeFileSync(file, configured("Elsewhere"));
    const { code, out } = await run("openstatus", file, "--apply");
    expect([code, out]).toEqual([
      0,
      expect.stringContaining("Documents: 0 created, 0 changed, 1 unchanged."),
    ]);
    expect(out).toMatch(/documents +1 +0 +1\nincidents/);
  });
});

describe("moving from Instatus", () => {
  it("imports components, groups, incidents, maintenance and confirmed subscribers", async () => {
    const { documents, err } = await show("instatus");
    expect(documents).toMatchObject([
      { key: "login", type: "manual" },
      { key: "search", publicDescription: "Finds things" },
      {
        kind: "Layout",
        children: [{ monitor: "login" }, { label: "Product", children: [{ monitor: "search" }] }],
      },
    ]);
    expect(err).toContain("subscribers: 1 without an email or who never confirmed it; left out.");
    expect(err).toContain("maintenance: 1 upcoming without any of these monitors; left out.");
    expect(err).toContain("subscribers: 1 who chose only other components; left out.");
    const out = await moveTwice("instatus");
    expect(out).toMatch(/incidents +1 +1 +0\nmaintenance +1 +1 +0\nsubscribers +1 +1 +0\n/);
    expect((await incidents()).find(({ title }) => title === "Search is slow")).toMatchObject({
      impact: "major",
      resolvedAt: "2026-01-05T11:00:00.000Z",
      components: [{ name: "Search" }],
      updates: [{ status: "resolved" }, { status: "investigating" }],
    });
    await expect.poll(groups).toContain("Product");
  });
});

describe("moving from Cachet", () => {
  it("imports components, groups, incidents with their updates and verified subscribers", async () => {
    const { documents, err } = await show("cachet");
    expect(documents).toMatchObject([
      { key: "gateway", type: "manual", publicDescription: "All calls" },
      { kind: "Layout", children: [{ label: "Edge", children: [{ monitor: "gateway" }] }] },
    ]);
    expect(err).toContain("times: Cachet's have no time zone; read as UTC.");
    expect(err).toContain('maintenance "Soon": it has no end yet; left out.');
    expect(err).toContain("subscribers: 1 who never verified their email; left out.");
    expect(err).toContain("subscribers: 1 who chose only other components; left out.");
    const out = await moveTwice("cachet");
    expect(out).toMatch(/incidents +1 +1 +0\n/);
    expect((await incidents()).find(({ title }) => title === "Gateway down")).toMatchObject({
      resolvedAt: "2026-02-01T11:00:00.000Z",
      updates: [{ body: "Calls work again." }, { body: "Calls fail." }],
    });
    await expect.poll(groups).toContain("Edge");
  });
});

describe("moving from Checkly", () => {
  it("imports API checks with their assertions and heartbeats", async () => {
    const { documents, err } = await show("checkly");
    expect(documents).toMatchObject([
      {
        key: "orders-api",
        type: "https",
        intervalSecs: 20,
        timeoutMs: 20_000,
        config: {
          url: "https://api.example.com/orders?limit=1",
          expectedStatus: 200,
          degradedAboveMs: 3000,
          assertions: [{ source: "json", path: "$.status", operator: "equals", value: "ok" }],
        },
      },
      { key: "front-page", config: { expectedStatus: "200-299" } },
      { key: "old-address", config: { expectedStatus: "200-399" } },
      { key: "import-job", type: "webhook", intervalSecs: 7200, config: { graceSecs: 1800 } },
    ]);
    expect(err).toContain('check "Login": the type BROWSER has no counterpart; left out.');
    expect(err).toContain("the assertion JSON_SCHEMA EQUALS {} has no counterpart; left out.");
    await moveTwice("checkly");
  });
});
