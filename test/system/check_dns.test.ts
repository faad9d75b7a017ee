import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDnsOverHttps, startDnsOverTcp, type Zone } from "./dns_peer.ts";
import { startHttp } from "./http_peer.ts";
import { startTcp } from "./tls_peer.ts";
import { useProber } from "./up/fixture.ts";

const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
const name = (value: string) => Buffer.concat([...value.split(".").map(text), Buffer.from([0])]);

const ZONE: Zone = {
  "site.test": { type: 1, records: [Buffer.from([192, 0, 2, 1]), Buffer.from([192, 0, 2, 77])] },
  "six.test": { type: 28, records: [Buffer.from("20010db8000000000000000000000001", "hex")] },
  "mail.test": {
    type: 15,
    records: [Buffer.concat([Buffer.from([0, 10]), text("mx"), Buffer.from([0xc0, 12])])],
  },
  "text.test": { type: 16, records: [Buffer.concat([text("v=spf1 "), text("-all")])] },
  "1.2.0.192.in-addr.arpa": { type: 12, records: [name("site.test")] },
  "broken.test": 2,
  "shut.test": 5,
};

describe.each(["DNS over TCP", "DNS over HTTPS"])("a dns check with %s", (kind) => {
  const prober = useProber();
  let peer: { stop(): Promise<void> };
  let resolver: string;

  beforeAll(async () => {
    if (kind === "DNS over TCP") {
      const started = await startDnsOverTcp(ZONE);
      [peer, resolver] = [started, `127.0.0.1:${started.port}`];
    } else {
      const started = await startDnsOverHttps(ZONE);
      [peer, resolver] = [started, `${started.origin}/dns-query`];
    }
  });

  afterAll(async () => {
    await peer.stop();
  });

  const check = (config: object) =>
    prober.check({ type: "dns", config: { resolver, ...config }, timeoutMs: 30_000 });

  it.each([
    ["site.test", "A", "192.0.2.1, 192.0.2.77"],
    ["six.test", "AAAA", "2001:db8::1"],
    ["mail.test", "MX", "10 mx.mail.test"],
    ["text.test", "TXT", "v=spf1 -all"],
    ["192.0.2.1", "PTR", "site.test"],
  ])("finds the records of %s %s", async (hostname, recordType, message) => {
    const answer = await check({ hostname, recordType });
    expect(answer).toMatchObject({ status: "up", message });
    expect(answer.responseMs).not.toBeNull();
  });

  it("is degraded when no record has the expected value", async () => {
    expect(await check({ hostname: "site.test", expectedValue: "192.0.2.77" })).toMatchObject({
      status: "up",
    });
    expect(
      await check({ hostname: "six.test", recordType: "AAAA", expectedValue: "2001:DB8:0::1" }),
    ).toMatchObject({
      status: "up",
    });
    expect(await check({ hostname: "site.test", expectedValue: "192.0.2.9" })).toMatchObject({
      status: "degraded",
      message: 'No A record of site.test contains "192.0.2.9": 192.0.2.1, 192.0.2.77',
    });
  });

  it("is degraded when an expected record is missing, and down when the name doesn't exist", async () => {
    expect(await check({ hostname: "mail.test", expectedValue: "192.0.2.1" })).toMatchObject({
      status: "degraded",
      message: "mail.test has no A record.",
      isOwnFault: false,
    });
    expect(await check({ hostname: "nosuch.test", expectedValue: "192.0.2.1" })).toMatchObject({
      status: "down",
    });
  });

  it.each([
    ["nosuch.test", "The name nosuch.test does not exist (NXDOMAIN)."],
    ["mail.test", "mail.test has no A record."],
    ["broken.test", "The resolver returned SERVFAIL for broken.test."],
    ["shut.test", "The resolver returned REFUSED for shut.test."],
  ])("is down for %s", async (hostname, message) => {
    expect(await check({ hostname })).toMatchObject({
      status: "down",
      responseMs: null,
      message,
      isOwnFault: false,
    });
  });
});

describe("a dns check with a failing resolver", () => {
  const prober = useProber();

  const check = (resolver: string, timeoutMs = 30_000) =>
    prober.check({ type: "dns", config: { hostname: "site.test", resolver }, timeoutMs });

  it("reports an unreachable resolver", async () => {
    const { port, stop } = await startTcp(() => undefined);
    await stop();
    for (const resolver of [`127.0.0.1:${port}`, `http://127.0.0.1:${port}/dns-query`]) {
      expect(await check(resolver)).toMatchObject({
        status: "down",
        message: `Can't query the resolver ${resolver}: 127.0.0.1:${port} refused the connection.`,
      });
    }
  });

  it("reports a silent resolver", async () => {
    const silent = await startTcp(() => undefined);
    const resolver = `127.0.0.1:${silent.port}`;
    expect((await check(resolver, 400)).message).toBe(
      `Can't query the resolver ${resolver}: No response from the resolver 127.0.0.1 within 400 ms.`,
    );
    await silent.stop();
  });

  it("reports an address that isn't a resolver", async () => {
    const web = await startHttp((_, response) =>
      response.setHeader("Content-Type", "text/html").end("hello"),
    );
    const resolver = `${web.origin}/dns-query`;
    expect((await check(resolver)).message).toBe(
      `Can't query the resolver ${resolver}: It returned 200 with text/html instead of application/dns-message.`,
    );
    await web.stop();
  });
});
