import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { startTcp } from "./tls_peer.ts";
import { useKeep, useProber } from "./up/fixture.ts";

const prober = useProber();
const keep = useKeep();

const serve = (...args: Parameters<typeof startHttp>): Promise<HttpPeer> => keep(startHttp(...args));

const listen = async (...args: Parameters<typeof startTcp>): Promise<string> => {
  const peer = await keep(startTcp(...args));
  return `http://127.0.0.1:${peer.port}`;
};

const check = (config: object, request: { timeoutMs?: number; retries?: number } = {}) =>
  prober.check({ type: "https", config: { ...config }, timeoutMs: 30_000, ...request });

describe("an https check without a valid response", () => {
  it("reports a refused connection", async () => {
    const { port, stop } = await startTcp(() => undefined);
    await stop();
    const answer = await check({ url: `http://127.0.0.1:${port}/` });
    expect(answer).toMatchObject({
      status: "down",
      responseMs: null,
      message: `127.0.0.1:${port} refused the connection.`,
      isOwnFault: false,
    });
  });

  it("reports a name that does not exist", async () => {
    expect(await check({ url: "http://nosuch.invalid/" })).toMatchObject({
      status: "down",
      message: "The name nosuch.invalid can't be found: check its spelling and its DNS records.",
    });
  });

  it.each([
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
    ["closes", (socket: Socket) => socket.end()],
  ])("reports a server that %s the connection", async (_, act) => {
    const origin = await listen((socket) => socket.once("data", () => act(socket)));
    expect(await check({ url: origin })).toMatchObject({
      status: "down",
      message: `${new URL(origin).host} closed the connection before responding.`,
    });
  });

  it("reports a response that is not HTTP", async () => {
    const origin = await listen((socket) => socket.once("data", () => socket.end("-ERR what?\r\n\r\n")));
    expect((await check({ url: origin })).message).toBe(
      `${new URL(origin).host} failed: The response isn't HTTP.`,
    );
  });

  it("reports a connection without a response", async () => {
    const origin = await listen(() => undefined);
    const answer = await check({ url: origin }, { timeoutMs: 600 });
    expect(answer.message).toBe(`Connected to ${new URL(origin).host}, but no response within 600 ms.`);
  });

  it("reports an incomplete response", async () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc";
    const broken = await listen((socket) => socket.once("data", () => socket.end(head)));
    const hanging = await listen((socket) => socket.once("data", () => socket.write(head)));
    expect((await check({ url: broken, keyword: "x" })).message).toBe(
      "The connection was lost during the response.",
    );
    expect((await check({ url: hanging, keyword: "x" }, { timeoutMs: 500 })).message).toBe(
      "Incomplete response within 500 ms.",
    );
    expect(await check({ url: hanging })).toMatchObject({ status: "up" });
  });
});

describe("an inverted https check", () => {
  it("is up without a listener, and down with the received text when something responds", async () => {
    const peer = await serve((_, response) => response.end("<b>Here I am</b>"));
    const config = { url: peer.origin, invert: true, keepBody: true };
    const found = await check(config);
    expect(found).toMatchObject({ status: "down", body: { text: "<b>Here I am</b>" } });
    expect(found.message).toContain("expected down. Responded with 200");
    await peer.stop();
    const gone = await check(config);
    expect(gone.status).toBe("up");
    expect(gone.message).toBe(`Inverted: down, as expected. 127.0.0.1:${peer.port} refused the connection.`);
    expect(gone).not.toHaveProperty("body");
  });
});

describe("the redirects of an https check", () => {
  it("stop after ten", async () => {
    const peer = await serve((_, response) => response.writeHead(302, { Location: "/again" }).end());
    expect((await check({ url: peer.origin })).message).toBe("More than 10 redirects, the last to /again");
    expect(peer.requests).toHaveLength(11);
  });

  it("are not followed when switched off", async () => {
    const peer = await serve((_, response) => response.writeHead(301, { Location: "/new" }).end());
    const config = { url: peer.origin, followRedirects: false, expectedStatus: 301 };
    const assertions = [{ source: "header", name: "location", operator: "equals", value: "/new" }];
    expect(await check({ ...config, assertions })).toMatchObject({ status: "up" });
    expect(peer.requests).toHaveLength(1);
  });

  it("carry no credentials to another origin, nor back", async () => {
    const headers = { Cookie: "c=1", "X-Api-Key": "k", "X-Plain": "p" };
    const auth = { type: "basic", basic: { username: "u", password: "p" } };
    let home = "";
    const other = await serve((_, response, { url }) =>
      url === "/back"
        ? response.writeHead(302, { Location: `${home}/end` }).end()
        : response.writeHead(401).end(),
    );
    const peer = await serve((_, response, { url }) => {
      const to = { "/same": "/out", "/out": `${other.origin}/back`, "/away": `${other.origin}/stay` }[url];
      if (to) response.writeHead(307, { Location: to, "Set-Cookie": "s=2" }).end();
      else response.end();
    });
    home = peer.origin;
    const config = { headers, auth, method: "POST", body: "data" };
    expect(await check({ ...config, url: `${home}/same` })).toMatchObject({ status: "up" });
    const [same, out, end] = peer.requests;
    for (const request of [same, out]) {
      expect(request?.headers).toMatchObject({
        authorization: "Basic dTpw",
        "x-api-key": "k",
        "x-plain": "p",
      });
      expect(request?.body).toBe("data");
    }
    expect(out?.headers.cookie).toBe("c=1; s=2");
    for (const request of [other.requests[0], end]) {
      expect(request?.headers).toMatchObject({ "x-plain": "p" });
      expect(request?.headers).not.toHaveProperty("authorization");
      expect(request?.headers).not.toHaveProperty("x-api-key");
      expect(request?.headers.cookie ?? "").not.toContain("c=1");
    }
    expect(other.requests[0]?.headers).not.toHaveProperty("cookie");
    expect((await check({ ...config, url: `${home}/away` })).message).toBe(
      `Expected status 200, got 401. The redirect led to ${other.origin}, where the credentials weren't sent.`,
    );
  });

  it("turn a POST into a GET as browsers do", async () => {
    const peer = await serve((_, response, { url }) =>
      url === "/" ? response.writeHead(303, { Location: "/done" }).end() : response.end(),
    );
    await check({ url: `${peer.origin}/`, method: "POST", body: "x" });
    expect(peer.requests.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      "POST / x",
      "GET /done ",
    ]);
  });
});

