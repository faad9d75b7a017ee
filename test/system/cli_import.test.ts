import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../scripts/build.ts";
import { findCheckType } from "../../src/check/registry.ts";
import { ALL_KINDS } from "../../src/schema/document_kind.ts";
import { parseDocuments, shapeDocuments } from "../../src/service/config/shape.ts";

interface Made {
  type: string;
  config: Record<string, unknown>;
  notes: string[];
}

type Convert = (text: string, options?: { agent: string }) => { documents: Made[]; notes: string[] };

const load = async (file: string) =>
  ((await import(join(ROOT, "scripts/cli", file))) as { convert: Convert }).convert;
const [fromKuma, fromGatus] = (await Promise.all(["uptime_kuma.mjs", "gatus.mjs"].map(load))) as [
  Convert,
  Convert,
];

function only({ documents: [document], notes }: ReturnType<Convert>): Made {
  return { ...document, notes } as Made;
}

function kuma(type: string, more: object, backup: object = {}): Made {
  const {
    type: made,
    config,
    notes,
  } = only(fromKuma(JSON.stringify({ monitorList: [{ name: "it", type, ...more }], ...backup })));
  return { type: made, config, notes };
}

function gatus(endpoint: object): Made {
  const { type, config, notes } = only(
    fromGatus(JSON.stringify({ endpoints: [{ name: "it", ...endpoint }] })),
  );
  return { type, config, notes };
}

function expectTaken({ type, config }: Made): void {
  const kind = findCheckType(type);
  if (kind) expect(kind.config.parse(config)).toMatchObject(config);
}

const database = (type: string, databaseConnectionString: string, more = {}) =>
  kuma(type, { databaseConnectionString, ...more });

