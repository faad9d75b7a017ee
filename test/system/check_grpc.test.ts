import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, it } from "vitest";
import type { Config } from "../../src/lib/config.ts";
import { startGrpc } from "./grpc_peer.ts";
import { describeHostile } from "./hostile_servers.ts";
import { startHttp } from "./http_peer.ts";
import { describeWith } from "./needs.ts";
import { makeCertificate, OPENSSL, type Peer, startTcp } from "./tls_peer.ts";
import { useKeep, useProber, useServer, useTrust } from "./up/fixture.ts";

const prober = useProber();
const keep = useKeep();

const check = ({ port }: Pick<Peer, "port">, config: Config = {}, timeoutMs = 30_000) =>
  prober.check({ type: "grpc", config: { url: `http://127.0.0.1:${port}`, ...config }, timeoutMs });

const HEALTH = {
  "": 1,
  "shop.v1.Orders": 1,
  "shop.v1.Stock": 2,
  "shop.v1.New": 0,
  "shop.v1.Gone": 3,
  "shop.v1.Closed": { code: 16, details: "who are you? żółw" },
  "shop.v1.Busy": { code: 14, details: "back\nsoon" },
};

describe("a grpc check", () => {
  it("requests the health of a service or of the whole server", async () => {
    const asked: unknown[] = [];
    const onAsked = (service: string, headers: Record<string, unknown>) =>
      asked.push(service, headers["user-agent"]);
    const peer = await keep(startGrpc(HEALTH, { onAsked }));
    const answer = await check(peer);
    expect(answer).toMatchObject({ status: "up", isOwnFault: false });
    expect(answer.message).toBe(`Serving. Responded in ${answer.responseMs} ms.`);
    expect(answer.steps.map(({ label }) => label)).toEqual([
      `Connect to 127.0.0.1:${peer.port}`,
      "Start HTTP/2",
      "Request health",
    ]);
    expect(await check(peer, { service: "shop.v1.Orders" })).toMatchObject({ status: "up" });
    expect(asked).toEqual(["", "Uptide", "shop.v1.Orders", "Uptide"]);
  });

  it.each([
    ["shop.v1.Stock", 'The service "shop.v1.Stock" is not serving (NOT_SERVING).'],
    ["shop.v1.New", 'The service "shop.v1.New" reports unknown health (UNKNOWN).'],
    ["shop.v1.Gone", `The server doesn't know the service "shop.v1.Gone": check its name.`],
    ["nobody", `The server doesn't know the service "nobody": check its name.`],
    [
      "shop.v1.Closed",
      'The server refused to report health (UNAUTHENTICATED: "who are you? żółw"): allow its health service without credentials.',
    ],
    ["shop.v1.Busy", 'The server returned UNAVAILABLE: "back soon".'],
  ])("is down for %s", async (service, message) => {
    const peer = await keep(startGrpc(HEALTH));
    expect(await check(peer, { service })).toMatchObject({
      status: "down",
      responseMs: null,
      message,
      isOwnFault: false,
    });
  });

  it("reports a server without a health service or without its own health", async () => {
    const bare = await keep(startGrpc({}, { hasNoHealth: true }));
    expect((await check(bare)).message).toMatch(
      /^The server has no health service \(UNIMPLEMENTED: ".+"\): add grpc\.health\.v1\.Health to it\.$/,
    );
    const partial = await keep(startGrpc({ "shop.v1.Orders": 1 }));
    expect((await check(partial)).message).toBe(
      "The server doesn't report its own health: enter the name of one of its services.",
    );
  });
});

