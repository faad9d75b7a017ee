import { describe, expect, it } from "vitest";
import { startTlsClient, type TlsClientOptions } from "../../../src/check/tls/tls_client.ts";
import { TLS12_SUITES, TLS13_SUITES } from "../../../src/check/tls/tls_suites.ts";
import { concat, integer, vector } from "../../../src/check/wire/binary.ts";
import { utf8 } from "../../../src/lib/bytes.ts";
import { makeLine } from "../../../src/lib/wire/dial.ts";
import { makeIdentity, NOW } from "./made_certificate.ts";
import {
  alpnOf,
  echo,
  type HelloFields,
  type ServerScript,
  type Session,
  startScriptedServer,
} from "./scripted_server.ts";
import { formatMessage, formatRecord } from "./sealed_flight.ts";

const inTime = () => AbortSignal.timeout(20_000);
const authority = makeIdentity({ name: "authority", isAuthority: true });
const site = makeIdentity({ issuer: authority });
const rsa = makeIdentity({ issuer: authority, kind: "rsa" });
const p384 = makeIdentity({ issuer: authority, kind: "p384" });

function open(script: Partial<ServerScript>, options: Partial<TlsClientOptions> = {}) {
  const socket = startScriptedServer({ version: 13, identities: [site], ...script });
  const asked = {
    serverName: "site.test",
    trust: { kind: "authorities", authorities: [authority.der] },
    alpn: [],
    signal: inTime(),
    now: NOW,
    ...options,
  } as const;
  return { opened: startTlsClient(socket, asked), served: socket.served };
}

async function hear(talk: (session: Session) => Promise<void>, version: 12 | 13 = 13) {
  const { opened } = open({ version, talk });
  const secured = await opened;
  return { secured, line: makeLine(secured, { signal: inTime(), maxBytes: 1_000_000 }) };
}

const goodbye = Uint8Array.of(1, 0);