describe("monitors of Uptime Kuma", () => {
  it.each<[string, string, object]>([
    [
      "postgres",
      "postgres://a%40b:p%3Aq@db.test:5433/shop?sslmode=require",
      { host: "db.test", port: 5433, database: "shop", user: "a@b", password: "p:q", tls: "on" },
    ],
    [
      "postgres",
      "postgresql://u@[::1]/d?sslmode=no-verify",
      { host: "::1", database: "d", user: "u", tls: "verify-none" },
    ],
    [
      "postgres",
      "postgres://u:p@db.test/d?sslmode=disable",
      { host: "db.test", database: "d", user: "u", password: "p" },
    ],
    [
      "mysql",
      'mysql://u:p@db.test:3307/d?ssl={"rejectUnauthorized":false}',
      { host: "db.test", port: 3307, database: "d", user: "u", password: "p", tls: "verify-none" },
    ],
    [
      "mysql",
      "mysql://u:p@db.test/d?ssl-mode=VERIFY_IDENTITY",
      { host: "db.test", database: "d", user: "u", password: "p", tls: "on" },
    ],
    [
      "sqlserver",
      'Server=tcp:db.test,1434;Database=shop;User Id=sa;Password="a;b""c";Encrypt=true;TrustServerCertificate=Yes',
      { host: "db.test", port: 1434, database: "shop", user: "sa", password: 'a;b"c', tls: "verify-none" },
    ],
    [
      "sqlserver",
      "Data Source=db.test\\SQL1;Initial Catalog=shop;UID=sa;PWD=x=y;Encrypt=false",
      { host: "db.test", database: "shop", user: "sa", password: "x=y" },
    ],
    [
      "sqlserver",
      "server=(local);user=sa;password='p q'",
      { host: "localhost", user: "sa", password: "p q", tls: "on" },
    ],
    [
      "mongodb",
      "mongodb://u:p@a.test:27018/?authSource=admin&tls=true&tlsAllowInvalidCertificates=true",
      { host: "a.test", port: 27018, database: "admin", user: "u", password: "p", tls: "verify-none" },
    ],
    [
      "redis",
      "rediss://:p@cache.test:6380/2",
      { host: "cache.test", port: 6380, database: 2, password: "p", tls: "on" },
    ],
  ])("keep the settings of %s in %s", (type, text, config) => {
    const made = database(type, text);
    expect(made).toEqual({ type: type === "postgres" ? "postgresql" : type, config, notes: [] });
    expectTaken(made);
  });

  it("keep the query, a separate password, and unverified TLS", () => {
    const apart = database("mysql", "mysql://u@db.test/d", {
      radiusPassword: "p",
      databaseQuery: "SELECT 2",
    });
    expect(apart.config).toMatchObject({ password: "p", query: "SELECT 2" });
    const unverified = database("redis", "rediss://cache.test", { ignoreTls: true });
    expect(unverified).toMatchObject({ config: { tls: "verify-none" }, notes: [] });
  });

  it("report the parts of a connection string without a counterpart", () => {
    const many = database("mongodb", "mongodb://u:p@a.test:1,b.test:2,c.test:3/d?replicaSet=r");
    expect(many.config).toMatchObject({ host: "a.test", port: 1, database: "d", user: "u" });
    expect(many.notes).toEqual(['monitor "it": only the first of its hosts is checked.']);
    expect(database("mongodb", "mongodb+srv://u:p@cluster.test/d").notes[0]).toMatch(
      /names a group instead of a host/,
    );
    expect(database("postgres", "postgres://db.test/d?sslrootcert=/a.pem").notes[0]).toMatch(
      /paste the certificate/,
    );
    const apart = database("mongodb", "mongodb://u:p@a.test/shop?authSource=admin");
    expect(apart.config).toMatchObject({ database: "admin" });
    expect(apart.notes[0]).toMatch(/the user is looked up in admin/);
    for (const text of ["", "no address", "sqlserver"]) {
      expect(database("postgres", text).notes[0]).toMatch(/can't be read: enter host/);
      expect(database("sqlserver", text).notes[0]).toMatch(/can't be read: enter host/);
    }
  });

  it.each<[string, object, string, object, RegExp | null]>([
    [
      "mqtt",
      { hostname: "mqtts://broker.test", mqttUsername: "u", mqttPassword: "p", mqttTopic: "t" },
      "mqtt",
      { host: "broker.test", port: 8883, tls: "on", user: "u", password: "p" },
      /the topic is not read/,
    ],
    [
      "mqtt",
      { hostname: "broker.test", port: 1884 },
      "mqtt",
      { host: "broker.test", port: 1884 },
      /the topic is not read/,
    ],
    [
      "rabbitmq",
      {
        rabbitmqNodes: '["https://mq.test:15671","https://b.test"]',
        rabbitmqUsername: "u",
        rabbitmqPassword: "p",
      },
      "rabbitmq",
      { host: "mq.test", port: 5671, tls: "on", user: "u", password: "p" },
      /only the first of its nodes/,
    ],
    [
      "smtp",
      { hostname: "mail.test", port: 465, smtpSecurity: "secure" },
      "smtp",
      { host: "mail.test", port: 465, security: "tls" },
      null,
    ],
    [
      "smtp",
      { hostname: "mail.test", port: 587 },
      "smtp",
      { host: "mail.test", port: 587, security: "starttls" },
      /here it is required/,
    ],
    [
      "smtp",
      { hostname: "mail.test", port: 25, smtpSecurity: "nostarttls" },
      "smtp",
      { host: "mail.test", security: "none" },
      /Cloudflare blocks port 25/,
    ],
    [
      "websocket-upgrade",
      { url: "wss://live.test/a", wsSubprotocol: "chat, other", headers: '{"X-Key":"k"}' },
      "websocket",
      { url: "wss://live.test/a", headers: { "X-Key": "k" }, subprotocol: "chat" },
      null,
    ],
    [
      "grpc-keyword",
      { grpcUrl: "api.test:443", grpcEnableTls: true, grpcServiceName: "shop.v1.Orders", ignoreTls: true },
      "grpc",
      { url: "https://api.test:443", service: "shop.v1.Orders", tls: "verify-none" },
      /the standard health protocol/,
    ],
    [
      "grpc-keyword",
      { grpcUrl: "api.test:50051" },
      "grpc",
      { url: "http://api.test:50051" },
      /the standard health protocol/,
    ],
  ])("of type %s become documents: %j", (from, monitor, type, config, note) => {
    const made = kuma(from, monitor);
    expect(made).toMatchObject({ type });
    expect(made.config).toEqual(config);
    if (note) expect(made.notes[0]).toMatch(note);
    else expect(made.notes).toEqual([]);
    expectTaken(made);
  });

  it.each<[object[], object | undefined, RegExp | null]>([
    [
      [{ id: 3, dockerType: "tcp", dockerDaemon: "tcp://d.test:2375" }],
      { endpoint: "http://d.test:2375", container: "db" },
      null,
    ],
    [
      [{ id: 3, dockerType: "tcp", dockerDaemon: "tcp://d.test:2376" }],
      { endpoint: "https://d.test:2376", container: "db" },
      null,
    ],
    [
      [{ id: 3, dockerType: "socket", dockerDaemon: "/var/run/docker.sock" }],
      undefined,
      /only an agent can reach a unix socket/,
    ],
    [[], { endpoint: "https://example.com:2376", container: "db" }, /enter the endpoint/],
  ])("of type docker find their engine in %j", (dockerHostList, config, note) => {
    const made = kuma("docker", { docker_host: 3, docker_container: "db" }, { dockerHostList });
    expect(made.config).toEqual(config);
    if (note) expect(made.notes[0]).toMatch(note);
    else expect(made.notes).toEqual([]);
    if (config) expectTaken(made);
  });

  it.each(["real-browser", "kafka-producer", "radius", "snmp", "group"])(
    "of type %s are reported as unsupported",
    (type) => {
      expect(kuma(type, {})).toEqual({
        type: undefined,
        config: undefined,
        notes: [`monitor "it": the type ${type} has no counterpart; left out.`],
      });
    },
  );
});

describe("endpoints of Gatus", () => {
  it.each<[object, string, object, string[]]>([
    [
      {
        url: "wss://live.test/a",
        body: "ping",
        headers: { Origin: "https://live.test" },
        conditions: ["[CONNECTED] == true", "[BODY] == pat(*pong*)", "[RESPONSE_TIME] < 300"],
      },
      "websocket",
      { url: "wss://live.test/a", send: "ping", headers: { Origin: "https://live.test" }, expect: "pong" },
      ['endpoint "it": the condition [RESPONSE_TIME] < 300 has no counterpart; left out.'],
    ],
    [
      { url: "ws://live.test", conditions: ["[BODY] == hello"] },
      "websocket",
      { url: "ws://live.test", expect: "hello" },
      [],
    ],
    [
      { url: "grpc://api.test:50051", conditions: ["[CONNECTED] == true"] },
      "grpc",
      { url: "http://api.test:50051" },
      [],
    ],
    [
      { url: "grpcs://api.test:443", client: { insecure: true }, conditions: ["[CONNECTED] == true"] },
      "grpc",
      { url: "https://api.test:443", tls: "verify-none" },
      [],
    ],
    [
      { url: "starttls://mail.test:587", conditions: ["[CONNECTED] == true"] },
      "smtp",
      { host: "mail.test", port: 587, security: "starttls" },
      [],
    ],
  ])("become documents: %j", (endpoint, type, config, notes) => {
    const made = gatus(endpoint);
    expect(made).toEqual({ type, config, notes });
    expectTaken(made);
  });
});

describe("external endpoints of Gatus", () => {
  it("become heartbeats with their interval, between 10 seconds and a day", () => {
    const endpoints = ["30m", "1s", "48h"].map((interval) => ({ name: interval, heartbeat: { interval } }));
    const { documents, notes } = fromGatus(
      JSON.stringify({ "external-endpoints": [...endpoints, { name: "job" }] }),
    );
    expect(documents).toMatchObject([
      { type: "webhook", intervalSecs: 1800 },
      { intervalSecs: 10 },
      { intervalSecs: 86_400 },
      { type: "webhook" },
    ]);
    expect(documents[3]).not.toHaveProperty("intervalSecs");
    expect(notes.filter((note) => note.includes("interval"))).toEqual([
      'endpoint "job": it has no interval: set how often it reports.',
    ]);
  });
});

describe("a suite of Gatus", () => {
  it("becomes a flow whose steps capture the values its endpoints store", () => {
    const suite = {
      name: "Orders",
      group: "Shop",
      interval: "5m",
      timeout: "20s",
      context: { base: "v2" },
      endpoints: [
        {
          name: "Create",
          url: "https://shop.test/[CONTEXT].base/orders",
          method: "POST",
          body: '{"a":1}',
          conditions: ["[STATUS] == 201", "[CERTIFICATE_EXPIRATION] > 48h"],
          store: { order: "[BODY].order.id", odd: "[IP]" },
        },
        {
          name: "Read",
          url: "https://shop.test/orders/[CONTEXT].order",
          headers: { "X-Order": "[CONTEXT].order" },
          conditions: ["[STATUS] == 200", "[BODY].version == [CONTEXT].base", "[BODY].id == [CONTEXT].order"],
          "always-run": true,
        },
        { name: "Ping", url: "icmp://shop.test" },
      ],
    };
    const { documents, notes } = fromGatus(JSON.stringify({ suites: [suite] }));
    expect(documents).toEqual([
      {
        kind: "Monitor",
        key: "shop-orders",
        name: "Orders",
        type: "flow",
        intervalSecs: 300,
        timeoutMs: 20_000,
        tags: [{ label: "Shop", color: "#6b7280" }],
        config: {
          steps: [
            {
              name: "Create",
              request: {
                url: "https://shop.test/v2/orders",
                method: "POST",
                body: '{"a":1}',
                expectedStatus: 201,
              },
              capture: { order: { from: "json", path: "$.order.id" } },
            },
            {
              name: "Read",
              request: {
                url: "https://shop.test/orders/{{order}}",
                method: "GET",
                headers: { "X-Order": "{{order}}" },
                expectedStatus: 200,
                assertions: [{ source: "json", path: "$.version", operator: "equals", value: "v2" }],
              },
              capture: {},
            },
          ],
        },
      },
    ]);
    expect(notes).toEqual([
      'suite "Orders": endpoint "Create": what it stores as odd ([IP]) has no counterpart; left out.',
      'suite "Orders": endpoint "Read": always-run has no counterpart: the first step that is down ends a flow.',
      'suite "Orders": endpoint "Read": the condition [BODY].id == [CONTEXT].order has no counterpart; left out.',
      'suite "Orders": endpoint "Ping": the address icmp://shop.test can\'t be a step; left out.',
    ]);
    expectTaken({ ...documents[0]!, notes });
  });
});

describe("a monitor that requires an agent", () => {
  const agent = { agent: "office" };
  const from = (convert: Convert, backup: object) => convert(JSON.stringify(backup), agent);

  it("is imported from Uptime Kuma for the given agent", () => {
    const monitorList = [
      { name: "Printer", type: "ping", hostname: "printer.lan" },
      { name: "Mail", type: "smtp", hostname: "mail.lan", port: 25 },
      { name: "Shop", type: "docker", docker_host: 1, docker_container: "shop-db" },
      { name: "Job", type: "push" },
    ];
    const dockerHostList = [{ id: 1, dockerType: "socket", dockerDaemon: "/var/run/docker.sock" }];
    const { documents, notes } = from(fromKuma, { monitorList, dockerHostList });
    for (const document of documents) expectTaken(document);
    expect(documents).toMatchObject([
      { type: "ping", agent: "office", config: { host: "printer.lan", mode: "icmp" } },
      { type: "smtp", agent: "office", config: { host: "mail.lan", port: 25 } },
      {
        type: "docker",
        agent: "office",
        config: { endpoint: "unix:///var/run/docker.sock", container: "shop-db" },
      },
      { type: "webhook" },
    ]);
    expect(documents[3]).not.toHaveProperty("agent");
    expect(notes.join()).not.toMatch(/ICMP|port 25|socket/);
  });

  it("is imported from Gatus for the given agent", () => {
    const endpoints = [
      { name: "Printer", url: "icmp://printer.lan" },
      { name: "Mail", url: "starttls://mail.lan:25" },
    ];
    const suites = [{ name: "Orders", endpoints: [{ name: "Read", url: "http://orders.lan" }] }];
    const { documents, notes } = from(fromGatus, { endpoints, suites });
    expect(documents).toMatchObject([
      { type: "ping", agent: "office", config: { host: "printer.lan", mode: "icmp" } },
      { type: "smtp", agent: "office", config: { host: "mail.lan", port: 25 } },
      { type: "flow", agent: "office" },
    ]);
    expect(notes).toEqual([]);
  });
});

describe("domain expiry", () => {
  it("becomes one separate monitor per domain", () => {
    const shop = { name: "Shop", type: "http", url: "https://shop.test/a", domainExpiryNotification: true };
    const monitorList = [shop, { ...shop, name: "Again" }, { ...shop, url: "http://10.0.0.1/" }];
    const { documents } = fromKuma(JSON.stringify({ monitorList }));
    const made = documents.filter(({ type }) => type === "domain");
    expect(made).toMatchObject([{ name: "shop.test (domain)", config: { domain: "shop.test" } }]);
    const conditions = ["[STATUS] == 200", "[DOMAIN_EXPIRATION] > 720h"];
    const own = fromGatus(
      JSON.stringify({ endpoints: [{ name: "Shop", url: "https://shop.test", conditions }] }),
    );
    expect(own.notes).toEqual([]);
    expect(own.documents[1]).toMatchObject({
      type: "domain",
      config: { domain: "shop.test", warnDays: [30, 14, 7, 1] },
    });
    expectTaken(own.documents[1] as Made);
  });
});

describe("a layout", () => {
  const name = "The checkout of the European shop, with its payments";
  const resource = { resource_type: "Monitor", resource_id: 1, status_page_section_id: 1 };
  const betterStack = {
    monitors: [
      { id: "1", attributes: { pronounceable_name: name, monitor_type: "status", url: "https://a.test" } },
    ],
    pages: [
      {
        sections: [{ id: "1", attributes: { name } }],
        resources: [
          { id: "1", attributes: resource },
          { id: "2", attributes: resource },
        ],
        reports: [],
      },
    ],
  };
  const uptimeRobot = {
    monitors: [{ id: 1, friendlyName: name, type: "HTTP", url: "https://a.test" }],
    pages: [{ id: 9, friendlyName: name, monitorIds: [] }],
  };
  const instatus = {
    components: [
      { id: "c1", name, group: { id: "a-group-with-an-id-of-more-than-forty-characters", name } },
      { id: "c2", name },
    ],
    incidents: [],
  };

  it.each<[string, object]>([
    ["better_stack.mjs", betterStack],
    ["uptime_robot.mjs", uptimeRobot],
    ["instatus.mjs", instatus],
  ])("of %s has valid blocks, however long the names of monitors are", async (file, data) => {
    const { convert, writeDocuments } = {
      ...(await import(join(ROOT, "scripts/cli", file))),
      ...(await import(join(ROOT, "scripts/cli/documents.mjs"))),
    };
    const { documents, problems } = parseDocuments(writeDocuments(convert(data).documents), ALL_KINDS);
    shapeDocuments(documents, { kinds: ALL_KINDS, problems });
    expect([documents.at(-1)?.kind, problems]).toEqual(["Layout", []]);
  });
});
