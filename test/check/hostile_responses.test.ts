import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ProbeResult, probe } from "../../src/check/probe.ts";
import { CHECK_TYPES } from "../../src/check/registry.ts";
import { utf8 } from "../../src/lib/bytes.ts";
import type { Config } from "../../src/lib/config.ts";
import { makeFakePlatform } from "./fake_platform.ts";
import { makeChance, mutate } from "./tls/mutate.ts";

/*
 * No bytes from a target may break a check, make it hang or look like this service's fault. test/system damages real
 * conversations. Here every type gets bytes of its protocol, or none.
 */

const LIMITS = { seed: 31, numRuns: 400, interruptAfterTimeLimit: 10_000, markInterruptAsFailure: false };
const PASSWORD = "correct-horse";
const LOGIN = { user: "reader", password: PASSWORD };
const HOST = { host: "target.test", tls: "off" };
const DATABASE = { ...HOST, ...LOGIN, database: "shop", expectedResult: "1" };

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

interface Target {
  config: Config;
  said?: readonly Uint8Array[];
}

const TARGETS: Readonly<Record<string, Target>> = {
  https: { config: { url: "https://target.test/", keepBody: true, keyword: "well" } },
  flow: {
    config: {
      steps: [
        {
          request: { url: "https://target.test/", expectedStatus: "200-599", followRedirects: false },
          capture: {
            body: { from: "regex", path: "(.+)" },
            mode: { from: "header", path: "content-type" },
          },
        },
        {
          name: "Use",
          request: {
            url: "https://target.test/{{mode}}/x?b={{body}}",
            method: "POST",
            headers: { "X-Mode": "{{mode}}", "X-Body": "{{body}}", Authorization: `Bearer ${PASSWORD}` },
            body: '{"a":{{body}},"b":"{{mode}}"}',
            keepBody: true,
          },
          capture: { value: { from: "json", path: "$.a" }, cookie: { from: "cookie", path: "a" } },
        },
      ],
    },
  },
  ping: { config: { host: "target.test" } },
  tcp: {
    config: { ...HOST, port: 7, send: "hello", expect: "well" },
    said: [latin("all is "), latin("fine\r\n")],
  },
  tls: {
    config: { host: "target.test" },
    said: [
      hex(
        "160303002a0200002603030000000000000000000000000000000000000000000000000000000000000000001301000000",
      ),
    ],
  },
  dns: {
    config: { hostname: "target.test", expectedValue: "192.0.2.1", resolver: "target.test:53" },
    said: [
      hex("00374242818000010001000000000674617267657404746573740000010001"),
      hex("c00c0001000100000e100004c0000201"),
    ],
  },
  postgresql: {
    config: DATABASE,
    said: [
      hex("520000000800000000"),
      hex("5a0000000549"),
      hex("540000001a00016100000000000000000000170004ffffffff0000"),
      hex("440000000b00010000000131"),
      latin("C\0\0\0\x0dSELECT 1\0"),
      latin("E\0\0\0\x1bSERROR\0C42601\0Mno such\0\0"),
    ],
  },
  mysql: {
    config: DATABASE,
    said: [
      latin(
        "\x4a\0\0\0\x0a8.0.99\0\x07\0\0\0abcdefgh\0\xff\xf7\x2d\x02\0\xff\x81\x15\0\0\0\0\0\0\0\0\0\0ijklmnopqrst\0mysql_native_password\0",
      ),
      hex("0700000200000002000000"),
      latin("\x17\0\0\x03\xff\x15\x04#28000Access denied"),
    ],
  },
  sqlserver: {
    config: DATABASE,
    said: [
      hex("0401002b00000100000000001a00060100200001020021000103002200000400220001ff0f00000000000200"),
      hex("0401001100000100fd000000000000000000"),
    ],
  },
  mongodb: {
    config: { ...DATABASE, user: "", password: "" },
    said: [
      hex("260000000100000000000000dd0700000000000000110000001 06f6b00010000000000".replaceAll(" ", "")),
    ],
  },
  redis: {
    config: { ...HOST, ...LOGIN, database: 1 },
    said: ["+OK\r\n", "-WRONGPASS no\r\n", "+PONG\r\n"].map(latin),
  },
  mqtt: { config: { ...HOST, ...LOGIN }, said: [hex("2003000000"), hex("d000"), hex("e0028700")] },
  rabbitmq: {
    config: { ...HOST, ...LOGIN },
    said: [
      latin("\x01\0\0\0\0\0\x22\0\x0a\0\x0a\0\x09\0\0\0\0\0\0\0\x05PLAIN\0\0\0\x05en_US\xce"),
      latin("\x01\0\0\0\0\0\x0c\0\x0a\0\x1e\x07\xff\0\x02\0\0\0\x3c\xce"),
    ],
  },
  smtp: {
    config: { host: "target.test", security: "none", user: "", password: "" },
    said: ["220 target.test ESMTP\r\n", "250-target.test\r\n250 AUTH PLAIN LOGIN\r\n", "221 Bye\r\n"].map(
      latin,
    ),
  },
  ldap: {
    config: { ...HOST, bindDn: "cn=reader", password: PASSWORD },
    said: [
      hex("300c02010161070a010004000400"),
      hex("301102010161 0c0a0131040004056e6f2e2e2e".replaceAll(" ", "")),
    ],
  },
  websocket: { config: { url: "wss://target.test/", expect: "well" } },
  grpc: {
    config: { url: "http://target.test:50051/" },
    said: [
      hex("000000040000000000"),
      hex("0000010104000000018 8".replaceAll(" ", "")),
      hex("00000700010000000100000000020801"),
    ],
  },
  docker: { config: { endpoint: "https://target.test/", container: "shop" } },
  domain: { config: { domain: "shop.target.test", rdapUrl: "https://target.test/" } },
  status_page: { config: { url: "https://target.test/", components: ["shop"] } },
};