describe("startTlsClient", () => {
  it.each([
    ...[...TLS13_SUITES.keys()].map((suite) => [13, suite] as const),
    ...[...TLS12_SUITES.keys()].map((suite) => [12, suite] as const),
  ])("transfers data both ways over TLS %d with cipher %d", async (version, suite) => {
    const isRsa = [0xc02f, 0xc030, 0xcca8].includes(suite);
    const { opened, served } = open({ version, suite, identities: [isRsa ? rsa : site] });
    const secured = await opened;
    const line = makeLine(secured, { signal: inTime(), maxBytes: 100_000 });
    const long = new Uint8Array(50_000).fill(7);
    await Promise.all([line.write(utf8("hello")), line.write(long), line.write(utf8("bye"))]);
    expect(await line.reader.readExactly(5)).toEqual(utf8("hello"));
    expect(await line.reader.readExactly(50_000)).toEqual(long);
    expect(await line.reader.readExactly(3)).toEqual(utf8("bye"));
    await secured.close();
    await served;
  });

  it("works without the extended master secret, since sessions are never resumed", async () => {
    const hello: ServerScript["hello"] = (fields) => {
      fields.extensions = fields.extensions.filter(([type]) => type !== 23);
    };
    const secured = await open({ version: 12, hello }).opened;
    expect(secured.protocol).toBe("TLS 1.2");
  });

  it.each([12, 13] as const)("reports the negotiated protocol over TLS %d", async (version) => {
    const choice: [number, Uint8Array] = [16, alpnOf("h2")];
    const hello: ServerScript["hello"] = (fields) => void (version === 12 && fields.extensions.push(choice));
    const secured = await open({ version, hello, extensions: [choice] }, { alpn: ["h2", "x"] }).opened;
    expect(secured.alpn).toBe("h2");
  });

  it.each([
    [12, concat(vector(1, Uint8Array.of(1)), vector(2, integer(2, 0x0403)), vector(2))],
    [13, concat(vector(1), vector(2, integer(2, 13), vector(2, vector(2, integer(2, 0x0403)))))],
  ] as const)("sends an empty certificate if asked for one over TLS %d", async (version, request) => {
    const { opened, served } = open({ version, certificateRequest: request });
    await (await opened).close();
    await served;
  });

  it("follows a key update of the server, and updates its own keys on request", async () => {
    const { line } = await hear(async ({ send, messages, turnSendKey, turnReadKey }) => {
      await send(22, formatMessage(4, new Uint8Array(40)));
      await send(22, formatMessage(24, Uint8Array.of(0)));
      turnSendKey();
      await send(22, formatMessage(24, Uint8Array.of(1)));
      turnSendKey();
      await send(23, utf8("new"));
      expect(await messages.readMessage()).toMatchObject({ type: 24, body: Uint8Array.of(0) });
      turnReadKey();
      expect(await messages.readContent()).toEqual(utf8("mine"));
      await send(23, utf8("both"));
    });
    expect(await line.reader.readExactly(3)).toEqual(utf8("new"));
    await line.write(utf8("mine"));
    expect(await line.reader.readExactly(4)).toEqual(utf8("both"));
  });

  it("rejects renegotiation over TLS 1.2, and continues", async () => {
    const { line } = await hear(async ({ send, messages }) => {
      await send(22, formatMessage(0, new Uint8Array()));
      await send(23, utf8("on"));
      await expect(messages.readContent()).rejects.toMatchObject({
        message: expect.stringContaining("no renegotiation (100)"),
      });
    }, 12);
    expect(await line.reader.readExactly(2)).toEqual(utf8("on"));
  });

  it.each([12, 13] as const)(
    "distinguishes a regular end from a cut connection over TLS %d",
    async (version) => {
      const ended = await hear(async ({ send }) => {
        await send(23, utf8("all"));
        await send(21, goodbye);
      }, version);
      const source = ended.secured.readable;
      ended.line.release();
      expect(await new Response(source).text()).toBe("all");
      const cutOff = await hear(async ({ send, cut }) => {
        await send(23, utf8("all"));
        await cut();
      }, version);
      await cutOff.line.reader.readExactly(3);
      await expect(cutOff.line.reader.readExactly(1)).rejects.toMatchObject({
        fault: "closed",
        message: "The server closed the connection without ending TLS: what it sent may be cut short.",
      });
    },
  );

  it("doesn't read ahead", async () => {
    let sent = 0;
    const { line } = await hear(async ({ send }) => {
      for (; sent < 500; sent++) await send(23, new Uint8Array(16_000));
    });
    await line.reader.readExactly(1);
    expect(sent).toBeLessThan(100);
  });

  it("applies back pressure while the server doesn't read", async () => {
    const { line } = await hear(() => new Promise(() => undefined));
    let done = 0;
    for (let i = 0; i < 100; i++)
      void line.write(new Uint8Array(16_000)).then(
        () => done++,
        () => undefined,
      );
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toBeLessThan(20);
  });

  it("aborts with the signal while the server is silent", async () => {
    const silent = { readable: new ReadableStream<Uint8Array>(), writable: new WritableStream<Uint8Array>() };
    const socket = { ...silent, close: async () => undefined };
    const options = { serverName: "site.test", trust: { kind: "none" }, alpn: [], now: NOW } as const;
    const aborted = AbortSignal.abort();
    await expect(startTlsClient(socket, { ...options, signal: aborted })).rejects.toMatchObject({
      fault: "aborted",
    });
  });
});

const flip =
  (name: string): ServerScript["edit"] =>
  (at, message) => {
    if (at === name) message[message.length - 1]! ^= 1;
    return message;
  };
const withHello = (change: ServerScript["hello"]): Partial<ServerScript> => ({ hello: change! });
const set = (fields: Partial<HelloFields>) => withHello((hello) => void Object.assign(hello, fields));
const added = (type: number, value = new Uint8Array()) =>
  withHello((hello) => void hello.extensions.push([type, value]));
