import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { makeChance, mutate } from "../check/tls/mutate.ts";
import { type HttpPeer, startHttp } from "./http_peer.ts";
import { describeWith } from "./needs.ts";
import { makeCertificate, OPENSSL, type Pair, startTcp } from "./tls_peer.ts";
import { answerAsEngine, containerIn, startDockerEngine } from "./up/docker_engine.ts";
import { checkOf, useKeep, useProber, useTrust } from "./up/fixture.ts";

const prober = useProber();
const keep = useKeep();
const check = checkOf(prober, "docker", (config) => config);

const startEngine = (state: object, pair?: Pair): Promise<HttpPeer> =>
  keep(startDockerEngine(state, pair && { pair }));

describe("a docker check", () => {
  it.each<[string, object, string, string]>([
    ["running", {}, "up", "The container is running."],
    ["healthy", { Health: { Status: "healthy" } }, "up", "The container is running and healthy."],
    ["without a health check", { Health: { Status: "none" } }, "up", "The container is running."],
    [
      "starting",
      { Health: { Status: "starting" } },
      "degraded",
      "The container is running, and its health check is still starting.",
    ],
    [
      "unhealthy",
      {
        Health: {
          Status: "unhealthy",
          Log: [{ Output: "old" }, { ExitCode: 1, Output: "no route\nto disk" }],
        },
      },
      "down",
      'The container is running and unhealthy: "no route to disk".',
    ],
    [
      "unhealthy without output",
      { Health: { Status: "unhealthy" } },
      "down",
      "The container is running and unhealthy.",
    ],
    [
      "exited",
      { Status: "exited", ExitCode: 137, OOMKilled: true },
      "down",
      `The container isn't running, its state is "exited", with exit code 137, out of memory.`,
    ],
    [
      "restarting",
      { Status: "restarting", Running: true, ExitCode: 1, Error: "no such file" },
      "down",
      `The container isn't running, its state is "restarting", with exit code 1: "no such file".`,
    ],
    [
      "paused",
      { Status: "paused", Running: true },
      "down",
      `The container isn't running, its state is "paused".`,
    ],
    ["created", { Status: "created" }, "down", `The container isn't running, its state is "created".`],
  ])("reports the state of a container: %s", async (_, state, status, message) => {
    const { origin } = await startEngine(state);
    const result = await check({ endpoint: origin, container: "shop-db" });
    expect(result).toMatchObject({ status, message, isOwnFault: false });
    expect(result.responseMs).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(result)).not.toContain("hunter22");
  });

  it("requests the container by name or id, with the endpoint's path and headers", async () => {
    const engine = await keep(startHttp((_, response) => answerAsEngine(response, 200, containerIn({}))));
    const headers = { "X-Api-Key": "k" };
    await check({ endpoint: `${engine.origin}/v1.47/`, container: "/shop-db", headers });
    await check({ endpoint: `http://a%40b:c@127.0.0.1:${engine.port}`, container: "4f66ad9a0b2e" });
    const [first, second] = engine.requests;
    expect([first?.url, first?.method, first?.headers["x-api-key"]]).toEqual([
      "/v1.47/containers/shop-db/json",
      "GET",
      "k",
    ]);
    expect([second?.url, second?.headers.authorization]).toEqual([
      "/containers/4f66ad9a0b2e/json",
      `Basic ${btoa("a@b:c")}`,
    ]);
  });

  it("reports a missing container", async () => {
    const { origin } = await startEngine({});
    expect(await check({ endpoint: origin, container: "shop-web" })).toMatchObject({
      status: "down",
      message: 'The engine has no container "shop-web": check its name.',
    });
  });

  const NO_ENGINE = "check that the endpoint is the API of a Docker engine";

  it.each<[string, number, string, string]>([
    [
      "denied access",
      401,
      '{"message":"who are you?"}',
      'Access was refused (401: "who are you?"): check the credential headers.',
    ],
    ["denied access without a message", 403, "", "Access was refused (403): check the credential headers."],
    ["an error", 500, '{"message":"disk\\nfull"}', 'The engine returned 500: "disk full".'],
    ["another 404", 404, "<html>", `The engine returned 404: ${NO_ENGINE}.`],
    [
      "a plain request to a TLS port",
      400,
      "Client sent an HTTP request to an HTTPS server.\n",
      "The engine speaks TLS: use an https address.",
    ],
    ["a web page", 200, "<html>", `The response isn't JSON but starts with "<html>": ${NO_ENGINE}.`],
    ["a JSON list", 200, "[]", `The response isn't JSON but starts with "[]": ${NO_ENGINE}.`],
    [
      "other JSON",
      200,
      '{"State":{}}',
      "The response has no container state: check that the endpoint is a Docker engine's API.",
    ],
    [
      "an oversized response",
      200,
      `{"a":"${"x".repeat(600_000)}"}`,
      `The response is over 512 KB: ${NO_ENGINE}.`,
    ],
  ])("reports %s", async (_, status, body, message) => {
    const { origin } = await keep(startHttp((_request, response) => response.writeHead(status).end(body)));
    expect(await check({ endpoint: origin, container: "a" })).toMatchObject({
      status: "down",
      message,
      isOwnFault: false,
    });
  });

  it("does not follow a redirect, so credentials stay", async () => {
    const other = await startEngine({});
    const { origin } = await keep(
      startHttp((_, response) => response.writeHead(307, { Location: other.origin }).end()),
    );
    expect((await check({ endpoint: origin, container: "a", headers: { Cookie: "c" } })).message).toBe(
      `The endpoint redirects to "${other.origin}" (307): enter the final address.`,
    );
    expect(other.requests).toHaveLength(0);
  });

  it("hides a secret that the engine repeats", async () => {
    const { origin } = await keep(
      startHttp((_, response, { headers }) =>
        answerAsEngine(response, 403, { message: `not ${headers["x-token"]}` }),
      ),
    );
    const result = await check({ endpoint: origin, container: "a", headers: { "X-Token": "hunter22" } });
    expect(JSON.stringify(result)).not.toContain("hunter22");
    expect(result.message).toContain("[hidden]");
  });
});

