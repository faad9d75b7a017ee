import { describe, expect, it } from "vitest";
import { utf8 } from "../../../src/lib/bytes.ts";
import { makeReader } from "../../../src/lib/wire/reader.ts";
import { parseExtensions, quoteReply, readReply } from "../../../src/lib/wire/smtp.ts";
import { WireError } from "../../../src/lib/wire/wire_error.ts";
import { makeScriptedSocket } from "../../check/tls/scripted_socket.ts";

function read(text: string, { chunkBytes = 7, secrets = [] as string[] } = {}) {
  const { readable } = makeScriptedSocket(utf8(text), { chunkBytes });
  return readReply(makeReader(readable, { maxBytes: 64 * 1024 }), secrets);
}

async function faultOf(text: string, secrets: string[] = []): Promise<string> {
  const error = await read(text, { chunkBytes: 4096, secrets }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(WireError);
  return (error as WireError).message;
}

describe("readReply", () => {
  it.each([1, 3, 100])("reads lines in chunks of %d bytes", async (chunkBytes) => {
    const reply = { code: 250, lines: ["mail.test", "SIZE 1000", "", "OK"] };
    expect(await read("250-mail.test\r\n250-SIZE 1000\r\n250-\r\n250 OK\r\n", { chunkBytes })).toEqual(reply);
  });

  it.each(["220\r\n", "220 \r\n", "220 \n"])("reads %j", async (text) => {
    expect(await read(text)).toEqual({ code: 220, lines: [""] });
  });

  it.each([
    ["HTTP/1.1 400 Bad Request\r\n", "The response isn't SMTP: HTTP/1.1 400 Bad Request."],
    ["\r\n", "The response isn't SMTP: an empty line."],
    ["250-a\r\n550 b\r\n", "The response isn't SMTP: 550 b."],
    ["150 a\r\n", "The response isn't SMTP: 150 a."],
    ["600 a\r\n", "The response isn't SMTP: 600 a."],
    ["2500 a\r\n", "The response isn't SMTP: 2500 a."],
  ])("rejects %j", async (text, message) => {
    expect(await faultOf(text)).toBe(message);
  });

  it("hides secrets in the error for a rejected reply", async () => {
    expect(await faultOf("you sent hunter2\r\n", ["hunter2"])).toBe(
      "The response isn't SMTP: you sent [hidden].",
    );
  });

  it.each([
    ["a reply with endless lines", "250-a\r\n".repeat(201)],
    ["an endless line", `250 ${"a".repeat(5000)}\r\n`],
    ["bytes without a line break", "2".repeat(70_000)],
  ])("rejects %s", async (_, text) => {
    expect(await faultOf(text)).toMatch(/too long|more than the/);
  });
});

describe("quoteReply", () => {
  it("returns one short line without control characters and secrets", () => {
    const lines = ["no\u0007 \u001b[31mway", "pass word", "cGFzcw=="];
    expect(quoteReply({ code: 550, lines }, ["pass word", "cGFzcw=="])).toBe(
      "550 no [31mway [hidden] [hidden]",
    );
    const long = quoteReply({ code: 550, lines: ["😀".repeat(500)] }, []);
    expect(Array.from(long)).toHaveLength(300);
    expect(long).toMatch(/^550 😀+…$/u);
  });
});

describe("parseExtensions", () => {
  const parse = (...offers: string[]) => parseExtensions({ code: 250, lines: ["mail.test", ...offers] });

  it("reads mechanisms in any case, and in the old spelling", () => {
    const { logins, ...rest } = parse("starttls", "SMTPUTF8 ", "Auth plain LOGIN", "AUTH=CRAM-MD5");
    expect(rest).toEqual({ hasStartTls: true, hasSmtpUtf8: true });
    expect([...logins]).toEqual(["PLAIN", "LOGIN", "CRAM-MD5"]);
  });

  it("ignores the greeting line", () => {
    expect(parseExtensions({ code: 250, lines: ["STARTTLS"] }).hasStartTls).toBe(false);
  });
});
