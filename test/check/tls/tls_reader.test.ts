import { describe, expect, it } from "vitest";
import { readCertificate } from "../../../src/check/certificate_reading.ts";
import { readProof13 } from "../../../src/check/tls/tls_chain.ts";
import { X25519 } from "../../../src/check/tls/tls_key_share.ts";
import { makeMessageReader } from "../../../src/check/tls/tls_messages.ts";
import { READER_OFFER } from "../../../src/check/tls/tls_offer.ts";
import { readCertificateChain } from "../../../src/check/tls/tls_reader.ts";
import { parseServerHello } from "../../../src/check/tls/tls_server_hello.ts";
import { concat } from "../../../src/check/wire/binary.ts";
import { utf8 } from "../../../src/lib/bytes.ts";
import type { Dial } from "../../../src/lib/wire/dial.ts";
import { makeReader } from "../../../src/lib/wire/reader.ts";
import { importKeyShare } from "./fixed_ephemeral.ts";
import { createRecordedEphemeral, FLIGHTS, getFlight, SERVER_NAME } from "./recorded_flights.ts";
import { TRACE } from "./rfc8448.ts";
import { makeScriptedSocket, type Script } from "./scripted_socket.ts";
import { formatMessage, formatRecord, splitMessages, splitRecords, unseal } from "./sealed_flight.ts";

const SERVER_HELLO_DONE = formatMessage(14, new Uint8Array());

function read(bytes: Uint8Array, { signal, ...script }: Script & { signal?: AbortSignal } = {}) {
  const ephemeral = createRecordedEphemeral();
  const socket = makeScriptedSocket(bytes, script);
  return readCertificateChain(socket, { serverName: SERVER_NAME, ephemeral, signal });
}

async function change(name: string, type: number, edit: (message: Uint8Array) => Uint8Array) {
  const flight = getFlight(name);
  const swap = (message: Uint8Array) => (message[0] === type ? edit(message.slice()) : message);
  if (flight.protocol === "TLS 1.3") {
    const { clear, inner, seal } = await unseal(flight);
    return concat(clear, seal(concat(...splitMessages(inner).map(swap))));
  }
  const messages = splitRecords(flight.bytes).flatMap((record) => splitMessages(record.subarray(5)));
  return concat(...messages.map((message) => formatRecord(22, swap(message))));
}

function flipLastBit(message: Uint8Array): Uint8Array {
  message[message.length - 1]! ^= 1;
  return message;
}

