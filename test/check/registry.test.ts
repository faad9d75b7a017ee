import { describe, expect, it } from "vitest";
import { describeConfig } from "../../src/check/check_type.ts";
import { CHECK_TYPES, findCheckType } from "../../src/check/registry.ts";
import type { Config } from "../../src/lib/config.ts";
import { MASK } from "../../src/lib/mask.ts";
import { explainJsonIssue } from "../../src/schema/explain_issue.ts";

const typeOf = (type: string) => findCheckType(type)!;

function problemsOf(type: string, config: unknown) {
  const result = typeOf(type).config.safeParse(config, { error: explainJsonIssue });
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

const web = (more: object = {}) => ({ url: "https://a.test", ...more });

describe("the registry", () => {
  it("has the current types", () => {
    expect(CHECK_TYPES.map(({ type, hasResponseTime }) => [type, hasResponseTime])).toEqual([
      ["https", true],
      ["flow", true],
      ["ping", true],
      ["tcp", true],
      ["tls", true],
      ["dns", true],
      ["domain", false],
      ["postgresql", true],
      ["mysql", true],
      ["sqlserver", true],
      ["mongodb", true],
      ["redis", true],
      ["mqtt", true],
      ["rabbitmq", true],
      ["smtp", true],
      ["ldap", true],
      ["websocket", true],
      ["grpc", true],
      ["docker", true],
      ["status_page", false],
      ["webhook", false],
      ["manual", false],
    ]);
    expect(typeOf("webhook").run).toBeNull();
    expect(findCheckType("constructor")).toBeNull();
  });

  it.each(CHECK_TYPES.map(({ type }) => type))("describes the config of %s for its form", (type) => {
    const schema = describeConfig(typeOf(type)) as { type: string; properties: Record<string, Config> };
    expect(schema.type).toBe("object");
    for (const [name, property] of Object.entries(schema.properties)) {
      expect.soft(property["title"] ?? property["deprecated"], name).toBeDefined();
    }
  });

  it("marks secrets in the description", () => {
    expect(JSON.stringify(describeConfig(typeOf("https"))).match(/"writeOnly":true/g)).toHaveLength(4);
  });
});

const database = (port: number) => ({
  mode: "fields",
  host: "a.test",
  port,
  database: "",
  user: "",
  password: "",
  expectedResult: "",
  tls: "off",
});

describe("optional https settings", () => {
  it("are not stored with their defaults", () => {
    const plain = { keywordAbsent: false, keywordFailsAs: "degraded", invert: false, keepBody: false };
    const names = (config: object) => Object.keys(typeOf("https").config.parse(config) as object);
    expect(names(web(plain))).toEqual(names(web()));
    const set = { keyword: "x", keywordAbsent: true, keywordFailsAs: "down", invert: true, keepBody: true };
    expect(typeOf("https").config.parse(web(set))).toMatchObject(set);
  });

  it("are rejected where they have no effect", () => {
    expect(problemsOf("https", web({ keywordAbsent: true }))).toEqual([
      "keyword: Enter the keyword that must be absent.",
    ]);
    expect(problemsOf("https", web({ method: "HEAD", keepBody: true }))).toEqual([
      "keepBody: HEAD responses have no body to keep: use GET.",
    ]);
    expect(problemsOf("https", web({ keyword: "x", keywordFailsAs: "up" }))).toEqual([
      "keywordFailsAs: Use down or degraded.",
    ]);
  });
});

describe("defaults", () => {
  it.each([
    [
      "https",
      web(),
      {
        url: "https://a.test",
        method: "GET",
        headers: {},
        body: "",
        expectedStatus: 200,
        followRedirects: true,
        keyword: "",
        auth: { type: "none" },
        assertions: [],
        degradedAboveMs: null,
        certExpiry: { enabled: true, warnDays: 14 },
      },
    ],
    [
      "flow",
      { steps: [{ request: { url: "https://a.test" } }] },
      {
        steps: [
          {
            name: "",
            request: {
              url: "https://a.test",
              method: "GET",
              headers: {},
              body: "",
              expectedStatus: 200,
              followRedirects: true,
              keyword: "",
              auth: { type: "none" },
              assertions: [],
              degradedAboveMs: null,
            },
            capture: {},
          },
        ],
      },
    ],
    ["ping", { host: "a.test" }, { host: "a.test", mode: "tcp", port: 80, packets: 3, maxLossPct: 100 }],
    ["tcp", { host: "a.test", port: 1 }, { host: "a.test", port: 1, tls: "off", send: "", expect: "" }],
    ["tls", { host: "a.test" }, { host: "a.test", port: 443, warnDays: 14 }],
    [
      "dns",
      { hostname: "a.test" },
      {
        hostname: "a.test",
        recordType: "A",
        expectedValue: "",
        resolver: "https://cloudflare-dns.com/dns-query",
      },
    ],
    ["postgresql", { host: "a.test" }, { ...database(5432), query: "SELECT 1" }],
    ["mysql", { host: "a.test" }, { ...database(3306), query: "SELECT 1" }],
    [
      "redis",
      { host: "a.test" },
      { host: "a.test", port: 6379, user: "", password: "", database: 0, tls: "off" },
    ],
    ["mqtt", { host: "a.test" }, { host: "a.test", port: 1883, tls: "off", user: "", password: "" }],
    [
      "mqtt",
      { host: "a.test", tls: "on" },
      { host: "a.test", port: 8883, tls: "on", user: "", password: "" },
    ],
    [
      "rabbitmq",
      { host: "a.test" },
      { host: "a.test", port: 5672, tls: "off", user: "", password: "", vhost: "/" },
    ],
    [
      "rabbitmq",
      { host: "a.test", tls: "verify-none" },
      { host: "a.test", port: 5671, tls: "verify-none", user: "", password: "", vhost: "/" },
    ],
    ["smtp", { host: "a.test" }, { host: "a.test", port: 587, security: "starttls", user: "", password: "" }],
    [
      "smtp",
      { host: "a.test", security: "tls" },
      { host: "a.test", port: 465, security: "tls", user: "", password: "" },
    ],
    ["ldap", { host: "a.test" }, { host: "a.test", port: 389, tls: "off", bindDn: "", password: "" }],
    ["sqlserver", { host: "a.test" }, { ...database(1433), query: "SELECT 1", strict: false }],
    ["mongodb", { host: "a.test" }, { ...database(27_017), query: '{"ping":1}' }],
    [
      "websocket",
      { url: "wss://a.test" },
      { url: "wss://a.test", headers: {}, subprotocol: "", send: "", expect: "" },
    ],
    ["grpc", { url: "http://a.test:50051" }, { url: "http://a.test:50051", service: "" }],
    [
      "docker",
      { endpoint: "http://a.test:2375", container: "db" },
      { endpoint: "http://a.test:2375", container: "db", headers: {} },
    ],
    [
      "domain",
      { domain: "a.test" },
      { domain: "a.test", warnDays: [30, 14, 7, 1], registrarLock: false, rdapUrl: "" },
    ],
    [
      "status_page",
      { url: "https://a.test" },
      { url: "https://a.test", format: "auto", components: [], minImpact: "minor" },
    ],
    ["webhook", { other: 1 }, { graceSecs: 0 }],
  ])("of %s are added, and unknown fields removed", (type, config, full) => {
    expect(typeOf(type).config.parse({ ...config, unknown: { deep: true } })).toEqual(full);
  });
});

const PASTE_AUTHORITY =
  "caCert: Paste the authority's certificate in PEM format, starting with -----BEGIN CERTIFICATE-----.";

describe("a config", () => {
  const cas = { casServerUrl: "https://cas.test/cas", username: "u" };

  it.each<[string, unknown, string]>([
    ["https", {}, "url: Enter an http or https address."],
    [
      "https",
      web({ url: "ftp://a.test" }),
      "url: Use an http or https address, such as https://example.com/health.",
    ],
    ["https", web({ method: "TRACE" }), "method: Use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS."],
    ["https", web({ body: "x" }), "body: GET has no body: use POST, PUT, PATCH, DELETE or OPTIONS."],
    [
      "https",
      web({ expectedStatus: "2xx" }),
      "expectedStatus: Use a status such as 200, or ranges such as 200-299,301.",
    ],
    [
      "https",
      web({ expectedStatus: 999 }),
      "expectedStatus: Use a status such as 200, or ranges such as 200-299,301.",
    ],
    [
      "https",
      web({ method: "HEAD", keyword: "x" }),
      "keyword: HEAD responses have no body to search: use GET.",
    ],
    ["https", web({ headers: { "a b": "c" } }), "headers.a b: This isn't a valid header name."],
    [
      "https",
      web({ headers: { a: "b\r\nc: d" } }),
      "headers.a: Leave out line breaks and control characters.",
    ],
    [
      "https",
      web({ headers: { Host: "b.test" } }),
      "headers.Host: The platform sets this header: leave it out.",
    ],
    [
      "https",
      web({ headers: { "X-Token": "••abc" } }),
      "headers.X-Token: Enter the whole secret, or keep the mask.",
    ],
    ["https", web({ headers: { a: 1 } }), "headers.a: Header values must be text or a vault reference."],
    ["https", web({ auth: { type: "digest" } }), "auth.type: Use none, basic, bearer, oauth2 or cas."],
    [
      "https",
      web({ auth: { type: "basic", basic: {} } }),
      "auth.basic.username: Enter the user name, or choose a vault secret.",
    ],
    [
      "https",
      web({ auth: { type: "basic", basic: { username: "u", password: 5 } } }),
      "auth.basic.password: Secrets must be text.",
    ],
    [
      "https",
      web({ auth: { type: "cas", cas: { ...cas, password: `${MASK}x` } } }),
      "auth.cas.password: Enter the whole secret, or keep the mask.",
    ],
    [
      "https",
      web({ auth: { type: "bearer", bearer: { token: "" } } }),
      "auth.bearer.token: Enter the token, or choose a vault secret.",
    ],
    [
      "https",
      web({ assertions: [{ source: "body" }] }),
      "assertions.0.source: Use header or json as source.",
    ],
    [
      "https",
      web({ assertions: [{ source: "json", path: "a.b", operator: "exists" }] }),
      "assertions.0.path: Use a path such as $.status or $.items[0].name.",
    ],
    [
      "https",
      web({ assertions: [{ source: "json", path: "$.a", operator: "less_than", value: "ten" }] }),
      "assertions.0.value: Compare with a number.",
    ],
    ["https", web({ certExpiry: { warnDays: 0 } }), "certExpiry.warnDays: Use 1 to 365 days."],
    ["flow", {}, "steps: Enter a list of steps."],
    ["flow", { steps: [] }, "steps: Add a step."],
    [
      "flow",
      { steps: Array.from({ length: 11 }, () => ({ request: web() })) },
      "steps: Use at most 10 steps.",
    ],
    [
      "flow",
      {
        steps: [
          { request: web(), capture: { host: { from: "status" } } },
          { request: web({ url: "https://{{host}}.test" }) },
        ],
      },
      "steps.1.request.url: Placeholders are allowed only after the host: in the path, the query or the fragment.",
    ],
    ...[
      { url: "https://a.test/{{id}}" },
      { headers: { "X-Id": "{{id}}" } },
      { method: "POST", body: "{{id}}" },
      { auth: { type: "bearer", bearer: { token: "{{id}}" } } },
    ].map((request): [string, unknown, string] => [
      "flow",
      { steps: [{ request: web(request), capture: { id: { from: "status" } } }] },
      `steps.0.request.${["url", "headers.X-Id", "body", "auth.bearer.token"].find((place) => place.startsWith(Object.keys(request).at(-1)!))}: No earlier step captures id.`,
    ]),
    ...(
      [
        [{ from: "json", path: "a" }, "Use a path such as $.access_token or $.items[0].id."],
        [{ from: "header", path: "a b" }, "This isn't a valid header name."],
        [
          { from: "regex", path: "(a)\\1" },
          "Use a regular expression of at most 500 characters, without lookaround and backreferences; its first group is captured.",
        ],
        [{ from: "status", path: "x" }, "A status has no path: leave it out."],
      ] as const
    ).map(([capture, sentence]): [string, unknown, string] => [
      "flow",
      { steps: [{ request: web(), capture: { id: capture } }] },
      `steps.0.capture.id.path: ${sentence}`,
    ]),
    [
      "flow",
      { steps: [{ request: web({ method: "HEAD" }), capture: { id: { from: "json", path: "$.a" } } }] },
      "steps.0.capture.id: HEAD responses have no body to capture from: use GET.",
    ],
    [
      "flow",
      { steps: [{ request: web(), capture: { "1d": { from: "status" } } }] },
      "steps.0.capture.1d: Use up to 64 letters, digits, _ and - for the name, the first a letter.",
    ],
    ["ping", { host: "a.test", mode: "udp" }, "mode: Use the mode tcp or icmp."],
    [
      "ping",
      { host: "http://a.test" },
      "host: Use a host name or an IP address, without a scheme, port or path.",
    ],
    [
      "ping",
      { host: "a.test:80" },
      "host: Use a host name or an IP address, without a scheme, port or path.",
    ],
    ["tcp", { host: "a.test" }, "port: This is missing."],
    ["tcp", { host: "a.test", port: 70_000 }, "port: Use 1 to 65535."],
    ["tcp", { host: "a.test", port: 1, tls: "yes" }, "tls: Use off, on, verify-none or ca."],
    ...["", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"].map(
      (caCert): [string, object, string] => [
        "tcp",
        { host: "a.test", port: 1, tls: "ca", caCert },
        PASTE_AUTHORITY,
      ],
    ),
    [
      "tcp",
      { host: "a.test", port: 1, tls: "on", caCert: "-----BEGIN CERTIFICATE-----" },
      "caCert: A CA certificate is used only with TLS set to ca: set TLS to ca, or leave this empty.",
    ],
    ["dns", { hostname: "192.0.2.1" }, "hostname: Addresses work only with PTR: use a name."],
    ["dns", { hostname: "a..b" }, "hostname: Use a domain name."],
    [
      "dns",
      { hostname: "a.test", recordType: "ANY" },
      "recordType: Use A, AAAA, CNAME, MX, NS, TXT, SRV, CAA, SOA or PTR.",
    ],
    [
      "dns",
      { hostname: "a.test", resolver: "::1:53:x" },
      "resolver: Use a DNS over HTTPS URL, such as https://dns.example/dns-query, or host:port for DNS over TCP.",
    ],
    ...["postgresql", "mysql"].flatMap((type): [string, object, string][] => [
      [type, {}, "host: Enter a host name or an IP address."],
      [type, { host: "a.test", tls: "ca" }, PASTE_AUTHORITY],
      [
        type,
        { mode: "connectionString", connectionString: "x" },
        "vault: The connection string must come from a vault: choose a secret.",
      ],
    ]),
    ["redis", { host: "a.test", database: "main" }, "database: Use a whole number."],
    ["redis", { host: "a.test", database: -1 }, "database: Use 0 to 1000000."],
    ["rabbitmq", { host: "a.test", vhost: "ä".repeat(128) }, "vhost: Use at most 255 bytes."],
    ["smtp", { host: "a.test", security: "on" }, "security: Use none, starttls or tls."],
    ...[{ user: "u" }, { password: "p" }, { vault: { vault: "v", secret: "s" } }].map(
      (login): [string, object, string] => [
        "smtp",
        { host: "a.test", security: "none", ...login },
        "security: User and password are never sent without TLS: use starttls or tls, or remove them.",
      ],
    ),
    [
      "ldap",
      { host: "a.test", bindDn: "cn=a" },
      "password: Enter the password: without one, the server accepts any DN unchecked.",
    ],
    ["ldap", { host: "a.test", password: "p" }, "bindDn: Enter the DN for this password."],
    ["sqlserver", {}, "host: Enter a host name or an IP address."],
    [
      "sqlserver",
      { mode: "connectionString" },
      "vault: The connection string must come from a vault: choose a secret.",
    ],
    [
      "sqlserver",
      { host: "a.test", strict: true },
      "strict: Strict encryption requires TLS: set TLS to on, ca or verify-none.",
    ],
    ...["ping", "[]", '"ping"', "{}", '{"$db":"a"}', `{"a":${"[".repeat(40)}${"]".repeat(40)}}`].map(
      (query): [string, object, string] => [
        "mongodb",
        { host: "a.test", query },
        'query: Enter a command as JSON, such as {"ping":1}.',
      ],
    ),
    ["websocket", {}, "url: Enter a ws or wss address."],
    ["websocket", { url: "https://a.test" }, "url: Use a ws or wss address, such as wss://example.com/live."],
    [
      "websocket",
      { url: "ws://a.test", headers: { "Sec-WebSocket-Protocol": "x" } },
      "headers.Sec-WebSocket-Protocol: The platform sets this header: use the subprotocol setting instead.",
    ],
    [
      "websocket",
      { url: "ws://a.test", subprotocol: "a, b" },
      "subprotocol: Use one subprotocol, such as mqtt: letters, digits, dots and dashes.",
    ],
    [
      "websocket",
      { url: "wss://a.test", tls: "verify-none" },
      "tls: The platform verifies wss certificates itself, against public authorities: leave this out.",
    ],
    ...["https://a.test/x", "https://u@a.test", "https://a.test?b"].map((url): [string, object, string] => [
      "grpc",
      { url },
      "url: Use an http or https address with only a host and port, such as https://api.example.com:443.",
    ]),
    [
      "grpc",
      { url: "http://a.test", tls: "on" },
      "tls: An http address has no TLS: use https, or leave this out.",
    ],
    [
      "grpc",
      { url: "https://a.test", tls: "off" },
      "tls: An https address uses TLS: use on, verify-none or ca, or an http address.",
    ],
    [
      "grpc",
      { url: "https://a.test", tls: "ca" },
      "caCert: Paste the authority's certificate in PEM format, starting with -----BEGIN CERTIFICATE-----.",
    ],
    ["docker", { endpoint: "http://a.test" }, "container: Enter a container name or ID."],
    [
      "docker",
      { endpoint: "http://a.test", container: "../x" },
      "container: Use a container name or ID: letters, digits, dots, dashes and underscores.",
    ],
    [
      "docker",
      { endpoint: "unix:docker.sock", container: "a" },
      "endpoint: Use an http or https address, such as https://docker.example.com:2376, or with an agent unix:///var/run/docker.sock.",
    ],
    [
      "docker",
      { endpoint: "https://a.test", container: "a", clientCert: "x" },
      "clientCert: The platform can't send a client certificate: put a proxy with a token in front of the engine, and send the token in a header.",
    ],
    ["domain", {}, "domain: Enter a domain, such as example.com."],
    [
      "domain",
      { domain: "localhost" },
      "domain: Use a domain such as example.com, without a scheme, port or path.",
    ],
    [
      "domain",
      { domain: "a..test" },
      "domain: Use a domain such as example.com, without a scheme, port or path.",
    ],
    ["domain", { domain: "a.test", warnDays: [0] }, "warnDays.0: Use 1 to 365 days."],
    ["domain", { domain: "a.test", warnDays: [] }, "warnDays: Enter at least one number of days."],
    ["status_page", {}, "url: Enter an http or https address."],
    [
      "status_page",
      { url: "https://a.test", format: "html" },
      "format: Use auto, statuspage, incident_io, instatus, openstatus, better_stack or feed.",
    ],
    ["status_page", { url: "https://a.test", components: [""] }, "components.0: Fill in this field."],
    ["status_page", { url: "https://a.test", minImpact: "critical" }, "minImpact: Use minor or major."],
    ["webhook", { graceSecs: -1 }, "graceSecs: Use 0 to 604800 seconds."],
  ])("of %s %j is rejected", (type, config, problem) => {
    expect(problemsOf(type, config)).toEqual([problem]);
  });

  it.each([
    ["https", web({ auth: { type: "basic", basic: { vault: { vault: "v", secret: "s" } } } })],
    [
      "https",
      web({ auth: { type: "basic", basic: { username: "u", password: MASK } }, headers: { Cookie: MASK } }),
    ],
    ["https", web({ method: "HEAD", expectedStatus: "200-299,301" })],
    ["dns", { hostname: "192.0.2.1", recordType: "PTR", resolver: "[2001:db8::1]:53" }],
    ["dns", { hostname: "a.test", resolver: "9.9.9.9" }],
    ["tcp", { host: "2001:db8::1", port: 1, tls: "on", caCert: "" }],
    ["postgresql", { mode: "connectionString", vault: { vault: "v", secret: "s" } }],
    ["mysql", { host: "a.test", vault: { vault: "v", secret: "s" } }],
    ["redis", { host: "a.test", password: "p" }],
    ["smtp", { host: "::1", security: "none", user: "u", password: "p" }],
    ["ldap", { host: "a.test", bindDn: "cn=a", vault: { vault: "v", secret: "s" } }],
    ["sqlserver", { mode: "connectionString", vault: { vault: "v", secret: "s" } }],
    ["sqlserver", { host: "a.test", tls: "verify-none", strict: true }],
    ["mongodb", { host: "a.test", query: '{"count":"orders","query":{"state":"open"}}' }],
    ["websocket", { url: "ws://a.test", headers: { "X-Token": { vault: { vault: "v", secret: "s" } } } }],
    ["grpc", { url: "http://a.test", tls: "off" }],
    ["docker", { endpoint: "http://[::1]:2375/v1.47", container: "/a_b-c.d" }],
  ])("of %s %j is accepted", (type, config) => {
    expect(problemsOf(type, config)).toEqual([]);
  });
});

describe("the secrets of an https config", () => {
  it("are non-empty secrets, and headers named like credentials", () => {
    const headers = {
      Authorization: "a",
      cookie: "b",
      "X-Api-Key": "c",
      "X-Auth-Token": "d",
      Accept: "e",
      "My-Password": "f",
    };
    const config = {
      headers,
      auth: { type: "basic", basic: { username: "u", password: "p" }, cas: { password: "" } },
    };
    expect(typeOf("https").findSecrets(config)).toEqual([
      ["headers", "Authorization"],
      ["headers", "cookie"],
      ["headers", "X-Api-Key"],
      ["headers", "X-Auth-Token"],
      ["headers", "My-Password"],
      ["auth", "basic", "password"],
    ]);
    expect(typeOf("https").findSecrets({ headers: "none", auth: null })).toEqual([]);
  });

  it("belong to url, tokenUrl and casServerUrl", () => {
    const { destinationOf } = typeOf("https");
    const config = (url: string, tokenUrl = "t", casServerUrl = "c") =>
      destinationOf({ url, auth: { oauth2: { tokenUrl }, cas: { casServerUrl } }, method: url });
    const all = [config("a"), config("b"), config("a", "u"), config("a", "t", "d")];
    expect(new Set(all).size).toBe(4);
    expect(destinationOf({ url: "a", method: "GET" })).toBe(destinationOf({ url: "a", method: "POST" }));
  });
});

describe("the destination of an smtp config's secrets", () => {
  it("depends on host, port and whether TLS comes first", () => {
    const { destinationOf, certificateOf } = typeOf("smtp");
    const at = (more: object) => destinationOf({ host: "a.test", ...more });
    expect(at({ security: "starttls" })).toBe(at({ port: 587 }));
    expect(at({ security: "tls" })).toBe(at({ security: "starttls", port: 465 }));
    expect(new Set([at({}), at({ security: "none" }), at({ security: "tls" })]).size).toBe(3);
    expect(certificateOf?.({ host: "a.test", security: "none" })).toBeNull();
    expect(certificateOf?.({ host: "a.test" })).toMatchObject({ host: "a.test", port: 587 });
  });
});
