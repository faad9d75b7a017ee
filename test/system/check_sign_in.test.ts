import { describe, expect, it } from "vitest";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { useKeep, useProber } from "./up/fixture.ts";

const prober = useProber();
const keep = useKeep();

const serve = (...args: Parameters<typeof startHttp>): Promise<HttpPeer> => keep(startHttp(...args));

const check = (config: object) => prober.check({ type: "https", config: { ...config }, timeoutMs: 3000 });

describe("an https check with a bearer token", () => {
  it("sends it", async () => {
    const peer = await serve((_, response) => response.end());
    await check({ url: peer.origin, auth: { type: "bearer", bearer: { token: "abc" } } });
    expect(peer.requests[0]?.headers.authorization).toBe("Bearer abc");
  });
});

describe("an https check with OAuth 2 client credentials", () => {
  const answerToken = (token: string, expires: number) =>
    JSON.stringify({ access_token: token, token_type: "Bearer", expires_in: expires });

  const configFor = (target: HttpPeer, tokens: HttpPeer) => ({
    url: target.origin,
    auth: {
      type: "oauth2",
      oauth2: {
        tokenUrl: `${tokens.origin}/token`,
        clientId: "me&co",
        clientSecret: "s:1",
        scope: "read write",
      },
    },
  });

  it("fetches a token, reuses it while valid, and fetches another when it is rejected", async () => {
    let issued = 0;
    let good = "t1";
    const tokens = await serve((_, response) => response.end(answerToken(`t${++issued}`, 3600)));
    const target = await serve((request, response) => {
      response.statusCode = request.headers.authorization === `Bearer ${good}` ? 200 : 401;
      response.end();
    });
    const config = configFor(target, tokens);
    expect(await check(config)).toMatchObject({ status: "up" });
    expect(await check(config)).toMatchObject({ status: "up" });
    expect(tokens.requests).toHaveLength(1);
    expect(tokens.requests[0]).toMatchObject({
      method: "POST",
      body: "grant_type=client_credentials&scope=read+write",
    });
    expect(tokens.requests[0]?.headers.authorization).toBe(`Basic ${btoa("me%26co:s%3A1")}`);
    good = "t2";
    expect(await check(config)).toMatchObject({ status: "up" });
    expect(tokens.requests).toHaveLength(2);
    good = "none";
    expect(await check(config)).toMatchObject({ status: "down", message: "Expected status 200, got 401." });
    expect(tokens.requests).toHaveLength(3);
  });

  it("fetches a token for each check when it has no expiry", async () => {
    const tokens = await serve((_, response) => response.end(JSON.stringify({ access_token: "t" })));
    const target = await serve((_, response) => response.end());
    await check(configFor(target, tokens));
    await check(configFor(target, tokens));
    expect(tokens.requests).toHaveLength(2);
  });

  it("sends id and secret in the form to a server that rejects the header", async () => {
    const tokens = await serve((request, response, { body }) => {
      const isAccepted =
        !request.headers.authorization && body.includes("client_id=me%26co&client_secret=s%3A1");
      response.statusCode = isAccepted ? 200 : 400;
      response.end(isAccepted ? answerToken("t", 60) : '{"error":"invalid_request"}');
    });
    const target = await serve((_, response) => response.end());
    expect(await check(configFor(target, tokens))).toMatchObject({ status: "up" });
  });

  it("reports a missing token, does not follow redirects, and sends nothing to the target", async () => {
    const error = { error: "invalid_client", error_description: "No such client" };
    const tokens = await serve((_, response) => response.writeHead(401).end(JSON.stringify(error)));
    const elsewhere = await serve((_, response) => response.end(answerToken("t", 60)));
    const moved = await serve((_, response) => response.writeHead(307, { Location: elsewhere.origin }).end());
    const target = await serve((_, response) => response.end());
    expect((await check(configFor(target, tokens))).message).toBe(
      "The token server returned no access token (status 401: No such client).",
    );
    expect((await check(configFor(target, moved))).message).toBe(
      "The token server returned no access token (status 307).",
    );
    expect([...elsewhere.requests, ...target.requests]).toEqual([]);
  });
});