const sentinel = (last: number) =>
  withHello((hello) => hello.random.set(concat(utf8("DOWNGRD"), Uint8Array.of(last)), 24));
const BROKEN = "The server violated the TLS protocol: ";
const CHANGE = formatRecord(20, Uint8Array.of(1));

const FORBIDDEN: readonly [string, string, Partial<ServerScript>, string][] = [
  ["8446 4.1.3", "downgraded from TLS 1.3", { version: 12, ...sentinel(1) }, "downgraded to an older TLS"],
  [
    "8446 4.1.3",
    "downgraded to TLS 1.1 or older",
    { version: 12, ...sentinel(0) },
    "downgraded to an older TLS",
  ],
  ["8446 4.1.3", "another session id", withHello((hello) => hello.sessionId.fill(9)), "another session's ID"],
  ["8446 4.1.3", "no session id", set({ sessionId: new Uint8Array() }), "session's ID"],
  ["8446 4.1.3", "compression", set({ compression: 1 }), "it requires compression"],
  ["5246 7.4.1.3", "compression", { version: 12, ...set({ compression: 1 }) }, "compress"],
  ["8446 4.1.3", "an unoffered cipher", set({ suite: 0x1304 }), "a cipher that wasn't offered"],
  ["8446 4.1.3", "a cipher of TLS 1.2", set({ suite: 0xc02b }), "a cipher that wasn't offered"],
  ["5246 7.4.1.3", "CBC", { version: 12, suite: 0xc009 }, "a cipher that wasn't offered"],
  ["5246 7.4.1.3", "plain RSA", { version: 12, suite: 0x009c }, "a cipher that wasn't offered"],
  ["8446 4.2.1", "another old version", set({ version: 0x0302 }), "names two versions"],
  [
    "8446 4.2.1",
    "TLS 1.2 in supported_versions",
    { version: 12, ...added(43, integer(2, 0x0303)) },
    "two versions",
  ],
  ["8446 4.2", "an unrequested extension", added(35), "sent the extension 35"],
  ["5246 7.4.1.4", "an unrequested extension", { version: 12, ...added(35) }, "sent the extension 35"],
  ["8446 4.2", "a duplicate extension", added(43, integer(2, 0x0304)), "its ServerHello can't be read"],
  ["7301 3.2", "an unrequested protocol", { version: 12, ...added(16, alpnOf("h2")) }, "the extension 16"],
  [
    "5746 3.4",
    "a reference to an earlier handshake",
    {
      version: 12,
      ...set({ extensions: [[0xff01, Uint8Array.of(1, 7)]] }),
    },
    "a handshake that doesn't exist",
  ],
  [
    "7627 5.1",
    "content in the extended master secret extension",
    {
      version: 12,
      ...set({ extensions: [[23, Uint8Array.of(1)]] }),
    },
    "its ServerHello can't be read",
  ],
  ["8422 5.2", "another point format", { version: 12, ...added(11, Uint8Array.of(1, 2)) }, "point format"],
  [
    "8446 4.3.1",
    "an extension in the wrong message",
    { extensions: [[51, new Uint8Array()]] },
    "extension 51",
  ],
  ["8446 4.3.1", "an unknown extension", { extensions: [[0x1234, new Uint8Array()]] }, "extension 4660"],
  [
    "8446 4.3.1",
    "a duplicate extension in EncryptedExtensions",
    {
      extensions: [
        [0, new Uint8Array()],
        [0, new Uint8Array()],
      ],
    },
    "its EncryptedExtensions can't be read",
  ],
  [
    "6066 3",
    "content in the server name response",
    { extensions: [[0, utf8("x")]] },
    "its server name response",
  ],
  [
    "8446 4.4.2",
    "unrequested extensions of a certificate",
    { entryExtensions: Uint8Array.of(0, 5, 0, 0) },
    "has unrequested extensions",
  ],
  [
    "8446 4.3.2",
    "a certificate request without signature schemes",
    {
      certificateRequest: Uint8Array.of(0, 0, 0),
    },
    "its certificate request can't be read",
  ],
  [
    "8446 4.3.2",
    "a certificate request with a context",
    {
      certificateRequest: concat(vector(1, utf8("x")), vector(2, Uint8Array.of(0, 13, 0, 0))),
    },
    "its certificate request can't be read",
  ],
  ["8446 4.4.3", "a wrong signature", { edit: flip("CertificateVerify")! }, "did not prove"],
  ["5246 7.4.3", "a wrong signature", { version: 12, edit: flip("ServerKeyExchange")! }, "did not prove"],
  ["8446 4.4.3", "another curve than the scheme's", { identities: [p384] }, "did not prove"],
  ["8446 4.4.3", "old RSA padding", { identities: [rsa], scheme: 0x0401 }, "proof can't be read"],
  ["8446 4.2.3", "SHA-1", { identities: [rsa], version: 12, suite: 0xc02f, scheme: 0x0201 }, "did not prove"],
  [
    "5246 7.4.3",
    "a certificate key that doesn't match",
    { identities: [rsa], version: 12, suite: 0xc02b },
    "certificate key doesn't match",
  ],
  ["8446 4.4.4", "a wrong Finished", { edit: flip("Finished")! }, "tampered with"],
  ["5246 7.4.9", "a wrong Finished", { version: 12, edit: flip("Finished")! }, "tampered with"],
  [
    "8446 4.4.4",
    "a short Finished",
    {
      edit: (name, message) => (name === "Finished" ? formatMessage(20, message.slice(4, 20)) : message),
    },
    "tampered with",
  ],
  [
    "8446 4.4",
    "no certificate",
    {
      edit: (name, message) => (name === "Certificate" ? new Uint8Array() : message),
    },
    "it sent message 15 where 11 belongs",
  ],
  [
    "8446 4.4",
    "no Finished",
    {
      edit: (name, message) => (name === "Finished" ? formatMessage(4, new Uint8Array(9)) : message),
    },
    "it sent message 4 where 20 belongs",
  ],
  [
    "8446 5",
    "a plain record among encrypted ones",
    {
      before: { Certificate: formatRecord(22, formatMessage(8, Uint8Array.of(0, 0))) },
    },
    "its encrypted record can't be read",
  ],
  [
    "8446 6",
    "a plain close_notify",
    { before: { Certificate: formatRecord(21, goodbye) } },
    "encrypted record",
  ],
  [
    "8446 5",
    "a ChangeCipherSpec before the hello",
    { before: { ServerHello: CHANGE } },
    "its record can't be read",
  ],
  [
    "8446 5",
    "a long ChangeCipherSpec",
    {
      before: { EncryptedExtensions: formatRecord(20, Uint8Array.of(1, 1)) },
    },
    "its record can't be read",
  ],
  [
    "8446 5",
    "endless ChangeCipherSpec records",
    {
      before: { EncryptedExtensions: concat(...Array.from({ length: 40 }, () => CHANGE)) },
    },
    "run of empty records",
  ],
  [
    "5246 7.1",
    "an early ChangeCipherSpec",
    { version: 12, before: { ServerHelloDone: CHANGE } },
    "its record",
  ],
  [
    "5246 7.4.9",
    "data before Finished",
    {
      version: 12,
      before: { ChangeCipherSpec: formatRecord(23, utf8("x")) },
    },
    "its ChangeCipherSpec can't be read",
  ],
  [
    "8446 5.1",
    "a record that is too long",
    { before: { ServerHello: formatRecord(22, new Uint8Array(16_385)) } },
    "more than 16 KB",
  ],
  [
    "8446 5.1",
    "an empty handshake record",
    { before: { ServerHello: formatRecord(22, new Uint8Array()) } },
    "its record",
  ],
  [
    "8446 5.1",
    "a message across a change of keys",
    {
      edit: (name, message) => (name === "ServerHello" ? concat(message, Uint8Array.of(8)) : message),
    },
    "its ServerHello can't be read",
  ],
  [
    "8422 5.11",
    "an empty point",
    {
      version: 12,
      edit: (name, message) => {
        if (name === "ServerKeyExchange") message[5] = 0x77;
        return message;
      },
    },
    "did not prove",
  ],
];

