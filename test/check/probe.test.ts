import { afterEach, describe, expect, it, vi } from "vitest";
import { probe } from "../../src/check/probe.ts";
import { makeFakePlatform } from "./fake_platform.ts";

const UNCONNECTED = new Error("proxy request failed, cannot connect to the specified address");
const LOST = new Error("Network connection lost.");
const INTERNAL = new Error("internal error; reference = 2nf39oj325j1ktnulb57fgv7");

const throws = (error: Error) => () => Promise.reject(error);
const web = (config: object = {}) => ({
  type: "https",
  config: { url: "https://shop.test/", ...config },
  timeoutMs: 1000,
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("probe in production, where fetch returns an edge response for an unreachable server", () => {
  it.each([
    [
      530,
      "error code: 1016",
      "The name can't be found: check its spelling and its DNS records. (Cloudflare's error 1016)",
    ],
    [521, "error code: 521", "The server refused the connection. (Cloudflare's status 521)"],
    [
      526,
      "",
      "The server's certificate is not valid: expired, for another name, or not trusted. (Cloudflare's status 526)",
    ],
  ])("explains a %d", async (status, body, message) => {
    const platform = makeFakePlatform({ fetch: () => new Response(body, { status }) });
    expect(await probe(web(), platform)).toMatchObject({ status: "down", message, isOwnFault: false });
  });

  it("accepts such a status if it is expected", async () => {
    const platform = makeFakePlatform({ fetch: () => new Response("", { status: 521 }) });
    expect(await probe(web({ expectedStatus: "500-599" }), platform)).toMatchObject({ status: "up" });
  });
});

describe("probe of a web address", () => {
  it("sends the credentials before the @ only as a header", async () => {
    const platform = makeFakePlatform({ fetch: () => new Response() });
    await probe(web({ url: "https://u:p%40@shop.test/a?b#c" }), platform);
    const [{ url, init } = { url: "", init: {} }] = platform.fetched;
    expect(url).toBe("https://shop.test/a?b");
    expect(new Headers(init.headers).get("Authorization")).toBe(`Basic ${btoa("u:p@")}`);
  });
});

describe("probe when a socket does not open", () => {
  const ping = (host: string) => ({ type: "ping", config: { host, port: 5432 }, timeoutMs: 1000 });

  it.each([
    [
      "fetch finds no name",
      throws(INTERNAL),
      "The name db.test can't be found: check its spelling and its DNS records.",
    ],
    ["fetch is refused", throws(LOST), "db.test:5432 refused the connection."],
    [
      "the edge finds no name",
      () => new Response("error code: 1016", { status: 530 }),
      "The name db.test can't be found: check its spelling and its DNS records.",
    ],
    ["the edge is refused", () => new Response("", { status: 521 }), "db.test:5432 refused the connection."],
    [
      "the edge times out",
      () => new Response("", { status: 522 }),
      "The connection to db.test:5432 timed out.",
    ],
    [
      "fetch succeeds",
      () => new Response("ok"),
      "No connection to db.test:5432: it was refused, or the address is unreachable.",
    ],
  ])("finds the reason with a second attempt by fetch: %s", async (_, fetch, message) => {
    const platform = makeFakePlatform({ fetch, connect: () => UNCONNECTED });
    expect(await probe(ping("db.test"), platform)).toMatchObject({ status: "down", message });
    expect(platform.fetched).toMatchObject([{ url: "http://db.test:5432/", init: { method: "HEAD" } }]);
  });

  it("never reports an address as a name that can't be found", async () => {
    const platform = makeFakePlatform({ fetch: throws(INTERNAL), connect: () => UNCONNECTED });
    expect((await probe(ping("192.0.2.1"), platform)).message).toBe(
      "No connection to 192.0.2.1:5432: it was refused, or the address is unreachable.",
    );
  });

  it.each(["2001:db8::1", "[2001:db8::1]"])("connects to %s in the platform's format", async (host) => {
    const platform = makeFakePlatform({ connect: () => new Uint8Array() });
    expect(await probe(ping(host), platform)).toMatchObject({ status: "up" });
    expect(platform.dialled).toEqual([{ hostname: "[2001:db8::1]", port: 5432, tls: "off" }]);
  });

  it("makes no second attempt after a clear result", async () => {
    const platform = makeFakePlatform({ connect: () => new Error("Connections to port 25 are prohibited") });
    expect((await probe(ping("db.test"), platform)).message).toContain("port 25");
    expect(platform.fetched).toEqual([]);
  });
});

describe("probe at its timeout", () => {
  it.each([
    ["ping", { host: "db.test", port: 5 }, "No connection to db.test:5 within 60 ms."],
    ["tls", { host: "db.test" }, "No certificate from db.test:443 within 60 ms."],
    ["https", { url: "http://db.test/" }, "No connection to db.test:80 within 60 ms."],
  ])(
    "names the step that timed out, even if nothing follows the signal: %s",
    async (type, config, message) => {
      const never = () => new Promise<never>(() => undefined);
      const platform = makeFakePlatform({ fetch: never, connect: () => "hangs" });
      const answer = await probe({ type, config, timeoutMs: 60 }, platform);
      expect(answer).toMatchObject({ status: "down", responseMs: null, message, isOwnFault: false });
      expect(answer.steps.at(-1)).toMatchObject({ status: "down", detail: message });
      expect(platform.fetched).toHaveLength(type === "https" ? 1 : 0);
    },
  );

  it("doesn't wait for a body that never ends", async () => {
    const body = new ReadableStream({ pull: () => new Promise(() => undefined) });
    const platform = makeFakePlatform({ fetch: () => new Response(body), connect: () => UNCONNECTED });
    const request = { type: "ping", config: { host: "db.test", port: 5 }, timeoutMs: 60 };
    const answer = await probe(request, platform);
    expect(answer).toMatchObject({ status: "down", message: "No connection to db.test:5 within 60 ms." });
  });

  it("doesn't report a missing connection if sockets aren't allowed", async () => {
    const never = () => new Promise<never>(() => undefined);
    const platform = makeFakePlatform({ fetch: never, connect: () => UNCONNECTED });
    expect((await probe({ ...web(), timeoutMs: 60 }, platform)).message).toBe("No response within 60 ms.");
  });

  it("doesn't wait for a body that can't be cancelled", async () => {
    const body = new ReadableStream({
      pull: () => new Promise(() => undefined),
      cancel: () => new Promise(() => undefined),
    });
    const platform = makeFakePlatform({ fetch: () => new Response(body), connect: () => "hangs" });
    expect((await probe({ ...web({ keyword: "x" }), timeoutMs: 60 }, platform)).message).toBe(
      "Incomplete response within 60 ms.",
    );
  });
});

describe("probe when this service fails", () => {
  it("reports the limits of its plan", async () => {
    const platform = makeFakePlatform({ fetch: throws(new Error("Too many subrequests.")) });
    const answer = await probe(web(), platform);
    expect(answer).toMatchObject({ isOwnFault: true });
    expect(answer.message).toContain("limits of its plan");
  });

  it("reports its default resolver as its own fault, but not another resolver", async () => {
    const platform = makeFakePlatform({ fetch: throws(INTERNAL), connect: () => UNCONNECTED });
    const check = (config: object) =>
      probe({ type: "dns", config: { hostname: "shop.test", ...config }, timeoutMs: 1000 }, platform);
    expect(await check({})).toMatchObject({ isOwnFault: true });
    expect(await check({ resolver: "https://dns.test/dns-query" })).toMatchObject({ isOwnFault: false });
  });

  it("reports an edge response instead of its default resolver as its own fault", async () => {
    const edge = () => new Response("error code: 1016", { status: 530 });
    const platform = makeFakePlatform({ fetch: edge });
    const request = { type: "dns", config: { hostname: "shop.test" }, timeoutMs: 1000 };
    expect(await probe(request, platform)).toMatchObject({ isOwnFault: true });
  });

  it("logs a bug without showing it", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const platform = makeFakePlatform({ fetch: () => new Response("ok") });
    const answer = await probe(web(), { ...platform, now: brokenClock() });
    expect(answer).toMatchObject({
      isOwnFault: true,
      message: "The check couldn't run: internal error of this service.",
    });
    expect(logged.mock.calls[0]?.[0]).toContain("the clock broke");
  });
});

function brokenClock(): () => number {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls === 1) throw new TypeError("the clock broke");
    return calls;
  };
}
