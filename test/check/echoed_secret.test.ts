import { describe, expect, it } from "vitest";
import { formatBson } from "../../src/check/mongodb/bson.ts";
import { probe } from "../../src/check/probe.ts";
import { CLOSE, formatMethod, longText, START, shortText } from "../../src/check/rabbitmq/frame.ts";
import { CHECK_TYPES } from "../../src/check/registry.ts";
import { shufflePassword } from "../../src/check/sqlserver/login.ts";
import { concat, integer, littleEndian, vector } from "../../src/check/wire/binary.ts";
import { fillNamed } from "../../src/domain/vault/fill.ts";
import { findReferences } from "../../src/domain/vault/spots.ts";
import { toBase64, toHex, utf8 } from "../../src/lib/bytes.ts";
import type { Config } from "../../src/lib/config.ts";
import { packetsOf, TYPE } from "../system/up/tds_message.ts";
import { errorToken } from "../system/up/tds_token.ts";
import { makeFakePlatform } from "./fake_platform.ts";

const USER = "reader";
const PASSWORD = "open/sesame+1 ü";
const PAIR = `${USER}:${PASSWORD}`;
const FORMS = [
  PASSWORD,
  PAIR,
  encodeURIComponent(PASSWORD),
  new URLSearchParams({ p: PAIR }).toString().slice(2),
  toBase64(utf8(PASSWORD)),
  toBase64(utf8(PAIR)),
  toBase64(utf8(`\0${USER}\0${PASSWORD}`)),
  toHex(utf8(PASSWORD)),
];
const LEAKS = ["open", "sesame", ...FORMS.slice(2).flatMap((form) => [form.slice(0, 8), form.slice(-8)])];

const HOST = { host: "127.0.0.1", tls: "off" };
const LOGIN = { user: USER, password: PASSWORD };
const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

interface Echo {
  config: Config;
  say(words: string): Uint8Array | Response;
}

const json = (body: object, status = 200) => Response.json(body, { status });
const AT = { url: `https://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@target.test/` };
const location = (words: string) =>
  new Response(null, { status: 302, headers: { Location: `/?seen=${encodeURI(words)}` } });

const ECHOES: Readonly<Record<string, Echo>> = {
  https: {
    config: { ...AT, assertions: [{ source: "json", path: "$.seen", operator: "equals", value: "" }] },
    say: (seen) => json({ seen }),
  },
  flow: {
    config: {
      steps: [
        {
          request: {
            url: "https://target.test/",
            auth: { type: "basic", basic: { username: USER, password: PASSWORD } },
            assertions: [{ source: "json", path: "$.seen", operator: "equals", value: "" }],
          },
        },
      ],
    },
    say: (seen) => json({ seen }),
  },
  websocket: { config: { url: AT.url.replace("https", "wss") }, say: location },
  docker: { config: { endpoint: AT.url, container: "shop" }, say: (message) => json({ message }, 403) },
  dns: {
    config: { hostname: "target.test", resolver: `${AT.url}dns-query` },
    say: (words) =>
      new Response(words, { status: 403, headers: { "Content-Type": `x/${encodeURIComponent(words)}` } }),
  },
  postgresql: {
    config: { ...HOST, ...LOGIN },
    say: (words) => {
      const fields = utf8(`SERROR\0C28P01\0M${words}\0\0`);
      return concat(latin("E"), integer(4, fields.length + 4), fields);
    },
  },
  mysql: {
    config: { ...HOST, ...LOGIN },
    say: (words) => {
      const error = concat(latin("\xff\x15\x04#28000"), utf8(words));
      const greeting = latin(
        "\x0a8.0.99\0\x07\0\0\0abcdefgh\0\xff\xf7\x2d\x02\0\xff\x81\x15\0\0\0\0\0\0\0\0\0\0ijklmnopqrst\0mysql_native_password\0",
      );
      const packet = (number: number, body: Uint8Array) =>
        concat(littleEndian(3, body.length), Uint8Array.of(number), body);
      return concat(packet(0, greeting), packet(2, error));
    },
  },
  sqlserver: {
    config: { ...HOST, ...LOGIN },
    say: (words) =>
      concat(
        packetsOf(Buffer.from([1, 0, 6, 0, 1, 255, 2]), { type: TYPE.answer }),
        packetsOf(errorToken(18_456, `${words} ${shufflePassword(PASSWORD)}`), { type: TYPE.answer }),
      ),
  },
  mongodb: {
    config: { ...HOST, ...LOGIN },
    say: (errmsg) => {
      const body = formatBson({ ok: 0, errmsg, code: 18, codeName: errmsg });
      const header = [body.length + 21, 1, 1, 2013].map((number) => littleEndian(4, number));
      return concat(...header, new Uint8Array(5), body);
    },
  },
  redis: { config: { ...HOST, ...LOGIN }, say: (words) => utf8(`-ERR ${words}\r\n`) },
  mqtt: {
    config: { ...HOST, ...LOGIN },
    say: (words) => {
      const properties = concat(Uint8Array.of(0x1f), vector(2, utf8(words)));
      const body = concat(Uint8Array.of(0, 0x87), lengthOf(properties.length), properties);
      return concat(Uint8Array.of(0x20), lengthOf(body.length), body);
    },
  },
  rabbitmq: {
    config: { ...HOST, ...LOGIN },
    say: (words) => {
      const start = [Uint8Array.of(0, 9), integer(4, 0), longText("PLAIN"), longText("en_US")];
      const close = [integer(2, 403), shortText(words), integer(4, 0)];
      return concat(formatMethod(START, ...start), formatMethod(CLOSE, ...close));
    },
  },
  smtp: {
    config: { host: "127.0.0.1", security: "none", ...LOGIN },
    say: (words) => utf8(`220 hi\r\n250-hi\r\n250 AUTH PLAIN\r\n535 ${words}\r\n`),
  },
  ldap: {
    config: { ...HOST, bindDn: USER, password: PASSWORD },
    say: (words) => {
      const result = concat(Uint8Array.of(0x0a, 1, 49, 4, 0), ber(0x04, utf8(words)));
      return ber(0x30, concat(Uint8Array.of(2, 1, 1), ber(0x61, result)));
    },
  },
};