describe("a server that breaks the rules during the handshake", () => {
  it.each(FORBIDDEN)("is rejected by RFC %s: %s", async (_section, _how, script, said) => {
    const { opened } = open(script);
    await expect(opened).rejects.toMatchObject({ name: "WireError", message: expect.stringContaining(said) });
  });

  it("can't choose an unoffered protocol", async () => {
    const { opened } = open({ extensions: [[16, alpnOf("spdy")]] }, { alpn: ["h2"] });
    await expect(opened).rejects.toMatchObject({
      message: `${BROKEN}it chose a protocol (ALPN) that wasn't offered.`,
    });
  });

  it("can't choose two protocols", async () => {
    const { opened } = open({ extensions: [[16, alpnOf("h2", "h2")]] }, { alpn: ["h2"] });
    await expect(opened).rejects.toMatchObject({ message: expect.stringContaining("ALPN") });
  });

  it("can't resume a session that doesn't exist", async () => {
    const sessionId = new Uint8Array(32).fill(5);
    const { createEphemeral } = await import("../../../src/check/tls/tls_client_hello.ts");
    const ephemeral = { ...createEphemeral(), sessionId };
    await expect(open({ version: 12, ...set({ sessionId }) }, { ephemeral }).opened).rejects.toMatchObject({
      message: expect.stringContaining("a session that doesn't exist"),
    });
  });

  it("receives an alert with the reason, encrypted if possible", async () => {
    const { opened, served } = open({ edit: flip("Finished")! });
    await expect(opened).rejects.toMatchObject({ fault: "unproven" });
    await expect(served).rejects.toMatchObject({ message: expect.stringContaining("decrypt error (51)") });
  });
});

