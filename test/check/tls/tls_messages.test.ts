import { describe, expect, it } from "vitest";
import { makeMessageReader } from "../../../src/check/tls/tls_messages.ts";
import { parseServerHello } from "../../../src/check/tls/tls_server_hello.ts";
import { concat } from "../../../src/check/wire/binary.ts";
import { utf8 } from "../../../src/lib/bytes.ts";
import { makeReader } from "../../../src/lib/wire/reader.ts";
import { TRACE } from "./rfc8448.ts";
import { makeScriptedSocket } from "./scripted_socket.ts";
import { formatMessage, formatRecord } from "./sealed_flight.ts";

function read(...parts: Uint8Array[]) {
  const { readable } = makeScriptedSocket(concat(...parts));
  return makeMessageReader(makeReader(readable, { maxBytes: 100_000 }), 100_000);
}

const alert = (level: number, code: number) => formatRecord(21, Uint8Array.of(level, code));

describe("makeMessageReader", () => {
  it("joins a message across records, and separates messages in one record", async () => {
    const both = concat(formatMessage(11, utf8("first")), formatMessage(12, utf8("second")));
    const messages = read(formatRecord(22, both.subarray(0, 2)), formatRecord(22, both.subarray(2)));
    expect(await messages.readMessage()).toMatchObject({ type: 11, body: utf8("first") });
    expect(await messages.readMessage()).toMatchObject({ type: 12, body: utf8("second") });
  });

  it.each([
    ["HTTP/1.1 400 Bad Request\r\n", "it sent an HTTP response"],
    ["<html><body>Bad request", "it sent a page without TLS"],
    ["SSH-2.0-OpenSSH_9.9\r\n", "it is an SSH server"],
    ["220 mx.test ESMTP\r\n", "it greets like an email or FTP server, which may want STARTTLS first"],
    ["* OK IMAP4rev1", "it greets like an IMAP server, which may want STARTTLS first"],
    ["+OK POP3", "it greets like a POP3 server, which may want STARTTLS first"],
    ["J\0\0\0\n8.0.36\0", 'it sent "J…8.0.36…"'],
  ])("identifies a server without TLS: %j", async (greeting, what) => {
    await expect(read(utf8(greeting)).readMessage()).rejects.toMatchObject({
      fault: "not_tls",
      message: `The server didn't respond with TLS: ${what}.`,
    });
  });

  it.each([
    [2, 40, "handshake failure (40). It may have no certificate for this name, or no cipher in common."],
    [2, 70, "protocol version (70). It speaks neither TLS 1.2 nor TLS 1.3."],
    [2, 112, "unrecognized name (112). It has no certificate for this name."],
    [2, 120, "no application protocol (120). It doesn't speak HTTP."],
    [1, 0, "close notify (0)."],
    [2, 99, "unknown alert (99)."],
  ])("describes alert %d %d", async (level, code, what) => {
    await expect(read(alert(level, code)).readMessage()).rejects.toMatchObject({
      fault: "refused",
      message: `The server refused the handshake: ${what}`,
    });
  });

  it("continues after an unrecognized_name warning and a ChangeCipherSpec", async () => {
    const messages = read(
      alert(1, 112),
      formatRecord(20, Uint8Array.of(1)),
      formatRecord(22, formatMessage(2, utf8("hello"))),
    );
    expect(await messages.readMessage()).toMatchObject({ type: 2 });
  });

  it.each<[string, Uint8Array]>([
    ["an alert of one byte", formatRecord(21, Uint8Array.of(2))],
    ["an empty handshake record", formatRecord(22, new Uint8Array())],
    ["data before any key", formatRecord(23, utf8("data"))],
    ["a long ChangeCipherSpec", formatRecord(20, Uint8Array.of(1, 1))],
  ])("rejects %s", async (_, record) => {
    await expect(read(record).readMessage()).rejects.toMatchObject({ fault: "malformed" });
  });

  it("rejects a record larger than allowed", async () => {
    const first = formatRecord(22, formatMessage(2, utf8("hello")));
    const messages = read(first, Uint8Array.of(22, 3, 3, 0x48, 1));
    await messages.readMessage();
    await expect(messages.readMessage()).rejects.toMatchObject({ fault: "malformed" });
  });

  it("rejects a message announced as too large without waiting for it", async () => {
    await expect(read(formatRecord(22, Uint8Array.of(11, 1, 134, 157))).readMessage()).rejects.toMatchObject({
      fault: "too_large",
      message: "The server announced a handshake message of 100001 bytes.",
    });
  });

  it("rejects plain records once there are keys, and a message across the key change", async () => {
    const messages = read(formatRecord(22, formatMessage(8, new Uint8Array())));
    messages.decryptWith(() => null);
    await expect(messages.readMessage()).rejects.toMatchObject({ fault: "malformed" });
    const half = read(formatRecord(22, concat(formatMessage(2, new Uint8Array()), Uint8Array.of(8))));
    await half.readMessage();
    expect(() => half.decryptWith(() => null)).toThrow("its ServerHello can't be read");
  });

  it("rejects an encrypted record with only padding", async () => {
    const messages = read(formatRecord(23, new Uint8Array(40)));
    messages.decryptWith(() => new Uint8Array(24));
    await expect(messages.readMessage()).rejects.toMatchObject({ fault: "malformed" });
  });
});

describe("parseServerHello", () => {
  const body = TRACE.serverHello.slice(4);
  const edit = (at: number, ...bytes: number[]) => {
    const changed = body.slice();
    changed.set(bytes, at);
    return changed;
  };

  it("parses the hello of RFC 8448", () => {
    expect(parseServerHello(body)).toMatchObject({
      version: 0x0304,
      suite: 0x1301,
      isRetry: false,
      group: 0x001d,
      cookie: null,
    });
  });

  it.each([
    [768, "SSL 3.0"],
    [769, "TLS 1.0"],
    [770, "TLS 1.1"],
  ])("rejects version %d as too old", (version, name) => {
    const hello = concat(Uint8Array.of(version >> 8, version & 255), body.subarray(2, 38));
    expect(() => parseServerHello(hello)).toThrow(
      `The server speaks only ${name}, which clients no longer accept.`,
    );
  });

  it("rejects an unoffered cipher, or one of the other version", () => {
    const message = "it chose a cipher that wasn't offered";
    expect(() => parseServerHello(edit(35, 0x13, 0x04))).toThrow(message);
    expect(() => parseServerHello(edit(35, 0xc0, 0x2f))).toThrow(message);
    expect(() => parseServerHello(concat(edit(35, 0x13, 0x01).subarray(0, 38)))).toThrow(message);
  });

  it("rejects a duplicate extension", () => {
    const twice = concat(body.subarray(0, 38), Uint8Array.of(0, 8, 0, 23, 0, 0, 0, 23, 0, 0));
    expect(() => parseServerHello(twice)).toThrow("its ServerHello can't be read");
  });

  it("rejects a hello truncated at any byte", () => {
    for (let length = 0; length < body.length; length++) {
      expect(() => parseServerHello(body.subarray(0, length)), `${length}`).toThrow(
        /The server violated the/,
      );
    }
  });
});