describe("a grpc check of another kind of server", () => {
  it("reports a refused connection", async () => {
    const { port, stop } = await startTcp(() => undefined);
    await stop();
    expect((await check({ port })).message).toBe(`127.0.0.1:${port} refused the connection.`);
  });

  it("reports a web server", async () => {
    const peer = await keep(startHttp((_, response) => response.end("ok")));
    expect((await check(peer)).message).toMatch(
      /^Start HTTP\/2: The server (speaks HTTP\/1, but gRPC needs HTTP\/2|closed the connection)/,
    );
  });

  it.each<[string, (socket: Socket) => void, RegExp]>([
    [
      "sends a greeting",
      (socket) => socket.write("220 mail.test ESMTP\r\n"),
      /^Start HTTP\/2: .+ does not speak HTTP\/2: check the port\.$/,
    ],
    [
      "speaks HTTP/1",
      (socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
      /^Start HTTP\/2: The server speaks HTTP\/1, but gRPC needs HTTP\/2: check the port\.$/,
    ],
    [
      "closes at once",
      (socket) => socket.end(),
      /^Start HTTP\/2: The server closed the connection without a response\.$/,
    ],
    ["is silent", () => undefined, /^Start HTTP\/2: no response within 600 ms\.$/],
  ])("reports a server that %s", async (_, serve, told) => {
    const peer = await keep(startTcp(serve));
    const answer = await check(peer, {}, told.source.includes("600") ? 600 : 30_000);
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(answer.message).toMatch(told);
  });
});

describe("a grpc check of a hostile server", () => {
  const peer = useServer(() => startGrpc(HEALTH));

  describeHostile(() => ({
    type: "grpc",
    config: { url: `http://127.0.0.1:${peer().port}`, service: "" },
    secrets: [],
  }));
});

describeWith(OPENSSL)("a grpc check with TLS", () => {
  const trust = useTrust();
  const makeElsewhere = () =>
    makeCertificate(trust.folder, { name: "other", issuer: trust.pairs.authority, names: "DNS:other.test" });

  const checkSecured = ({ port }: Peer, config: Config) =>
    trust.check({
      type: "grpc",
      config: { url: `https://localhost:${port}`, ...config },
      timeoutMs: 30_000,
    });

  it("trusts a custom authority, and returns the certificate", async () => {
    const peer = await keep(startGrpc(HEALTH, { pair: trust.pairs.server }));
    const caCert = readFileSync(trust.pairs.authority.cert, "utf8");
    expect(await checkSecured(peer, { tls: "ca", caCert })).toMatchObject({
      status: "up",
      certificate: { host: "localhost", subject: "CN=server" },
    });
  });

  it("trusts any certificate when verification is off", async () => {
    const peer = await keep(startGrpc(HEALTH, { pair: makeElsewhere() }));
    expect(await checkSecured(peer, { tls: "verify-none" })).toMatchObject({ status: "up" });
  });

  it("rejects an unknown authority, a private authority and another name", async () => {
    const foreign = makeCertificate(trust.folder, { name: "foreign", isAuthority: true });
    const peer = await keep(startGrpc(HEALTH, { pair: trust.pairs.server }));
    const caCert = readFileSync(foreign.cert, "utf8");
    const untrusted = await checkSecured(peer, { tls: "ca", caCert });
    expect(untrusted).toMatchObject({ status: "down", isOwnFault: false });
    expect(untrusted.message).toMatch(/certificate/i);
    const unknown = await checkSecured(peer, {});
    expect(unknown).toMatchObject({ status: "down", isOwnFault: false });
    expect(unknown.message).toMatch(/certificate/i);
    const misnamed = await keep(startGrpc(HEALTH, { pair: makeElsewhere() }));
    const own = readFileSync(trust.pairs.authority.cert, "utf8");
    const wrong = await checkSecured(misnamed, { tls: "ca", caCert: own });
    expect(wrong).toMatchObject({ status: "down", isOwnFault: false });
    expect(wrong.message).toMatch(/localhost/);
  });

  it("reports a server without TLS, a TLS server for a plain check, and a server without HTTP/2", async () => {
    const plain = await keep(startGrpc(HEALTH));
    const missing = await checkSecured(plain, { tls: "verify-none" });
    expect(missing).toMatchObject({ status: "down", isOwnFault: false });
    expect(missing.message).toMatch(/TLS/);
    const secured = await keep(startGrpc(HEALTH, { pair: trust.pairs.server }));
    const bare = await check(secured);
    expect(bare).toMatchObject({ status: "down", isOwnFault: false });
    expect(bare.message).toMatch(/^Start HTTP\/2: The server (speaks TLS|closed the connection)/);
    const old = createTlsServer(
      { cert: readFileSync(trust.pairs.server.cert), key: readFileSync(trust.pairs.server.key) },
      (socket) =>
        socket
          .on("error", () => undefined)
          .once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")),
    );
    old.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
    await once(old, "listening");
    await keep({ stop: () => new Promise((resolve) => old.close(resolve)) });
    const { port } = old.address() as AddressInfo;
    const answer = await checkSecured({ port, stop: async () => undefined }, { tls: "verify-none" });
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
  });
});