const WITHOUT = ["ping", "tcp", "tls", "grpc", "webhook", "manual", "domain", "status_page"];

describe("a secret echoed by a server", () => {
  it("is tested for every type that sends one", () => {
    const all = [...Object.keys(ECHOES), ...WITHOUT].toSorted();
    expect(CHECK_TYPES.map(({ type }) => type).toSorted()).toEqual(all);
  });

  it.each(Object.entries(ECHOES))(
    "is hidden in the result of a check of %s",
    async (type, { config, say }) => {
      for (const form of FORMS)
        for (const before of [0, 40, 62, 70, 74]) {
          const words = `${"x".repeat(before)} ${form} denied`;
          const platform = makeFakePlatform({
            fetch: () => say(words) as Response,
            connect: () => say(words) as Uint8Array,
          });
          const answer = await probe({ type, config, timeoutMs: 2000 }, platform);
          const shown = JSON.stringify(answer);
          expect(answer, shown).toMatchObject({ status: "down", isOwnFault: false });
          expect(
            LEAKS.filter((leak) => shown.includes(leak)),
            shown,
          ).toEqual([]);
          if (before < 70) expect(shown).toContain("[hidden]");
        }
    },
  );
});

describe("a vault value sent as the user name", () => {
  it.each([
    ["postgresql", 63],
    ["mysql", 32],
  ] as const)("is hidden in an error of %s, which cuts it to %d characters", async (type, most) => {
    const values = { user: USER, password: PASSWORD.repeat(9) };
    const config = { ...HOST, vault: {} };
    const spots = CHECK_TYPES.find((one) => one.type === type)?.vaultSpots ?? [];
    const [found] = findReferences({ kind: "monitor", type, spots }, config);
    const fieldMapping = { user: "password", password: "user" };
    const filled = fillNamed({ config, hidden: [] }, found!, {
      vault: "V",
      secret: "S",
      values,
      fieldMapping,
    });
    const words = `denied for "${values.password.slice(0, most)}"`;
    const platform = makeFakePlatform({ connect: () => ECHOES[type]?.say(words) as Uint8Array });
    const { message } = await probe({ type, ...filled, timeoutMs: 2000 }, platform);
    expect(message).toContain('denied for "[hidden]"');
  });
});

/** MQTT's encoding of lengths. */
function lengthOf(length: number): Uint8Array {
  return length < 128 ? Uint8Array.of(length) : Uint8Array.of((length % 128) | 128, length >> 7);
}

function ber(tag: number, body: Uint8Array): Uint8Array {
  return concat(Uint8Array.of(tag, 0x82), integer(2, body.length), body);
}
