import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:tls";
import { expect, it } from "vitest";
import { startHttp } from "./http_peer.ts";
import { describeWith } from "./needs.ts";
import { type CertificateWish, makeCertificate, OPENSSL, type Pair, startOpenssl } from "./tls_peer.ts";
import { useKeep, useTrust } from "./up/fixture.ts";

const LOCAL = { names: "DNS:localhost,IP:127.0.0.1" };
const PAST = ["20200101000000Z", "20210203000000Z"] as const;
const DAY_MS = 86_400_000;

describeWith(OPENSSL)("checks of a server with a certificate", () => {
  const trust = useTrust();
  const keep = useKeep();

  const make = (name: string, wish: CertificateWish = {}) =>
    makeCertificate(trust.folder, { name, issuer: trust.pairs.authority, ...LOCAL, ...wish });

  const serve = (pair: Pair) => keep(startHttp((_, response) => response.end("ok"), pair));

  const checkWeb = (url: string, shouldReadCertificate = false) =>
    trust.check({ type: "https", config: { url }, timeoutMs: 3000, shouldReadCertificate });

  const inDays = (days: number) =>
    `${new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\..*/g, "")}Z`;

  it("read the certificate with https when configured", async () => {
    const { origin } = await serve(make("good"));
    const answer = await checkWeb(origin, true);
    expect(answer).toMatchObject({ status: "up", certificate: { host: "localhost", subject: "CN=good" } });
    expect(answer.certificate?.issuer).toBe("CN=authority");
    expect(answer.certificate?.expiresAt).toBeGreaterThan(Date.now() + 360 * DAY_MS);
    expect(answer.steps.at(-1)).toMatchObject({ label: "Certificate", status: "up" });
    expect(await checkWeb(origin)).not.toHaveProperty("certificate");
    const off = { url: origin, certExpiry: { enabled: false } };
    const request = { type: "https", config: off, timeoutMs: 3000, shouldReadCertificate: true };
    expect(await trust.check(request)).not.toHaveProperty("certificate");
  });

  it("read the certificate with tls from a server of another protocol", async () => {
    const { cert, key } = make("broker");
    const options = { cert: readFileSync(cert), key: readFileSync(key), ALPNProtocols: ["mqtt"] };
    const server = createServer(options, (socket) => socket.on("error", () => undefined));
    server.on("tlsClientError", () => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await keep({ stop: () => new Promise((resolve) => server.close(resolve)) });
    const { port } = server.address() as AddressInfo;
    expect(
      await trust.check({ type: "tls", config: { host: "127.0.0.1", port }, timeoutMs: 3000 }),
    ).toMatchObject({
      status: "up",
    });
  });

  it.each([
    ["expired", { validity: PAST }, "The certificate expired on 2021-02-03."],
    ["wrong", { names: "DNS:other.test" }, "The certificate is not for localhost: it is for other.test."],
  ] as const)("report a certificate that is %s when fetch rejects it", async (name, wish, message) => {
    const { origin } = await serve(make(name, wish));
    const answer = await checkWeb(origin);
    expect(answer).toMatchObject({ status: "down", responseMs: null, message });
    expect(answer.certificate).toMatchObject({ subject: `CN=${name}` });
  });

  it("report an untrusted certificate", async () => {
    const own = await serve(makeCertificate(trust.folder, { name: "own", ...LOCAL }));
    expect((await checkWeb(own.origin)).message).toBe(
      "The certificate of localhost is not trusted: it is self-signed.",
    );
    const stranger = makeCertificate(trust.folder, { name: "stranger", isAuthority: true });
    const signed = await serve(make("signed", { issuer: stranger }));
    expect((await checkWeb(signed.origin)).message).toBe(
      "The certificate of localhost is not trusted: its issuer is unknown (CN=stranger).",
    );
  });

  it("report a web server without TLS", async () => {
    const plain = await keep(startHttp((_, response) => response.end()));
    expect((await checkWeb(`https://127.0.0.1:${plain.port}/`)).message).toBe(
      "The server didn't respond with TLS: it sent an HTTP response.",
    );
  });

  it("evaluate the certificate with tls, whoever signed it", async () => {
    const check = async (name: string, wish: CertificateWish, config: object = {}) => {
      const pair = make(name, wish);
      const peer = await keep(startOpenssl(["-cert", pair.cert, "-key", pair.key]));
      const full = { host: "127.0.0.1", port: peer.port, ...config };
      return await trust.check({ type: "tls", config: full, timeoutMs: 3000 });
    };
    const good = await check("judged", { names: "DNS:site.test" }, { serverName: "site.test" });
    expect(good).toMatchObject({ status: "up", certificate: { host: "site.test", subject: "CN=judged" } });
    expect(good.responseMs).not.toBeNull();
    const ending = await check("ending", { validity: [inDays(-1), inDays(10.5)] });
    expect(ending.status).toBe("degraded");
    expect(ending.message).toMatch(/^The certificate expires in 10 days, on /);
    expect(await check("ending2", { validity: [inDays(-1), inDays(10.5)] }, { warnDays: 5 })).toMatchObject({
      status: "up",
    });
    expect(await check("ended", { validity: PAST })).toMatchObject({
      status: "down",
      message: "The certificate expired on 2021-02-03.",
    });
    expect(await check("future", { validity: [inDays(2), inDays(9)] })).toMatchObject({ status: "down" });
    expect(await check("elsewhere", {}, { serverName: "site.test" })).toMatchObject({
      status: "down",
      message: "The certificate is not for site.test: it is for localhost, 127.0.0.1.",
    });
  });

  it("connect by tcp with TLS only to a trusted server", async () => {
    const check = (port: number) =>
      trust.check({
        type: "tcp",
        config: { host: "localhost", port, tls: "on", send: "GET / HTTP/1.0\\r\\n\\r\\n", expect: "200 OK" },
        timeoutMs: 3000,
      });
    const good = await serve(make("good"));
    expect(await check(good.port)).toMatchObject({ status: "up" });
    const own = await serve(makeCertificate(trust.folder, { name: "own2", ...LOCAL }));
    expect(await check(own.port)).toMatchObject({
      status: "down",
      message: "The certificate of localhost is not trusted: it is self-signed.",
    });
    expect(own.requests).toEqual([]);
  });
});