describe("a docker check without a valid response", () => {
  const HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{";

  it("reports a refused connection", async () => {
    const { port, stop } = await startTcp(() => undefined);
    await stop();
    expect((await check({ endpoint: `http://127.0.0.1:${port}`, container: "a" })).message).toBe(
      `127.0.0.1:${port} refused the connection.`,
    );
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ["closes at once", (socket) => socket.end(), /closed the connection before responding\.$/],
    [
      "closes during its response",
      (socket) => socket.once("data", () => socket.end(HEAD)),
      /^The connection was lost during the response\.$/,
    ],
    [
      "speaks another protocol",
      (socket) => socket.once("data", () => socket.end("-ERR\r\n\r\n")),
      /isn't HTTP\.$/,
    ],
    ["is silent", () => undefined, /^Connected to 127\.0\.0\.1:\d+, but no response within 600 ms\.$/],
    [
      "stalls during its response",
      (socket) => socket.once("data", () => socket.write(HEAD)),
      /^Incomplete response within 600 ms\.$/,
    ],
    [
      "sends an endless response",
      (socket) => {
        const block = Buffer.alloc(16 * 1024, "x");
        const pour = () => {
          while (!socket.destroyed && socket.write(block));
          socket.once("drain", pour);
        };
        socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\n", pour));
      },
      /^The response is over 512 KB/,
    ],
  ])("reports a server that %s", async (_, serve, told) => {
    const { port } = await keep(startTcp(serve));
    const timeoutMs = told.source.includes("600") ? 600 : 30_000;
    const result = await check({ endpoint: `http://127.0.0.1:${port}`, container: "a" }, timeoutMs);
    expect(result).toMatchObject({ status: "down", isOwnFault: false });
    expect(result.message).toMatch(told);
  });

  it("handles damaged responses", { timeout: 240_000 }, async () => {
    const chance = makeChance(7);
    const body = JSON.stringify(containerIn({ Health: { Status: "healthy" } }));
    const good = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const { port } = await keep(
      startTcp((socket) => socket.once("data", () => socket.end(mutate(good, chance, (bytes) => [bytes])))),
    );
    for (let round = 0; round < 125; round++) {
      const results = await Promise.all(
        Array.from({ length: 40 }, () => check({ endpoint: `http://127.0.0.1:${port}`, container: "a" })),
      );
      for (const { message, isOwnFault } of results) {
        expect(isOwnFault, message).toBe(false);
        expect(message).toMatch(/^\S.*\.$/s);
        expect(message).not.toContain("hunter22");
      }
    }
  });
});

describeWith(OPENSSL)("a docker check with TLS", () => {
  const trust = useTrust();

  const checkSecured = (port: number) => {
    const config = { endpoint: `https://localhost:${port}`, container: "shop-db" };
    return trust.check({ type: "docker", config, timeoutMs: 30_000, shouldReadCertificate: true });
  };

  it("verifies the certificate, and reads it when configured", async () => {
    const { port } = await startEngine({}, trust.pairs.server);
    expect(await checkSecured(port)).toMatchObject({
      status: "up",
      certificate: { host: "localhost", subject: "CN=server" },
    });
  });

  it("reports an untrusted certificate", async () => {
    const unknown = makeCertificate(trust.folder, { name: "own", names: "DNS:localhost,IP:127.0.0.1" });
    const { port } = await startEngine({}, unknown);
    expect((await checkSecured(port)).message).toBe(
      "The certificate of localhost is not trusted: it is self-signed.",
    );
  });

  it("reports an engine without TLS", async () => {
    const { port } = await startEngine({});
    expect((await checkSecured(port)).message).toMatch(/TLS/);
  });

  it("gives advice when the engine requires a client certificate", async () => {
    const server = createServer({
      cert: readFileSync(trust.pairs.server.cert),
      key: readFileSync(trust.pairs.server.key),
      requestCert: true,
      rejectUnauthorized: true,
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    await keep({ stop: () => new Promise((resolve) => server.close(resolve)) });
    const { message } = await checkSecured((server.address() as AddressInfo).port);
    expect(message).toMatch(/If the engine requires a client certificate, put a proxy with a token in front/);
  });
});