describe("readCertificateChain", () => {
  it.each(FLIGHTS.map((flight) => [flight.name, flight] as const))(
    "reads a recorded connection: %s",
    async (_, flight) => {
      const { chain, protocol } = await read(flight.bytes);
      expect(protocol).toBe(flight.protocol);
      expect(chain.length).toBe(2);
      expect(chain[0]).toEqual(flight.certificate);
    },
  );

  it.each(FLIGHTS.map((flight) => [flight.name, flight] as const))(
    "reads it byte by byte: %s",
    async (_, flight) => {
      const { chain } = await read(flight.bytes, { chunkBytes: 1 });
      expect(chain[0]).toEqual(flight.certificate);
    },
  );

  it("returns without waiting for more than it needs", async () => {
    for (const flight of FLIGHTS) {
      const { chain } = await read(flight.bytes, { staysOpen: true });
      expect(chain[0]).toEqual(flight.certificate);
    }
  });

  it("reads the handshake of RFC 8448", async () => {
    const share = await importKeyShare(X25519, TRACE.clientKey);
    const { readable } = makeScriptedSocket(TRACE.record);
    const hellos = {
      server: parseServerHello(TRACE.serverHello.subarray(4)),
      shares: [share],
      transcript: concat(TRACE.clientHello, TRACE.serverHello),
    };
    const messages = makeMessageReader(makeReader(readable, { maxBytes: 1000 }), 1000);
    const { chain } = await readProof13(messages, { hellos, offer: READER_OFFER });
    expect(chain).toEqual([TRACE.certificate]);
  });

  it.each([
    ["1.2 RSA", 12],
    ["1.2 ECDSA", 12],
    ["1.3 RSA", 15],
    ["1.3 ECDSA ChaCha", 15],
    ["1.3 P-384 retry", 15],
    ["1.3 Ed25519 P-256", 15],
  ])("rejects a certificate whose key did not sign: %s", async (name, type) => {
    await expect(read(await change(name, type, flipLastBit))).rejects.toMatchObject({
      fault: "unproven",
      message: "The server did not prove that it holds the key of its certificate.",
    });
  });

  it("rejects a signature scheme that wasn't offered", async () => {
    const bytes = await change("1.2 ECDSA", 12, (message) => {
      const curveAndKey = 4 + 4 + message[7]!;
      message.set([2, 3], curveAndKey);
      return message;
    });
    await expect(read(bytes)).rejects.toMatchObject({ fault: "unproven" });
  });

  it("rejects another server's certificate", async () => {
    const other = getFlight("1.3 ECDSA ChaCha").certificate;
    const bytes = await change("1.3 RSA", 11, () =>
      formatMessage(11, concat(Uint8Array.of(0), list(concat(list(other), Uint8Array.of(0, 0))))),
    );
    await expect(read(bytes)).rejects.toMatchObject({ fault: "unproven" });
  });

  it("rejects a signature scheme that TLS 1.3 no longer allows", async () => {
    const bytes = await change("1.3 RSA", 15, (message) => {
      message.set([4, 1], 4);
      return message;
    });
    await expect(read(bytes)).rejects.toMatchObject({ fault: "malformed" });
  });

  it("reports a missing certificate", async () => {
    const without12 = await change("1.2 RSA", 11, () => formatMessage(11, list(new Uint8Array())));
    const without13 = await change("1.3 RSA", 11, () => formatMessage(11, Uint8Array.of(0, 0, 0, 0)));
    for (const bytes of [without12, without13]) {
      await expect(read(bytes)).rejects.toMatchObject({ message: "The server sent no certificate." });
    }
  });

  it("reports a message out of order", async () => {
    await expect(read(await change("1.2 RSA", 11, () => SERVER_HELLO_DONE))).rejects.toMatchObject({
      fault: "malformed",
      message: "The server violated the TLS protocol: it sent message 14 where 11 belongs.",
    });
    await expect(read(formatRecord(22, SERVER_HELLO_DONE))).rejects.toMatchObject({
      message: "The server violated the TLS protocol: it did not begin with a ServerHello.",
    });
  });

  it("accepts one HelloRetryRequest, but not a second", async () => {
    const [retry, ...rest] = splitRecords(getFlight("1.3 P-384 retry").bytes);
    await expect(read(concat(retry!, retry!, ...rest))).rejects.toMatchObject({
      fault: "malformed",
      message: "The server violated the TLS protocol: its second ServerHello can't be read.",
    });
  });

  it("rejects a HelloRetryRequest for a share that was already sent", async () => {
    const [retry] = splitRecords(getFlight("1.3 P-384 retry").bytes);
    const asksAgain = retry!.slice();
    const at = asksAgain.findLastIndex((byte, i) => byte === 0x18 && asksAgain[i - 1] === 0);
    asksAgain[at] = 0x1d;
    await expect(read(asksAgain)).rejects.toMatchObject({
      message: "The server violated the TLS protocol: its HelloRetryRequest can't be read.",
    });
  });

  it("rejects a HelloRetryRequest without a request", async () => {
    const [retry] = splitRecords(getFlight("1.3 P-384 retry").bytes);
    const body = retry!.subarray(9);
    const extensionsAt = 2 + 32 + 33 + 3;
    const asksNothing = concat(body.subarray(0, extensionsAt), Uint8Array.of(0, 6, 0, 43, 0, 2, 3, 4));
    await expect(read(formatRecord(22, formatMessage(2, asksNothing)))).rejects.toMatchObject({
      message: "The server violated the TLS protocol: its HelloRetryRequest can't be read.",
    });
  });

  it("rejects another cipher after a HelloRetryRequest", async () => {
    const records = splitRecords(getFlight("1.3 P-384 retry").bytes.slice());
    const suiteAt = 9 + 2 + 32 + 33;
    records.findLast((record) => record[0] === 22)!.set([0x13, 0x01], suiteAt);
    await expect(read(concat(...records))).rejects.toMatchObject({
      message: "The server violated the TLS protocol: its second ServerHello can't be read.",
    });
  });

  it("describes an alert sent after the hellos", async () => {
    const { clear, seal } = await unseal(getFlight("1.3 RSA"));
    await expect(read(concat(clear, seal(Uint8Array.of(2, 80), 21)))).rejects.toMatchObject({
      fault: "refused",
      message: "The server refused the handshake: internal error (80). See the server's log.",
    });
  });

  it("distinguishes a silent server from one that stopped partway through", async () => {
    const stopIn = (ms: number) => AbortSignal.timeout(ms);
    await expect(read(new Uint8Array(), { staysOpen: true, signal: stopIn(10) })).rejects.toMatchObject({
      fault: "aborted",
      message: "The server sent no response.",
    });
    const half = getFlight("1.3 RSA").bytes.subarray(0, 300);
    await expect(read(half, { staysOpen: true, signal: stopIn(10) })).rejects.toMatchObject({
      fault: "aborted",
      message: "The server stopped in the middle of its response.",
    });
  });

  it("aborts while the connection isn't writable", async () => {
    const { readable } = makeScriptedSocket(new Uint8Array(), { staysOpen: true });
    const writable = new WritableStream<Uint8Array>({ write: () => new Promise(() => undefined) });
    const socket = { readable, writable, close: async () => undefined };
    const options = { serverName: SERVER_NAME, signal: AbortSignal.timeout(10) };
    await expect(readCertificateChain(socket, options)).rejects.toMatchObject({
      fault: "aborted",
      message: "The server is unreachable.",
    });
  });

  it("leaves no read pending", async () => {
    let cancelled = false;
    const readable = new ReadableStream<Uint8Array>({
      cancel() {
        cancelled = true;
      },
    });
    const socket = { ...makeScriptedSocket(new Uint8Array()), readable };
    const options = { serverName: SERVER_NAME, signal: AbortSignal.timeout(10) };
    await expect(readCertificateChain(socket, options)).rejects.toMatchObject({ fault: "aborted" });
    expect(cancelled).toBe(true);
  });

  it("sends at most two hellos, and no secret after them", async () => {
    for (const flight of FLIGHTS) {
      const socket = makeScriptedSocket(flight.bytes);
      const ephemeral = createRecordedEphemeral();
      await readCertificateChain(socket, { serverName: SERVER_NAME, ephemeral });
      const sent = splitRecords(concat(...socket.written)).map((record) => [record[0], record[5]]);
      const hello = [22, 1];
      expect(sent).toEqual(flight.name === "1.3 P-384 retry" ? [hello, [20, 1], hello] : [hello]);
    }
  });
});

const list = (bytes: Uint8Array) => concat(Uint8Array.of(0, bytes.length >> 8, bytes.length & 255), bytes);

describe("readCertificate", () => {
  it("closes its connection after a failure", async () => {
    let closed = 0;
    const opened: unknown[] = [];
    const connect: Dial = (address) => {
      opened.push(address);
      const socket = makeScriptedSocket(utf8("HTTP/1.1 400 Bad Request"));
      return { ...socket, opened: Promise.resolve(), close: async () => void closed++ };
    };
    const target = { hostname: "192.0.2.1", port: 8443, serverName: SERVER_NAME, warnDays: 14 };
    const { signal } = new AbortController();
    await expect(readCertificate({ connect, now: () => 0 }, { ...target, signal })).rejects.toMatchObject({
      fault: "not_tls",
    });
    expect(opened).toEqual([{ hostname: "192.0.2.1", port: 8443, tls: "off" }]);
    expect(closed).toBe(1);
  });
});
