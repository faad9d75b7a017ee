import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { type HttpPeer, type Seen, startHttp } from "./http_peer.ts";
import { checkOf, useKeep, useProber } from "./up/fixture.ts";

const TOKEN = "eyJhbGciOiJub25l.c2VjcmV0MQ.x9";
const prober = useProber();
const keep = useKeep();
const check = checkOf(prober, "flow", (config) => config);

type Handler = (response: ServerResponse, seen: Seen) => void;

async function startShop(own: Record<string, Handler> = {}): Promise<HttpPeer> {
  const pages: Record<string, Handler> = {
    "/login": (response) => {
      response.setHeader("Set-Cookie", "session=s3ss10n-of-ada; Path=/");
      response.setHeader("X-Next", "order 7/8");
      response.end(JSON.stringify({ access_token: TOKEN, user: { id: 42 } }));
    },
    ...own,
  };
  return await keep(
    startHttp((_, response, seen) => {
      const page = pages[seen.url.split("?")[0] ?? ""];
      if (page) page(response, seen);
      else response.end("fine");
    }),
  );
}

const LOGIN_CAPTURES = {
  token: { from: "json", path: "$.access_token" },
  user: { from: "json", path: "$.user.id" },
  next: { from: "header", path: "x-next" },
  session: { from: "cookie", path: "session" },
  code: { from: "status" },
  word: { from: "regex", path: '"(access_\\w+)"' },
};