function expectSense(answer: ProbeResult, sent: unknown): void {
  const shown = JSON.stringify([answer.message, answer.steps]);
  const isBroken = /internal error|can't be read\.$|undefined|\[object|NaN|[\ufdd0\ufdd1]/i.test(
    answer.message,
  );
  const isOfProtocol =
    /its .+ can't be read\.$|incomplete DNS|Malformed|not a whole DNS|record can't be read/.test(
      answer.message,
    );
  const isFine =
    (!answer.isOwnFault || answer.hasNoData) && (!isBroken || isOfProtocol) && !shown.includes(PASSWORD);
  if (!isFine) expect.fail(`${shown} upon ${JSON.stringify(sent)}`);
}

const TEXTS = [
  "[".repeat(200_000),
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`,
  `{"a":"${"\\".repeat(99_999)}`,
  `{"a":${"9".repeat(50_000)}}`,
  '{"__proto__":{"a":1},"constructor":null,"a":{"toString":1}}',
  '{"a":"\\ud800","b":1e999}',
  `{"State":${'{"Status":'.repeat(5000)}1${"}".repeat(5001)}`,
  '{"State":{"Status":"running","Health":{"Status":"unhealthy","Log":[{"Output":{}}]}}}',
  "null",
  '""',
  "",
  "error code: 1016",
  "<form><input type=password value=&#55296;>",
];

/** Like a status page's document, with wrong values for names, statuses and times. */
const odd = fc.oneof(
  fc.constantFrom(
    "shop",
    "major",
    "down",
    "in_progress",
    "investigating",
    "2026-01-01T00:00:00Z",
    null,
    "\ud800",
  ),
  fc.json({ maxDepth: 1 }).map((json) => JSON.parse(json) as unknown),
);
const entry = fc.dictionary(
  fc.constantFrom(
    "name",
    "title",
    "status",
    "impact",
    "url",
    "shortlink",
    "id",
    "type",
    "attributes",
    "components",
  ),
  odd,
);
const list = fc.oneof(fc.array(fc.oneof(entry, odd), { maxLength: 4 }), odd);
const pages = fc.oneof(
  fc.record({
    status: fc.record({ indicator: odd }),
    components: list,
    incidents: list,
    scheduled_maintenances: list,
  }),
  fc.record({
    ongoing_incidents: list,
    affected_components: list,
    components: list,
    in_progress_maintenances: list,
  }),
  fc.record({
    page: fc.record({ status: fc.constantFrom("UP", "HASISSUES") }),
    components: list,
    activeIncidents: list,
    activeMaintenances: list,
  }),
  fc.record({
    data: fc.record({ type: fc.constant("status_page"), attributes: fc.record({ aggregate_state: odd }) }),
    included: list,
  }),
  fc.record({
    events: fc.array(fc.record({ eventAction: fc.constant("expiration"), eventDate: odd }), { maxLength: 2 }),
    entities: fc.array(fc.record({ roles: fc.constant(["registrar"]), vcardArray: odd, handle: odd }), {
      maxLength: 2,
    }),
    status: odd,
    nameservers: list,
  }),
  fc.record({ status: odd, statusReports: list, monitors: list, pageComponents: list, maintenances: list }),
);
const feeds = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          "<item>",
          "</item>",
          "<title>",
          "</title>",
          "<entry",
          "<link href='",
          "<![CDATA[",
          "]]>",
          "&#x110000;",
        ],
        ...["<description>", "</description>", "<pubDate>9e99</pubDate>", " ".repeat(3000), "<".repeat(3000)],
        ...["<strong>Resolved</strong>", "shop", "\n".repeat(3000), "&lt;".repeat(1000)],
      ),
      fc.string({ maxLength: 20 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => `<rss>${parts.join("")}`);

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  pages.map((page) => JSON.stringify(page)),
  feeds,
  fc.json({ maxDepth: 8 }),
  fc.string({ unit: "binary", maxLength: 300 }),
);
const bytes = fc
  .oneof(text.map(utf8), fc.uint8Array({ maxLength: 300 }))
  .map((some) => Uint8Array.from(some));