describe("an https check that signs in with CAS", () => {
  const page = (action: string) => `<html><form action="/search"><input name="q"></form>
    <form id="fm1" action="${action}" method="post">
      <input type="text" name="username"/><input type="password" name="password"/>
      <input type="hidden" name="execution" value="e1s1&amp;x"/><input type='hidden' name='lt' value='LT-1'>
      <input name="_eventId" value="submit" type="hidden"><input type="checkbox" name="warn" value="true">
    </form></html>`;

  const auth = (casServerUrl: string, password = "right&") => ({
    type: "cas",
    cas: { casServerUrl, username: "ann", password },
  });

  const startCas = (action = "/cas/login?service=kept") =>
    serve((_, response, { method, url, body, headers }) => {
      if (method === "GET") {
        response.setHeader("Set-Cookie", "CASSESSION=1; Path=/cas; HttpOnly").end(page(action));
        return;
      }
      const form = new URLSearchParams(body);
      const isKnown = headers.cookie === "CASSESSION=1" && form.get("password") === "right&";
      const service = new URLSearchParams(url.split("?")[1]).get("service") === "kept" ? asked() : "";
      if (isKnown) response.writeHead(302, { Location: `${service}?ticket=ST-7` }).end();
      else response.writeHead(401).end(page(action));
    });

  let cas: HttpPeer;
  const asked = () => new URL(cas.requests[0]?.url ?? "", cas.origin).searchParams.get("service") ?? "";

  const startService = () =>
    serve((_, response, { url, headers }) => {
      if (url === "/app?ticket=ST-7") {
        response.writeHead(302, { Location: "/app", "Set-Cookie": "APP=in; Path=/" }).end();
      } else response.writeHead(headers.cookie === "APP=in" ? 200 : 403).end("Hello Ann");
    });

  it("submits the login form with all its fields, and passes the ticket to the service", async () => {
    cas = await startCas();
    const service = await startService();
    const config = { url: `${service.origin}/app`, keyword: "Hello Ann", auth: auth(`${cas.origin}/cas/`) };
    expect(await check(config)).toMatchObject({ status: "up" });
    expect(cas.requests.map(({ method }) => method)).toEqual(["GET", "POST"]);
    expect(cas.requests[0]?.url).toBe(`/cas/login?service=${encodeURIComponent(`${service.origin}/app`)}`);
    expect(Object.fromEntries(new URLSearchParams(cas.requests[1]?.body))).toEqual({
      username: "ann",
      password: "right&",
      execution: "e1s1&x",
      lt: "LT-1",
      _eventId: "submit",
    });
  });

  it("reports a rejected password without a request to the service", async () => {
    cas = await startCas();
    const service = await startService();
    const answer = await check({ url: `${service.origin}/app`, auth: auth(`${cas.origin}/cas`, "wrong") });
    expect(answer).toMatchObject({
      status: "down",
      message: "The CAS server rejected the user or password (status 401).",
    });
    expect(service.requests).toEqual([]);
  });

  it("sends the password only to the CAS server's origin", async () => {
    const thief = await serve((_, response) => response.end());
    cas = await startCas(`${thief.origin}/login`);
    const answer = await check({ url: "http://127.0.0.1:9/", auth: auth(`${cas.origin}/cas`) });
    expect(answer.message).toBe(`The login form posts to ${thief.origin}: set casServerUrl to that address.`);
    expect(thief.requests).toEqual([]);
  });

  it("sends the ticket only to the service's origin", async () => {
    const thief = await serve((_, response) => response.end());
    cas = await serve((_, response, { method }) =>
      method === "GET"
        ? response.end(page("/login"))
        : response.writeHead(302, { Location: `${thief.origin}/?ticket=ST-1` }).end(),
    );
    const answer = await check({ url: "http://127.0.0.1:9/", auth: auth(cas.origin) });
    expect(answer.message).toBe(
      `The CAS server sent the ticket to ${thief.origin} instead of http://127.0.0.1:9.`,
    );
    expect(thief.requests).toEqual([]);
  });

  it("reports a page without a form", async () => {
    cas = await serve((_, response) => response.end("<h1>Maintenance</h1>"));
    expect((await check({ url: "http://127.0.0.1:9/", auth: auth(cas.origin) })).message).toBe(
      "The CAS server showed no login form (status 200).",
    );
  });
});