describe("a flow", () => {
  it("passes captured values on in URLs, headers and bodies, escaped for each", async () => {
    const { origin, requests } = await startShop();
    const answer = await check({
      steps: [
        { name: "Sign in", request: { url: `${origin}/login` }, capture: LOGIN_CAPTURES },
        {
          request: {
            url: `${origin}/orders/{{next}}?code={{code}}&w={{word}}`,
            method: "POST",
            headers: { Authorization: "Bearer {{token}}", "Content-Type": "application/json" },
            body: '{"user":{{user}},"next":"{{next}}"}',
          },
        },
        {
          request: {
            url: `${origin}/form`,
            method: "POST",
            headers: {
              "content-type": "application/x-www-form-urlencoded",
              Cookie: "session={{session}}; a=b",
            },
            body: "next={{next}}",
            auth: { type: "bearer", bearer: { token: "{{token}}" } },
          },
        },
      ],
    });
    expect(answer).toMatchObject({ status: "up", isOwnFault: false });
    expect(answer.message).toMatch(/^All 3 steps passed in \d+ ms\.$/);
    expect(answer.facts?.steps).toEqual([
      { name: "Sign in", status: "up", ms: expect.any(Number) },
      { name: "Step 2", status: "up", ms: expect.any(Number) },
      { name: "Step 3", status: "up", ms: expect.any(Number) },
    ]);
    const [, order, form] = requests;
    expect(order).toMatchObject({
      url: "/orders/order%207%2F8?code=200&w=access_token",
      body: '{"user":42,"next":"order 7/8"}',
      headers: { authorization: `Bearer ${TOKEN}`, cookie: "session=s3ss10n-of-ada" },
    });
    expect(form).toMatchObject({
      body: "next=order%207%2F8",
      headers: { authorization: `Bearer ${TOKEN}`, cookie: "session=s3ss10n-of-ada; a=b" },
    });
    expect(JSON.stringify(answer)).not.toContain(TOKEN);
  });

  it("stops at the first step that is down, and names it", async () => {
    const { origin, requests } = await startShop({
      "/pay": (response) => response.writeHead(500).end(),
      "/slow": (response) => response.end(JSON.stringify({ state: "odd" })),
    });
    const assertions = [
      { source: "json", path: "$.state", operator: "equals", value: "ok", failsAs: "degraded" },
    ];
    const answer = await check({
      steps: [
        { name: "Browse", request: { url: `${origin}/slow`, assertions } },
        { name: "Pay", request: { url: `${origin}/pay` } },
        { name: "Never", request: { url: `${origin}/never` } },
      ],
    });
    expect(answer).toMatchObject({
      status: "down",
      responseMs: null,
      message:
        'Step 1 "Browse": $.state: expected "ok", got "odd". Step 2 "Pay": Expected status 200, got 500.',
    });
    expect(answer.steps.map(({ label, status, detail }) => [label, status, detail])).toEqual([
      ["Browse", "degraded", '$.state: expected "ok", got "odd".'],
      ["Pay", "down", "Expected status 200, got 500."],
    ]);
    expect(answer.facts?.steps?.[1]).toMatchObject({
      status: "down",
      error: "Expected status 200, got 500.",
    });
    expect(requests.map(({ url }) => url)).toEqual(["/slow", "/pay"]);
  });

  it.each([
    [{ from: "json", path: "$.nothing" }, "Can't capture x: $.nothing is missing."],
    [{ from: "header", path: "x-none" }, "Can't capture x: the response has no header x-none."],
    [{ from: "cookie", path: "none" }, "Can't capture x: no cookie none was set."],
    [{ from: "regex", path: "n(o+)ne" }, "Can't capture x: the expression matches nothing in the response."],
  ])("is down when %o captures nothing", async (capture, sentence) => {
    const { origin } = await startShop();
    const answer = await check({ steps: [{ request: { url: `${origin}/login` }, capture: { x: capture } }] });
    expect(answer).toMatchObject({ status: "down", message: `Step 1: ${sentence}` });
  });

  it("hides a captured secret that a later step returns", async () => {
    const echo: Handler = (response, { headers }) =>
      response.end(JSON.stringify({ seen: headers.authorization, session: headers.cookie }));
    const { origin } = await startShop({ "/echo": echo });
    const answer = await check({
      steps: [
        { request: { url: `${origin}/login` }, capture: LOGIN_CAPTURES },
        {
          request: {
            url: `${origin}/echo`,
            headers: { Authorization: "Bearer {{token}}" },
            assertions: [
              { source: "json", path: "$.seen", operator: "equals", value: "x" },
              { source: "json", path: "$.session", operator: "equals", value: "x" },
            ],
          },
        },
      ],
    });
    expect(answer.status).toBe("down");
    expect(JSON.stringify(answer)).not.toMatch(/eyJ|c2VjcmV0|s3ss10n/);
    expect(answer.message).toContain('got "Bearer [hidden]"');
  });

  it("has one timeout for all steps, and names the last one", async () => {
    const { origin } = await startShop({ "/hang": () => undefined });
    const config = {
      steps: [{ request: { url: origin } }, { name: "Wait", request: { url: `${origin}/hang` } }],
    };
    const answer = await prober.check({ type: "flow", config, timeoutMs: 1000 });
    expect(answer.message).toMatch(
      /^Step 2 "Wait": Connected to 127\.0\.0\.1:\d+, but no response within 1000 ms\.$/,
    );
    expect(answer.facts?.steps?.map(({ status }) => status)).toEqual(["up", "down"]);
  });

  it("rejects a captured value that would change the path", async () => {
    const { origin, requests } = await startShop({
      "/id": (response) => response.setHeader("X-Id", "..").end(),
    });
    const answer = await check({
      steps: [
        { request: { url: `${origin}/id` }, capture: { id: { from: "header", path: "x-id" } } },
        { request: { url: `${origin}/admin/{{id}}/delete` } },
      ],
    });
    expect(answer.message).toBe("Step 2: A captured value would change the path of the URL.");
    expect(requests).toHaveLength(1);
  });

  it("inverts a step that is expected to fail", async () => {
    const { origin } = await startShop({ "/closed": (response) => response.writeHead(403).end() });
    const closed = { name: "Closed", request: { url: `${origin}/closed`, invert: true } };
    expect(await check({ steps: [closed] })).toMatchObject({ status: "up" });
    const open = { name: "Closed", request: { url: origin, invert: true } };
    expect((await check({ steps: [open] })).message).toMatch(
      /^Step 1 "Closed": Inverted: expected down\. Responded with 200/,
    );
  });
});