const headers = fc.dictionary(
  fc.constantFrom("content-type", "location", "set-cookie", "x-mode", "retry-after", "content-encoding-x"),
  fc.oneof(
    fc.constantFrom(
      "text/html; charset=utf-16",
      "text/html; charset=x",
      "//",
      "http://[",
      "javascript:1",
      "a=\xff; path=/",
    ),
    fc.stringMatching(/^[\x21-\x7e]{0,60}$/),
  ),
);
const web = fc.record({
  status: fc.constantFrom(200, 200, 301, 307, 401, 404, 500, 521, 530),
  body: bytes,
  headers,
});
interface Web {
  status: number;
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

const respond = ({ status, body, headers: sent }: Web) =>
  new Response(body.slice(), { status, headers: sent });

const operand = fc.constantFrom("", "1", "x".repeat(2000), 0, -1.5, true, null);
const assertion = fc.oneof(
  fc.record({
    source: fc.constant("header"),
    name: fc.constantFrom("x-mode", "set-cookie", "x-none"),
    operator: fc.constantFrom("exists", "not_exists", "equals", "not_equals", "contains"),
    value: operand,
  }),
  fc.record({
    source: fc.constant("json"),
    path: fc.constantFrom(
      "$",
      "$.a",
      "$.a.b[0]",
      "$[0]",
      '$["__proto__"].a',
      "$.constructor",
      `$${".a".repeat(400)}`,
    ),
    operator: fc.constantFrom("exists", "equals", "not_equals", "contains", "less_than", "greater_than"),
    value: fc.constantFrom("1", 0, 2.5),
    failsAs: fc.constantFrom("down", "degraded"),
  }),
);

describe("a malicious response never breaks a check", () => {
  const checked = CHECK_TYPES.filter(({ run }) => run !== null).map(({ type }) => type);

  it("of any type, since every type is covered", () => {
    expect(Object.keys(TARGETS).toSorted()).toEqual(checked.toSorted());
  });

  it.each(Object.entries(TARGETS))(
    "of type %s",
    async (type, { config, said = [] }) => {
      const chance = makeChance(31);
      const spoken = fc.oneof(
        fc.nat().map(() => (said.length === 0 ? new Uint8Array() : mutateAll(said, chance))),
        bytes,
      );
      const property = fc.asyncProperty(web, spoken, async (answer, line) => {
        const platform = makeFakePlatform({ fetch: () => toAnswer(type, answer), connect: () => line });
        expectSense(await probe({ type, config, timeoutMs: 2000 }, platform), { answer, line });
      });
      await fc.assert(property, LIMITS);
    },
    30_000,
  );

  it("with any assertions", async () => {
    const property = fc.asyncProperty(
      web,
      fc.array(assertion, { minLength: 1, maxLength: 3 }),
      async (answer, assertions) => {
        const config = {
          url: "https://target.test/",
          expectedStatus: "200-599",
          followRedirects: false,
          assertions,
        };
        const platform = makeFakePlatform({ fetch: () => respond(answer) });
        expectSense(await probe({ type: "https", config, timeoutMs: 2000 }, platform), {
          answer,
          assertions,
        });
      },
    );
    await fc.assert(property, { ...LIMITS, numRuns: 3000 });
  }, 30_000);

  it.each(["oauth2", "cas"])(
    "with a sign-in by %s",
    async (kind) => {
      const auth =
        kind === "cas"
          ? { type: kind, cas: { casServerUrl: "https://cas.test/", username: "reader", password: PASSWORD } }
          : {
              type: kind,
              oauth2: { tokenUrl: "https://id.test/", clientId: "reader", clientSecret: PASSWORD },
            };
      const tokens = fc.oneof(
        web,
        fc.string({ unit: "binary" }).map((token) => {
          const body = utf8(JSON.stringify({ access_token: token, expires_in: "1e999" }));
          return { status: 200, body, headers: {} };
        }),
      );
      const property = fc.asyncProperty(tokens, web, async (first, answer) => {
        let asked = 0;
        const platform = makeFakePlatform({ fetch: () => respond(asked++ === 0 ? first : answer) });
        const config = { url: "https://target.test/", auth };
        expectSense(await probe({ type: "https", config, timeoutMs: 2000 }, platform), { first, answer });
      });
      await fc.assert(property, LIMITS);
    },
    30_000,
  );
});

function mutateAll(said: readonly Uint8Array[], chance: (bound: number) => number): Uint8Array {
  const whole = Uint8Array.from(said.flatMap((part) => [...part]));
  return mutate(whole, chance, () => [...said]);
}

/** An upgrade's socket sends what the body would contain. */
function toAnswer(type: string, answer: Web): Response {
  const response = respond(answer);
  if (type !== "websocket" || answer.status !== 200) return response;
  return Object.assign(response, { webSocket: new SpeakingSocket(new TextDecoder().decode(answer.body)) });
}

class SpeakingSocket extends EventTarget {
  readyState = WebSocket.OPEN as number;
  readonly #said: string;

  constructor(said: string) {
    super();
    this.#said = said;
  }

  accept(): void {
    queueMicrotask(() => {
      this.dispatchEvent(new MessageEvent("message", { data: this.#said }));
      this.close();
    });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    const closing = { code: 4000, reason: this.#said.slice(0, 100) };
    this.dispatchEvent(Object.assign(new Event("close"), closing));
  }
}
