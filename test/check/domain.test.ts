import { describe, expect, it, vi } from "vitest";
import type { probe } from "../../src/check/probe.ts";
import { DAY_MS, HOUR_MS } from "../../src/lib/units.ts";
import { makeFakePlatform } from "./fake_platform.ts";

const BOOTSTRAP = "https://data.iana.org/rdap/dns.json";
const LIST = {
  services: [
    [
      ["test", "uk"],
      ["http://old.rdap.test/", "https://rdap.test/v1/"],
    ],
    [["co.test"], ["https://rdap.co.test/"]],
  ],
};

/** Resets the modules, because they cache the list that other tests read. */
async function startProbe(answers: Record<string, () => Response>) {
  vi.resetModules();
  const fresh = await import("../../src/check/probe.ts");
  let now = Date.UTC(2026, 0, 1);
  const platform = makeFakePlatform({
    fetch: (url) => answers[url]?.() ?? new Response("", { status: 404 }),
  });
  return {
    platform,
    pass(ms: number) {
      now += ms;
    },
    asked: () => platform.fetched.splice(0).map(({ url }) => url),
    check: async (domain: string) =>
      await (fresh.probe as typeof probe)(
        { type: "domain", config: { domain }, timeoutMs: 2000 },
        { ...platform, now: () => now },
      ),
  };
}

const registration = (days: number) => () =>
  Response.json({
    events: [
      { eventAction: "expiration", eventDate: new Date(Date.UTC(2026, 0, 1) + days * DAY_MS).toISOString() },
    ],
  });

describe("the registry of a domain", () => {
  it("is found in IANA's list, cached for a day, by the longest suffix and over https", async () => {
    const { check, asked, pass } = await startProbe({
      [BOOTSTRAP]: () => Response.json(LIST),
      "https://rdap.test/v1/domain/shop.test": registration(100),
      "https://rdap.co.test/domain/shop.co.test": registration(100),
    });
    expect(await check("shop.test")).toMatchObject({ status: "up", isOwnFault: false });
    expect(asked()).toEqual([BOOTSTRAP, "https://rdap.test/v1/domain/shop.test"]);
    expect(await check("shop.co.test")).toMatchObject({ status: "up" });
    expect(asked()).toEqual(["https://rdap.co.test/domain/shop.co.test"]);
    pass(DAY_MS + HOUR_MS);
    await check("shop.test");
    expect(asked()).toEqual([BOOTSTRAP, "https://rdap.test/v1/domain/shop.test"]);
  });

  it("has no data without RDAP, and is reported differently if the list can't be read", async () => {
    let isAway = true;
    const { check, pass } = await startProbe({
      [BOOTSTRAP]: () => (isAway ? new Response("", { status: 502 }) : Response.json(LIST)),
      "https://rdap.test/v1/domain/shop.test": registration(100),
    });
    expect(await check("shop.de")).toMatchObject({
      isOwnFault: true,
      hasNoData: true,
      message:
        "The registration can't be looked up, so its state is unknown: IANA's list of registries can't be read: data.iana.org responded with status 502.",
    });
    isAway = false;
    expect(await check("shop.de")).toMatchObject({
      isOwnFault: true,
      hasNoData: true,
      message:
        "The registration can't be looked up, so its state is unknown: the registry of .de offers no RDAP.",
    });
    isAway = true;
    pass(2 * DAY_MS);
    expect(await check("shop.test")).toMatchObject({ status: "up" });
  });
});
