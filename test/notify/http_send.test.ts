import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type HttpMessage, httpSend } from "../../src/notify/http_send.ts";
import { SendFault } from "../../src/notify/send_fault.ts";
import { AT } from "./messages.ts";
import { openSink } from "./sink.ts";

const wire = { fetch, signal: AbortSignal.timeout(10_000), now: AT };

async function faultOf(
  url: string,
  more: Partial<HttpMessage> & { signal?: AbortSignal } = {},
): Promise<SendFault> {
  const { signal = wire.signal, ...rest } = more;
  try {
    await httpSend({ ...wire, signal }, { service: "The service", url, body: "{}", secrets: [], ...rest });
  } catch (error) {
    if (error instanceof SendFault) return error;
    throw error;
  }
  throw new Error("It was sent.");
}

async function faultOfAnswer(
  status: number,
  body = "",
  { headers = {}, secrets = [] }: { headers?: Record<string, string>; secrets?: string[] } = {},
) {
  const sink = await openSink({ status, body, headers });
  return await faultOf(sink.url, { secrets });
}

describe("a response that isn't 2xx", () => {
  it.each([
    [400, true],
    [401, true],
    [404, true],
    [410, true],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])("with %d is permanent: %s", async (status, isPermanent) => {
    const fault = await faultOfAnswer(status);
    expect(fault).toMatchObject({
      isPermanent,
      message: `The service returned ${status}.`,
      retryAfterMs: null,
    });
  });

  it.each([
    ["text", "no_service", "no_service"],
    [
      "JSON",
      '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
      "Bad Request: chat not found",
    ],
    [
      "JSON with errors per field",
      '{"message":"Invalid Form Body","code":50035,"errors":{"embeds":{"0":{"title":{"_errors":[{"code":"X","message":"Too long"}]}}}}}',
      "Invalid Form Body; embeds: 0: title: Too long",
    ],
    [
      "a list of errors",
      '{"user":"invalid","errors":["user key is invalid"],"status":0}',
      "user key is invalid",
    ],
    ["an HTML page", "<!doctype html><html><title>Not\n here</title><body>x</body></html>", "Not here"],
    ["an HTML page without a title", "<html><body><h1>Bad</h1> gateway", "Bad gateway"],
    ["several lines", "a\r\n\u0000b\tc", "a b c"],
  ])("is reported in the service's own words, from %s", async (_form, body, words) => {
    expect((await faultOfAnswer(400, body)).message).toBe(`The service returned 400: ${words}`);
  });

  it("is reported in at most 300 characters", async () => {
    const { message } = await faultOfAnswer(500, "💥".repeat(200_000));
    expect(message.replace("The service returned 500: ", "").length).toBeLessThanOrEqual(300);
    expect(message.isWellFormed()).toBe(true);
  });

  it("is reported without our secrets, however they are encoded", async () => {
    const secrets = ["tok/en é", "https://a.test/hook/s3cretpath"];
    const body = `no tok/en é, tok%2Fen%20%C3%A9, ${JSON.stringify({ a: "tok/en é" })}, https:\\/\\/a.test\\/hook\\/s3cretpath`;
    const { message } = await faultOfAnswer(403, body, { secrets });
    expect(message).toBe('The service returned 403: no •••, •••, {"a":"•••"}, •••');
  });

  it("is read up to 64 KB, and then the connection is closed", async () => {
    let isClosed: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const sink = await openSink((_request, response) => {
      response.writeHead(500, { "Content-Type": "text/plain" });
      const chunk = "x".repeat(10_000);
      const pump = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", pump).on("close", () => isClosed?.());
      pump();
    });
    expect((await faultOf(sink.url)).message).toMatch(/^The service returned 500: x+…$/);
    await closed;
  });
});

describe("the retry delay", () => {
  it.each([
    ["seconds", { "Retry-After": "7" }, "", 7000],
    ["a date", { "Retry-After": new Date(AT + 90_000).toUTCString() }, "", 90_000],
    ["a date in the past", { "Retry-After": new Date(AT - 90_000).toUTCString() }, "", 0],
    [
      "Discord's JSON",
      {},
      '{"message":"You are being rate limited.","retry_after":0.65,"global":false}',
      650,
    ],
    [
      "Telegram's JSON",
      {},
      '{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":9}}',
      9000,
    ],
    ["an unreadable header", { "Retry-After": "soon" }, "[]", null],
  ])("is read from %s", async (_form, headers, body, retryAfterMs) => {
    expect(await faultOfAnswer(429, body, { headers: headers as Record<string, string> })).toMatchObject({
      retryAfterMs,
      isPermanent: false,
    });
  });
});

describe("a redirect", () => {
  it("is not followed, and is reported without the path and query of its target", async () => {
    const target = await openSink();
    const sink = await openSink({ status: 307, headers: { Location: `${target.url}/k?token=s3cret` } });
    const fault = await faultOf(sink.url);
    expect(fault).toMatchObject({
      isPermanent: true,
      message: `The service returned a redirect (307) to ${target.url}: redirects are not followed, enter the final address.`,
    });
    expect(target.received).toEqual([]);
  });
});

describe("no response", () => {
  it("from a closed port can be retried", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await faultOf(`http://127.0.0.1:${port}/s3cret`)).toMatchObject({
      isPermanent: false,
      message: "No response from The service: unreachable, or the connection was lost.",
    });
  });

  it("in time is reported, even if only the body is late", async () => {
    const late = new AbortController();
    const silent = createServer(() => late.abort()).listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await new Promise((resolve) => silent.once("listening", resolve));
    const { port } = silent.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    expect((await faultOf(url, { signal: late.signal })).message).toBe("The service didn't respond in time.");

    const stuck = new AbortController();
    const sink = await openSink((_request, response) => {
      response.writeHead(500).write("half", () => stuck.abort());
    });
    expect((await faultOf(sink.url, { signal: stuck.signal })).message).toBe(
      "The service didn't respond in time.",
    );
  });
});

describe("credentials in the address", () => {
  it("are sent as a header", async () => {
    const sink = await openSink();
    const url = sink.url.replace("http://", "http://me%40x:p%C3%A4ss@");
    await httpSend(wire, { service: "x", url, secrets: [] });
    const basic = `Basic ${Buffer.from("me@x:päss").toString("base64")}`;
    expect(sink.received[0]).toMatchObject({
      method: "POST",
      headers: { authorization: basic, "user-agent": "Uptide" },
    });
  });
  it("are used as written when a % is not an escape", async () => {
    const sink = await openSink();
    await httpSend(wire, { service: "x", url: sink.url.replace("//", "//50%off:a%20b@"), secrets: [] });
    const authorization = `Basic ${Buffer.from("50%off:a b").toString("base64")}`;
    expect(sink.received[0]).toMatchObject({ headers: { authorization } });
  });
});