const LATER: readonly [string, string, 12 | 13, (session: Session) => Promise<void>, string][] = [
  [
    "8446 4.6.3",
    "an invalid KeyUpdate",
    13,
    ({ send }) => send(22, formatMessage(24, Uint8Array.of(2))),
    "its KeyUpdate",
  ],
  [
    "8446 5.1",
    "data after a KeyUpdate in the same record",
    13,
    ({ send }) => send(22, concat(formatMessage(24, Uint8Array.of(0)), Uint8Array.of(4))),
    "its handshake message",
  ],
  [
    "8446 4.6.3",
    "the old key after a KeyUpdate",
    13,
    async ({ send }) => {
      await send(22, formatMessage(24, Uint8Array.of(0)));
      await send(23, utf8("old"));
    },
    "its encrypted record",
  ],
  [
    "8446 4.6.2",
    "a late certificate request",
    13,
    ({ send }) => send(22, formatMessage(13, Uint8Array.of(0, 0, 0))),
    "it sent message 13",
  ],
  [
    "8446 4.1.2",
    "a late hello",
    13,
    ({ send }) => send(22, formatMessage(2, new Uint8Array(40))),
    "it sent message 2",
  ],
  [
    "5246 7.4.1.1",
    "a late hello",
    12,
    ({ send }) => send(22, formatMessage(2, new Uint8Array(40))),
    "it sent message 2",
  ],
  [
    "5246 7.4.1.1",
    "endless HelloRequest messages",
    12,
    async ({ send }) => {
      for (let i = 0; i < 9; i++) await send(22, formatMessage(0, new Uint8Array()));
    },
    "restarts the handshake endlessly",
  ],
  [
    "5077 3.3",
    "an unrequested ticket",
    12,
    ({ send }) => send(22, formatMessage(4, new Uint8Array(9))),
    "it sent message 4",
  ],
  ["8446 5", "a late ChangeCipherSpec", 13, ({ sendRaw }) => sendRaw(CHANGE), "its encrypted record"],
  ["5246 7.1", "a late ChangeCipherSpec", 12, ({ send }) => send(20, Uint8Array.of(1)), "its record"],
  [
    "8446 5.2",
    "unencrypted data",
    13,
    ({ sendRaw }) => sendRaw(formatRecord(23, utf8("clear text, long enough"))),
    "its encrypted record",
  ],
  [
    "5246 6.2.3",
    "unencrypted data",
    12,
    ({ sendRaw }) => sendRaw(formatRecord(23, utf8("clear text, long enough"))),
    "its encrypted record",
  ],
  [
    "8446 6.1",
    "a plain close_notify",
    13,
    ({ sendRaw }) => sendRaw(formatRecord(21, goodbye)),
    "its encrypted record",
  ],
  [
    "5246 7.2.1",
    "a plain close_notify",
    12,
    ({ sendRaw }) => sendRaw(formatRecord(21, goodbye)),
    "its encrypted record",
  ],
  ["8446 5.4", "only padding", 13, ({ send }) => send(0, new Uint8Array(9)), "its encrypted record"],
  [
    "8446 5.2",
    "a record that is too long",
    13,
    ({ send }) => send(23, new Uint8Array(16_385)),
    "more than 16 KB",
  ],
  [
    "5246 6.2.1",
    "a record that is too long",
    12,
    ({ send }) => send(23, new Uint8Array(16_385)),
    "more than 16 KB",
  ],
  [
    "8446 5.1",
    "data inside a message",
    13,
    async ({ send }) => {
      await send(22, formatMessage(4, new Uint8Array(40)).subarray(0, 20));
      await send(23, utf8("data"));
    },
    "its handshake message",
  ],
  [
    "8446 5.1",
    "endless empty records",
    13,
    async ({ send }) => {
      for (let i = 0; i < 40; i++) await send(23, new Uint8Array());
    },
    "run of empty records",
  ],
  [
    "8446 4.6.1",
    "endless tickets",
    13,
    async ({ send }) => {
      for (let i = 0; i < 40; i++) await send(22, formatMessage(4, new Uint8Array(16_000)));
    },
    "more handshake messages than a connection needs",
  ],
  [
    "8446 4.6.3",
    "endless KeyUpdates",
    13,
    async ({ send, turnSendKey }) => {
      for (let i = 0; i < 100; i++) {
        await send(22, formatMessage(24, Uint8Array.of(0)));
        turnSendKey();
      }
    },
    "changes keys endlessly",
  ],
  ["8446 6.2", "an alert", 13, ({ send }) => send(21, Uint8Array.of(2, 116)), "certificate required (116)"],
  [
    "8446 6.2",
    "an alert at warning level",
    13,
    ({ send }) => send(21, Uint8Array.of(1, 80)),
    "internal error (80)",
  ],
];

describe("a server that breaks the rules after the handshake", () => {
  it.each(LATER)("is rejected by RFC %s: %s (TLS %d)", async (_section, _how, version, talk, said) => {
    const { line } = await hear(talk, version);
    await expect(line.reader.readExactly(1)).rejects.toMatchObject({
      name: "WireError",
      message: expect.stringContaining(said),
    });
  });

  it("can continue after a user_canceled alert", async () => {
    const { line } = await hear(async (session) => {
      await session.send(21, Uint8Array.of(1, 90));
      await echo(session);
    });
    await line.write(utf8("still"));
    expect(await line.reader.readExactly(5)).toEqual(utf8("still"));
  });
});
