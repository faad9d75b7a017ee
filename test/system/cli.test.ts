import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { PanelClient } from "./panel_client.ts";
import { type Product, ROOT, startProduct } from "./start/product.ts";

const CLI = join(ROOT, "scripts/cli/main.mjs");
const MONITOR = `kind: Monitor
key: site
name: Site
type: https
intervalSecs: 3600
config:
  url: http://127.0.0.1:9/
  auth:
    type: basic
    basic:
      username: u
      password: hunter2
`;
let product: Product;
let token = "";

beforeAll(async () => {
  product = await startProduct({ variables: { LOG_LEVEL: "error" } });
  const panel = await PanelClient.open(product.address);
  const permissions = ["monitors:write", "channels:write", "maintenance:write"];
  const body = { name: "pipeline", permissions };
  token = (await panel.post<{ token: string }>("/api/v1/admin/api-tokens", body)).token;
});

afterAll(async () => {
  await product.stop();
  rmSync(product.stateDir, { recursive: true, force: true });
});

interface Ran {
  code: number;
  out: string;
  err: string;
}

function run(
  args: readonly string[],
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
) {
  return new Promise<Ran>((resolve) => {
    const child = execFile(
      process.execPath,
      [CLI, ...args],
      { env: { PATH: process.env["PATH"] ?? "", UPTIDE_TOKEN: token, UPTIDE_URL: product.address, ...env } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
    child.stdin?.end(input);
  });
}

const piped = (command: string, input: string, env = {}) => run([command, "-f", "-"], { input, env });

describe("npx uptide", () => {
  it("is declared in package.json and runs without a build", async () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      bin: Record<string, string>;
    };
    expect(join(ROOT, bin["uptide"] ?? "")).toBe(CLI);
    const { code, out } = await run(["--help"]);
    expect([code, out]).toEqual([0, expect.stringContaining("uptide export")]);
  });

  it("applies its own export of an empty instance, and changes nothing", async () => {
    const { out: text } = await run(["export"]);
    const ran = [await piped("validate", text), await piped("diff", text), await piped("apply", text)];
    expect(ran.map(({ code, err }) => [code, err])).toEqual([
      [0, ""],
      [0, ""],
      [0, ""],
    ]);
  });

  it("shows changes, applies them, and then finds none", async () => {
    expect(await piped("diff", MONITOR)).toEqual({
      code: 2,
      out: "+ Monitor site\nWould change: 1 to create, 0 to change, 0 unchanged.\n",
      err: "",
    });
    expect((await piped("apply", MONITOR)).out).toBe(
      "+ Monitor site\nApplied: 1 created, 0 changed, 0 unchanged.\n",
    );
    expect(await piped("diff", MONITOR)).toEqual({ code: 0, out: "Nothing would change.\n", err: "" });
    expect(await piped("apply", MONITOR)).toMatchObject({
      code: 0,
      out: "Applied: 0 created, 0 changed, 1 unchanged.\n",
    });
    expect(await piped("validate", MONITOR)).toMatchObject({
      code: 0,
      out: "Valid: 0 to create, 0 to change, 1 unchanged.\n",
    });
  });

  it("shows the old and new value of each changed setting, without secrets", async () => {
    const changed = MONITOR.replace("intervalSecs: 3600\n", "retries: 3\n")
      .replace("url: http://127.0.0.1:9/", "url: http://127.0.0.1:9/\n  keyword: ok")
      .replace("hunter2", "hunter3");
    const { code, out } = await piped("diff", changed);
    expect(code).toBe(2);
    expect(out.split("\n").sort()).toEqual(
      [
        "~ Monitor site",
        "    - intervalSecs: 3600",
        "    + intervalSecs: 60 (default)",
        "    - retries: 1",
        "    + retries: 3",
        '    - config.keyword: ""',
        '    + config.keyword: "ok"',
        "    ~ config.auth.basic.password: a secret",
        "Would change: 0 to create, 1 to change, 0 unchanged.",
        "",
      ].sort(),
    );
  });

  it("prints colors when requested, and none in a pipe", async () => {
    const changed = MONITOR.replace("name: Site", "name: Sight");
    expect((await piped("diff", changed)).out).not.toContain("\u001b[");
    const { out } = await piped("diff", changed, { FORCE_COLOR: "1" });
    expect(out).toContain('\u001b[31m    - name: "Site"\u001b[0m\n\u001b[32m    + name: "Sight"\u001b[0m\n');
  });

  it("exports documents that apply without changes, to stdout or a file", async () => {
    const { out } = await run(["export"]);
    expect(out).toContain("kind: Monitor\nkey: site\n");
    expect((await piped("apply", out)).out).toContain("0 created, 0 changed");
    const folder = mkdtempSync(join(product.stateDir, "cli-"));
    const file = join(folder, "config.yaml");
    await run(["export", "--kind", "Monitor", "--key", "site", "-f", file, "--url", `${product.address}/`]);
    expect(readFileSync(file, "utf8")).toBe(out);
  });

  it("ends quietly if nobody reads its output", async () => {
    const shell = `"${process.execPath}" "${CLI}" export | true; echo "\${PIPESTATUS[0]}"`;
    const env = { PATH: process.env["PATH"] ?? "", UPTIDE_TOKEN: token, UPTIDE_URL: product.address };
    const ended = await promisify(execFile)("bash", ["--norc", "-c", shell], { env });
    expect(ended).toEqual({ stdout: "0\n", stderr: "" });
  });

  it("reads page settings only for files that have them, and shows their changes", async () => {
    const panel = await PanelClient.open(product.address);
    const { token: design } = await panel.post<{ token: string }>("/api/v1/admin/api-tokens", {
      name: "design",
      permissions: ["appearance:write"],
    });
    const env = { UPTIDE_TOKEN: design };
    const branding = "kind: Branding\nsiteName: Acme\n";
    const { code, out } = await piped("diff", branding, env);
    expect([code, out.split("\n").slice(0, 3)]).toEqual([
      2,
      ["~ Branding branding", '    - siteName: "Status Page"', '    + siteName: "Acme"'],
    ]);
    expect((await piped("apply", branding, env)).out).toContain("~ Branding branding: siteName");
    const exported = await run(["export", "--kind", "Branding,Layout"], { env });
    expect(exported.out).toContain("siteName: Acme");
    expect(await piped("diff", exported.out, env)).toMatchObject({ code: 0, out: "Nothing would change.\n" });
    expect((await piped("apply", branding)).err).toContain("appearance:write");
    expect((await piped("apply", "kind: PageSettings\n", env)).err).toContain("subscribers:write");
    const layoutOf = (label: string) =>
      `kind: Layout\nchildren:\n  - { id: front, type: group, label: ${label}, children: [{ id: hello, type: text, markdown: Hello }] }\n`;
    await piped("apply", layoutOf("Shop"), env);
    const renamed = (await piped("diff", layoutOf("Store"), env)).out.split("\n");
    expect(renamed[0]).toBe("~ Layout layout");
    expect(renamed.filter((line) => line.includes("children.front.label"))).toEqual([
      '    - children.front.label: "Shop"',
      '    + children.front.label: "Store"',
    ]);
  });

  it("joins the documents of several files, and says which one has a fault", async () => {
    const folder = mkdtempSync(join(product.stateDir, "files-"));
    const [first, second, wrong] = ["a.yaml", "b.yaml", "c.yaml"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const named = (key: string) => MONITOR.replace("key: site", `key: ${key}`);
    writeFileSync(first, named("files-a").trimEnd());
    writeFileSync(second, `---\n${named("files-b")}---\n${named("files-c")}`);
    writeFileSync(wrong, "kind: Monitor\nkey: [");
    const ways = [
      ["-f", first, second],
      ["-f", first, "-f", second],
      [first, second],
    ];
    for (const files of ways)
      expect((await run(["validate", ...files])).out).toBe("Valid: 3 to create, 0 to change, 0 unchanged.\n");
    const { code, err } = await run(["apply", "-f", first, wrong]);
    expect([code, err.startsWith(`${wrong}: `), err]).toEqual([1, true, expect.stringContaining("line 2")]);
    expect((await run(["apply", "-f", first, second])).out).toContain("Applied: 3 created");
  });

  it("doesn't end maintenance that hasn't started", async () => {
    const panel = await PanelClient.open(product.address);
    const startsAt = Date.now() + 3_600_000;
    const { id } = await panel.post<{ id: number }>("/api/v1/admin/maintenance", {
      name: "Later",
      startsAt,
      endsAt: startsAt + 60_000,
      allMonitors: true,
    });
    const ended = await run(["maintenance", "end", String(id)]);
    expect(ended).toMatchObject({ code: 1, out: "", err: expect.stringContaining("hasn't started yet") });
    expect(ended.err).toContain(new Date(startsAt).toISOString());
  });

  it("exits with 1 and prints each problem on its own line", async () => {
    const wrong = MONITOR.replace("3600", "1").replace("type: https", "typo: 1\ntype: https");
    for (const command of ["validate", "diff", "apply"]) {
      const { code, out, err } = await piped(command, wrong);
      expect([
        code,
        out,
        err
          .trim()
          .split("\n")
          .map((line) => line.split(":")[0]),
      ]).toEqual([1, "", ["Monitor[site].intervalSecs", "Monitor[site].typo"]]);
    }
    expect(await piped("apply", "a: [")).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Line \d+, column \d+: .+\n$/),
    });
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ["an unknown command", ["publish"], {}, /uptide export/],
    ["no file", ["apply"], {}, /Set a file/],
    ["a missing file", ["apply", "-f", "/none.yaml"], {}, /can't be read/],
    ["no token", ["export"], { UPTIDE_TOKEN: "" }, /UPTIDE_TOKEN/],
    ["an invalid token", ["export"], { UPTIDE_TOKEN: "upt_x" }, /unknown, expired or revoked/],
    ["no address", ["export"], { UPTIDE_URL: "" }, /--url/],
    ["an unreachable server", ["export", "--url", "http://127.0.0.1:9"], {}, /doesn't respond/],
    ["an unknown option", ["export", "--verbose"], {}, /--verbose/],
    ["a missing permission", ["export", "--kind", "Action"], {}, /actions:read/],
    [
      "a file that can't be written",
      ["export", "-f", "/none/a.yaml"],
      {},
      /^\/none\/a\.yaml can't be written: /,
    ],
    ["a word too many", ["export", "b.yaml"], {}, /^uptide export doesn't take b\.yaml/],
    [
      "an option of another command",
      ["apply", "-f", "-", "--notify"],
      {},
      /^uptide apply doesn't take --notify/,
    ],
    ["two files to write", ["export", "-f", "a", "-f", "b"], {}, /^Give --file only once/],
    [
      "an option given twice",
      ["export", "--kind", "Monitor", "--kind", "Action"],
      {},
      /^Give --kind only once/,
    ],
    ["the end of a part", ["maintenance", "end", "1", "--monitors", "a"], {}, /doesn't take --monitors/],
    ["empty monitors", ["maintenance", "start", "--name", "a", "--monitors", ""], {}, /^--monitors is empty/],
    ["an empty key", ["maintenance", "start", "--name", "a", "--monitors", ","], {}, /has an empty key: ,/],
    ["an empty kind", ["export", "--kind", "", "--key", "site"], {}, /^--kind is empty/],
    ["an unknown service", ["import", "pingdom"], {}, /uptime-kuma, gatus, better-stack/],
    ["a service without a file", ["import", "gatus"], {}, /Name the file/],
  ])("gives advice about %s", async (_, args, env, sentence) => {
    const { code, err } = await run(args, { env });
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
    expect(err).not.toMatch(/ {4}at |upt_x/);
  });
});

describe("npx uptide import", () => {
  const importing = async (from: string, text: string) => {
    const file = join(mkdtempSync(join(product.stateDir, "import-")), "backup");
    writeFileSync(file, text);
    const made = await run(["import", from, file]);
    return { ...made, checked: await piped("validate", made.out) };
  };

  it("converts a backup of Uptime Kuma, and reports monitors without a counterpart", async () => {
    const base = {
      interval: 60,
      maxretries: 2,
      timeout: 48,
      accepted_statuscodes: ["200-299"],
      notificationIDList: { 1: true, 2: true },
      method: "GET",
    };
    const backup = {
      version: "1.23.0",
      notificationList: [
        {
          id: 1,
          name: "Team chat",
          active: true,
          config: '{"type":"slack","slackwebhookURL":"https://hooks.example/1"}',
        },
        { id: 2, name: "Pager", active: true, config: '{"type":"PagerDuty"}' },
        {
          id: 3,
          name: "Bot",
          active: false,
          config: '{"type":"telegram","telegramBotToken":"1:a","telegramChatID":"-1"}',
        },
      ],
      monitorList: [
        {
          ...base,
          name: "Shop",
          type: "http",
          url: "https://shop.example/",
          headers: '{"X-A":"no"}',
          basic_auth_user: "u",
          basic_auth_pass: "p",
          tags: [{ name: "env", value: "prod", color: "#4B5563" }],
        },
        {
          ...base,
          name: "Shop",
          type: "keyword",
          url: "https://shop.example/health",
          keyword: "on",
          ignoreTls: true,
        },
        {
          ...base,
          name: "No errors",
          type: "keyword",
          url: "https://shop.example/log",
          keyword: "error",
          invertKeyword: true,
        },
        { ...base, name: "Closed", type: "http", url: "https://old.example/", upsideDown: true },
        { ...base, name: "DB", type: "port", hostname: "db.example", port: 5432, interval: 5, active: false },
        { ...base, name: "Router", type: "ping", hostname: "10.0.0.1" },
        {
          ...base,
          name: "Zone",
          type: "dns",
          hostname: "example.com",
          dns_resolve_type: "MX",
          dns_resolve_server: "1.1.1.1",
          port: 53,
        },
        { ...base, name: "Job", type: "push", pushToken: "secret" },
        { ...base, name: "Game", type: "gamedig" },
        { ...base, name: "Stock", type: "docker", docker_host: 1, docker_container: "stock" },
        { ...base, name: "Orders", type: "grpc-keyword", grpcUrl: "api.example:50051" },
        { ...base, name: "Live", type: "websocket-upgrade", url: "wss://live.example/" },
      ],
      dockerHostList: [{ id: 1, dockerType: "tcp", dockerDaemon: "tcp://docker.example:2376" }],
    };
    const { code, out, err, checked } = await importing("uptime-kuma", JSON.stringify(backup));
    expect(code).toBe(0);
    expect(checked).toEqual({ code: 0, out: "Valid: 13 to create, 0 to change, 0 unchanged.\n", err: "" });
    expect(out).toContain('key: "shop-2"');
    const configs = new Map(
      parseAllDocuments(out).map((document) => [document.toJS().key, document.toJS().config]),
    );
    expect(configs.get("shop-2")).toMatchObject({ keyword: "on", keywordFailsAs: "down" });
    expect(configs.get("shop-2")).not.toHaveProperty("keywordAbsent");
    expect(configs.get("no-errors")).toMatchObject({ keyword: "error", keywordAbsent: true });
    expect(configs.get("closed")).toMatchObject({ invert: true });
    expect(err).not.toContain('"Closed"');
    for (const sentence of [
      'channel "Pager": the kind PagerDuty has no counterpart; left out.',
      'monitor "Game": the type gamedig has no counterpart; left out.',
      'monitor "DB": it was paused; documents can\'t pause a monitor.',
      'monitor "Shop": certificates are always verified',
      'monitor "Router": ICMP can\'t be checked from the platform',
      "To import: 2 NotificationChannel, 11 Monitor.",
      "Nothing was written",
    ])
      expect(err).toContain(sentence);
  });

  it("converts brokers, mail servers and Redis from Uptime Kuma", async () => {
    const monitorList = [
      {
        name: "Cache",
        type: "redis",
        databaseConnectionString: "rediss://monitor:p%40ss@cache.example:6380/2",
      },
      {
        name: "Topics",
        type: "mqtt",
        hostname: "mqtts://broker.example",
        mqttUsername: "u",
        mqttPassword: "p",
      },
      {
        name: "Queues",
        type: "rabbitmq",
        rabbitmqNodes: '["https://queue.example:15672/"]',
        rabbitmqUsername: "u",
        rabbitmqPassword: "p",
      },
      { name: "Mail", type: "smtp", hostname: "mail.example", port: 25, smtpSecurity: "starttls" },
      { name: "Mail inside", type: "smtp", hostname: "mail.example", port: 2465, smtpSecurity: "secure" },
    ];
    const { out, err, checked } = await importing("uptime-kuma", JSON.stringify({ monitorList }));
    expect(checked).toEqual({ code: 0, out: "Valid: 5 to create, 0 to change, 0 unchanged.\n", err: "" });
    const configs = parseAllDocuments(out).map((document) => document.toJS().config);
    expect(configs).toEqual([
      { host: "cache.example", port: 6380, database: 2, user: "monitor", password: "p@ss", tls: "on" },
      { host: "broker.example", port: 8883, tls: "on", user: "u", password: "p" },
      { host: "queue.example", port: 5671, tls: "on", user: "u", password: "p" },
      { host: "mail.example", security: "starttls" },
      { host: "mail.example", port: 2465, security: "tls" },
    ]);
    expect(err).toContain('monitor "Mail": Cloudflare blocks port 25');
  });

  it("converts PostgreSQL and MySQL from Uptime Kuma, with the TLS of their connection strings", async () => {
    const database = (type: string, databaseConnectionString: string, more: object = {}) => ({
      name: type,
      type,
      databaseConnectionString,
      ...more,
    });
    const unverified = encodeURIComponent('{"rejectUnauthorized": false}');
    const monitorList = [
      database("postgres", "postgres://u:p%40ss@db.example:5433/shop?sslmode=verify-full"),
      database("postgres", "postgres://u:p@db.example/shop?sslmode=require", { databaseQuery: "SELECT 2" }),
      database("postgres", "postgres://u:p@db.example/shop"),
      database("mysql", "mysql://u@db.example/shop", { radiusPassword: "apart" }),
      database("mysql", `mysql://u:p@db.example:3307/shop?ssl=${unverified}`),
    ];
    const { out, checked } = await importing("uptime-kuma", JSON.stringify({ monitorList }));
    expect(checked).toEqual({ code: 0, out: "Valid: 5 to create, 0 to change, 0 unchanged.\n", err: "" });
    const common = { host: "db.example", database: "shop", user: "u", password: "p" };
    expect(parseAllDocuments(out).map((document) => document.toJS().config)).toEqual([
      { ...common, port: 5433, password: "p@ss", tls: "on" },
      { ...common, query: "SELECT 2", tls: "on" },
      common,
      { ...common, password: "apart" },
      { ...common, port: 3307, tls: "verify-none" },
    ]);
  });

  it("converts SQL Server and MongoDB from Uptime Kuma by their connection strings", async () => {
    const sqlserver =
      "Server=sql.example,1434;Database=shop;User Id=sa;Password='a;b';Encrypt=true;TrustServerCertificate=Yes";
    const mongodb = "mongodb://uptide:p%40ss@one.example:27018,two.example/shop?authSource=admin&tls=true";
    const monitorList = [
      { name: "SQL", type: "sqlserver", databaseConnectionString: sqlserver, databaseQuery: "SELECT 2" },
      { name: "Mongo", type: "mongodb", databaseConnectionString: mongodb },
      { name: "Atlas", type: "mongodb", databaseConnectionString: "mongodb+srv://c.example/shop" },
    ];
    const { out, err, checked } = await importing("uptime-kuma", JSON.stringify({ monitorList }));
    expect(checked.out).toBe("Valid: 3 to create, 0 to change, 0 unchanged.\n");
    for (const part of [
      "host: sql.example",
      "port: 1434",
      'password: "a;b"',
      'tls: "verify-none"',
      "host: one.example",
      "port: 27018",
      "password: p@ss",
    ])
      expect(out.replaceAll('"', "")).toContain(part.replaceAll('"', ""));
    expect(err).toContain('monitor "Mongo": the user is looked up in admin instead of shop.');
    expect(err).toContain('monitor "Atlas": its connection string names a group instead of a host');
  });

  it("converts a configuration of Gatus", async () => {
    const text = `
alerting:
  slack:
    webhook-url: https://hooks.example/1
    default-alert: { send-on-resolved: true }
  pagerduty: { integration-key: x }
storage: { type: sqlite }
endpoints:
  - name: front-end
    group: core
    url: https://shop.example/
    interval: 5m
    headers: { Accept: text/html }
    conditions:
      - "[STATUS] == any(200, 429)"
      - "[BODY].status == UP"
      - "[BODY].count > 3"
      - "[BODY] == pat(*shop*)"
      - "[RESPONSE_TIME] < 300"
      - "[CERTIFICATE_EXPIRATION] > 48h"
      - "len([BODY].items) > 1"
    alerts:
      - { type: slack, failure-threshold: 5 }
      - { type: pagerduty }
  - { name: dns, url: 8.8.8.8, dns: { query-name: example.com, query-type: A }, conditions: ["[BODY] == 93.184.216.34", "[DNS_RCODE] == NOERROR"] }
  - { name: port, url: "tcp://db.example:5432", conditions: ["[CONNECTED] == true"] }
  - { name: router, url: "icmp://10.0.0.1", conditions: ["[CONNECTED] == true"] }
  - { name: mail, url: "starttls://mail.example:25", conditions: ["[CONNECTED] == true"] }
  - { name: live, url: "wss://live.example/", body: ping, conditions: ["[BODY] == pong"] }
  - { name: shell, url: "ssh://host.example:22", conditions: [] }
external-endpoints:
  - { name: job, token: t, alerts: [{ type: slack }] }
`;
    const { code, out, err, checked } = await importing("gatus", text);
    expect(code).toBe(0);
    expect(checked).toEqual({ code: 0, out: "Valid: 8 to create, 0 to change, 0 unchanged.\n", err: "" });
    for (const part of [
      'key: "core-front-end"',
      'security: "starttls"',
      "intervalSecs: 300",
      "failureThreshold: 5",
      'expectedStatus: "200,429"',
      "degradedAboveMs: 300",
      "warnDays: 2",
      'keyword: "shop"',
    ])
      expect(out).toContain(part);
    for (const sentence of [
      "alerting.pagerduty: has no counterpart; left out.",
      "storage: not imported.",
      'endpoint "front-end": the condition len([BODY].items) > 1 has no counterpart; left out.',
      'endpoint "front-end": alerts through pagerduty are left out.',
      'endpoint "mail": Cloudflare blocks port 25',
      'endpoint "shell": the address ssh://host.example:22 has no counterpart; left out.',
    ])
      expect(err).toContain(sentence);
  });

  it("applies what it converted, and leaves monitors and channels that are here as they are", async () => {
    const file = join(mkdtempSync(join(product.stateDir, "import-")), "gatus.yaml");
    const configured = (address: string, more = "") => `alerting: { slack: { webhook-url: ${address} } }
endpoints: [{ name: moved, url: ${address}, alerts: [{ type: slack }] }${more}]
`;
    writeFileSync(file, configured("https://a.example"));
    const first = await run(["import", "gatus", file, "--apply"]);
    expect([first.code, first.out]).toEqual([0, expect.stringContaining("Documents: 2 created")]);
    writeFileSync(file, configured("https://b.example", ", { name: more, url: https://c.example }"));
    const second = await run(["import", "gatus", file, "--apply", "--json"]);
    expect(JSON.parse(second.out)).toEqual({ documents: { create: 1, update: 0, unchanged: 2 } });
    expect(second.err).toContain("Monitors and channels that already exist are left unchanged: 2.");
    expect((await run(["export"])).out).not.toContain("b.example");
  });

  it.each(["uptime-kuma", "gatus"])("rejects files that aren't a backup of %s", async (from) => {
    const { code, out, err } = await importing(from, "[1]");
    expect([code, out, err]).toEqual([1, "", expect.stringMatching(/^This isn't a/)]);
  });
});
