import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/lib/units.ts";
import { startHttp } from "./http_peer.ts";
import { startRdap } from "./rdap_server.ts";
import { checkOf, useKeep, useProber } from "./up/fixture.ts";

const prober = useProber();
const keep = useKeep();
const check = checkOf(prober, "domain", (config) => config);
const inDays = (days: number) => Date.now() + days * DAY_MS + 60_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

describe("a domain check", () => {
  it("finds the registered name by dropping labels, and remembers it", async () => {
    const rdap = await keep(startRdap());
    rdap.names["example.co.uk"] = { expiresAt: inDays(90) };
    const config = { domain: "Shop.EU.example.co.uk", rdapUrl: `${rdap.origin}/rdap` };
    const answer = await check(config);
    expect(answer).toMatchObject({
      status: "up",
      responseMs: null,
      message: `example.co.uk is registered with Registrar & Sons until ${day(inDays(90))}, for 90 more days.`,
      facts: {
        expiresAt: expect.any(Number),
        registrar: "Registrar & Sons",
        statuses: ["client transfer prohibited"],
        nameServers: ["ns1.example.net", "ns2.example.net"],
      },
    });
    expect(rdap.asked()).toEqual(["shop.eu.example.co.uk", "eu.example.co.uk", "example.co.uk"]);
    await check(config);
    expect(rdap.asked()).toEqual(["example.co.uk"]);
  });

  it.each([
    ["up", { expiresAt: inDays(31) }, {}, "for 31 more days."],
    ["degraded", { expiresAt: inDays(30) }, {}, `example.com expires in 30 days, on ${day(inDays(30))}.`],
    ["degraded", { expiresAt: inDays(1) }, {}, "expires in 1 day, on"],
    ["degraded", { expiresAt: inDays(0) }, {}, "expires in less than a day, on"],
    ["up", { expiresAt: inDays(20) }, { warnDays: [14, 7] }, "for 20 more days."],
    ["down", { expiresAt: inDays(-2) }, {}, `example.com expired on ${day(inDays(-2))}.`],
    ["down", { expiresAt: inDays(300), statuses: ["Redemption Period"] }, {}, "is in its redemption period."],
    [
      "up",
      { expiresAt: inDays(365), statuses: ["auto renew period"] },
      {},
      "It was just renewed automatically.",
    ],
    ["up", { expiresAt: null }, {}, "The registry publishes no expiry date."],
    [
      "degraded",
      { expiresAt: inDays(90) },
      { nameServers: ["ns1.example.net", "ns9.example.net"] },
      "The name servers have changed to ns1.example.net, ns2.example.net; expected ns1.example.net, ns9.example.net.",
    ],
    ["up", { expiresAt: inDays(90) }, { nameServers: ["NS2.example.net.", "ns1.example.net"] }, "90 more"],
    [
      "degraded",
      { expiresAt: inDays(90), statuses: ["active"] },
      { registrarLock: true },
      "example.com has no registrar lock, so it can be transferred.",
    ],
    ["up", { expiresAt: inDays(90) }, { registrarLock: true }, "90 more"],
  ])("is %s: %j %j", async (status, found, config, words) => {
    const rdap = await keep(startRdap());
    rdap.names["example.com"] = found;
    const answer = await check({ domain: "example.com", rdapUrl: rdap.origin, ...config });
    expect(answer).toMatchObject({ status, isOwnFault: false });
    expect(answer.message).toContain(words);
  });

  it("is down for an unregistered name", async () => {
    const rdap = await keep(startRdap());
    expect(await check({ domain: "gone.example.com", rdapUrl: rdap.origin })).toMatchObject({
      status: "down",
      isOwnFault: false,
      message: "gone.example.com is not registered.",
    });
  });

  it("follows a redirect of the registry", async () => {
    const rdap = await keep(startRdap());
    rdap.names["example.com"] = { expiresAt: inDays(90) };
    const front = await keep(
      startHttp((_, response, { url }) =>
        response.writeHead(302, { Location: `${rdap.origin}${url}` }).end(),
      ),
    );
    expect(await check({ domain: "example.com", rdapUrl: front.origin })).toMatchObject({ status: "up" });
  });

  it("has no data when the registry fails, and waits as the registry asks", async () => {
    const rdap = await keep(startRdap());
    rdap.status = 500;
    const config = { domain: "example.com", rdapUrl: rdap.origin };
    const unknown = { isOwnFault: true, hasNoData: true };
    expect(await check(config)).toMatchObject(unknown);
    rdap.status = 429;
    rdap.asked();
    const limited = await check(config);
    expect(limited).toMatchObject(unknown);
    expect(limited.message).toMatch(/ asked to wait until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect(rdap.asked()).toEqual(["example.com"]);
    expect(await check(config)).toMatchObject(unknown);
    expect(rdap.asked()).toEqual([]);
    const html = await keep(startHttp((_, response) => response.end("<html>")));
    expect(await check({ ...config, rdapUrl: html.origin })).toMatchObject(unknown);
    await html.stop();
    expect(await check({ ...config, rdapUrl: html.origin })).toMatchObject(unknown);
  });
});