describe("an https check with a response", () => {
  it("sends the configured request, and caches nothing", async () => {
    const peer = await serve((_, response) => response.setHeader("Cache-Control", "max-age=600").end("ok"));
    const config = { url: `${peer.origin}/x?y=1`, method: "PUT", headers: { "X-A": "b" }, body: "é" };
    await check(config);
    const answer = await check(config);
    expect(answer).toMatchObject({ status: "up", isOwnFault: false });
    expect(answer.message).toMatch(/^Responded with 200 in \d+ ms\.$/);
    expect(peer.requests).toHaveLength(2);
    expect(peer.requests[1]).toMatchObject({ method: "PUT", url: "/x?y=1", body: "é" });
    expect(peer.requests[1]?.headers).toMatchObject({ "x-a": "b", "user-agent": "Uptide" });
  });

  it("sends the user and password of the URL", async () => {
    const peer = await serve((_, response) => response.end());
    await check({ url: `http://a%40b:c@127.0.0.1:${peer.port}/` });
    expect(peer.requests[0]?.headers.authorization).toBe(`Basic ${btoa("a@b:c")}`);
  });

  it("reports every failed assertion, and uses the worst status", async () => {
    const peer = await serve((_, response) =>
      response.setHeader("X-Mode", "slow").end(JSON.stringify({ a: { b: [{ c: "no" }] }, n: 5 })),
    );
    const assertions = [
      { source: "header", name: "x-mode", operator: "equals", value: "fast", failsAs: "degraded" },
      { source: "json", path: "$.a.b[0].c", operator: "equals", value: "yes", failsAs: "degraded" },
      { source: "json", path: "$.n", operator: "less_than", value: 10 },
    ];
    const config = { url: peer.origin, keyword: "missing", assertions };
    const answer = await check(config);
    expect(answer.status).toBe("degraded");
    expect(answer.message).toBe(
      'The keyword "missing" is not in the response. Header x-mode: expected "fast", got "slow". $.a.b[0].c: expected "yes", got "no".',
    );
    const worse = { source: "json", path: "$.n", operator: "greater_than", value: "10", failsAs: "down" };
    expect((await check({ ...config, assertions: [...assertions, worse] })).status).toBe("down");
  });

  it("reads at most a megabyte of a response", async () => {
    const filler = "x".repeat(1024 * 1024);
    const peer = await serve((_, response, { url }) => {
      const text =
        url === "/json" ? JSON.stringify({ ok: true, filler: filler.repeat(4) }) : `${filler}needle`;
      response.end(text);
    });
    const ok = { source: "json", path: "$.ok", operator: "exists" };
    expect(await check({ url: `${peer.origin}/json`, assertions: [ok] })).toMatchObject({
      status: "down",
      message: "$.ok: the response is over 1 MB and wasn't parsed as JSON.",
    });
    expect(await check({ url: `${peer.origin}/late`, keyword: "needle" })).toMatchObject({
      status: "degraded",
      message: 'The keyword "needle" is not in the first megabyte of the response.',
    });
  });

  it("is degraded by a slow response", async () => {
    const peer = await serve((_, response) => setTimeout(() => response.end(), 120));
    const slow = await check({ url: peer.origin, degradedAboveMs: 50 });
    expect(slow.status).toBe("degraded");
    expect(slow.message).toMatch(/^Expected a response within 50 ms, got it after \d{3,} ms\.$/);
    expect(await check({ url: peer.origin, degradedAboveMs: 20_000 })).toMatchObject({ status: "up" });
  });

  it("measures the time to the response's headers, not to its end", async () => {
    const peer = await serve((_, response) => {
      response.write("needle");
      setTimeout(() => response.end("end"), 600);
    });
    const answer = await check({ url: peer.origin, keyword: "end" });
    expect(answer.status).toBe("up");
    const wholeMs = answer.steps.reduce((sum, { durationMs }) => sum + durationMs, 0);
    expect(wholeMs - (answer.responseMs ?? wholeMs)).toBeGreaterThanOrEqual(200);
  });
});
