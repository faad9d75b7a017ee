import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  latestOfEach,
  type PlacedCheck,
  packPlaces,
  unpackPlaces,
} from "../../../src/domain/monitor/place_results.ts";
import { decideVote, describePlaces, isRoundDue, parseColo } from "../../../src/domain/monitor/place_vote.ts";
import { findLocationProblem, followLocations } from "../../../src/domain/monitor/rule.ts";
import type { PlaceResult } from "../../../src/schema/location.ts";
import { HOME, LOCATIONS } from "../../../src/schema/place.ts";

const PLACES = [HOME, ...LOCATIONS] as const;
const STATUSES = { x: "down", g: "degraded", ".": "up", "-": "silent" } as const;
type Sign = keyof typeof STATUSES;

function places(signs: string): PlaceResult[] {
  return [...signs].map((sign, i) => {
    const status = STATUSES[sign as Sign];
    const message = status === "up" ? "Answered." : `${status} at ${PLACES[i]}.`;
    return { place: PLACES[i]!, status, responseMs: null, message, colo: null };
  });
}

function voted(signs: string, confirmFrom: number | null = null): string {
  const verdict = decideVote(places(signs), { confirmFrom });
  return verdict.kind === "failing" ? verdict.status : verdict.kind;
}

describe("decideVote", () => {
  it.each([
    ["x", null, "down"],
    ["g", null, "degraded"],
    ["xx", null, "down"],
    ["x.", null, "split"],
    ["xx.", null, "down"],
    ["x..", null, "split"],
    ["xx..", null, "split"],
    ["xxx.", null, "down"],
    // Degraded and down regions agree that it fails, but not that it is down.
    ["xg.", null, "degraded"],
    ["gx", null, "degraded"],
    ["gxx.", null, "degraded"],
    ["gxxx.", null, "down"],
    ["x..", 1, "down"],
    ["g..", 1, "degraded"],
    ["gx.", 1, "down"],
    ["xxx...", 3, "down"],
    ["xx....", 3, "split"],
    // A silent region has no vote.
    ["xx-", null, "down"],
    ["xx--", null, "split"],
    ["x.-", null, "split"],
    ["x-", 1, "down"],
    // No other region could be asked.
    ["x-", null, "unasked"],
    ["g---", null, "unasked"],
  ])("of %s with %s returns %s", (signs, confirmFrom, expected) => {
    expect(voted(signs, confirmFrom)).toBe(expected);
  });

  it("fails exactly when enough regions agree, with the worst status they agree on, in any order", () => {
    const sign = fc.constantFrom(..."xg.-");
    const votes = fc.tuple(fc.constantFrom("x", "g"), fc.array(sign, { minLength: 1, maxLength: 9 }));
    fc.assert(
      fc.property(votes, fc.option(fc.integer({ min: 1, max: 10 })), ([home, others], confirmFrom) => {
        const signs = [home, ...others];
        const needed = confirmFrom ?? Math.floor(signs.length / 2) + 1;
        const down = signs.filter((one) => one === "x").length;
        const failing = down + signs.filter((one) => one === "g").length;
        const expected = down >= needed ? "down" : failing >= needed ? "degraded" : null;
        const found = voted(signs.join(""), confirmFrom);
        if (expected) expect(found).toBe(expected);
        else expect(found).toBe(others.every((one) => one === "-") ? "unasked" : "split");
        expect(voted([home, ...others.toReversed()].join(""), confirmFrom)).toBe(found);
      }),
    );
  });

  it("is never worse with a silent region than with a failing one, and unchanged by a silent region that was up", () => {
    const rank = { up: 0, split: 0, unasked: 0, degraded: 1, down: 2 } as Record<string, number>;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(..."xg."), { minLength: 2, maxLength: 9 }),
        fc.nat(),
        (signs, n) => {
          const at = 1 + (n % (signs.length - 1));
          const silenced = signs.with(at, "-");
          const [before, after] = [
            voted(`x${signs.slice(1).join("")}`),
            voted(`x${silenced.slice(1).join("")}`),
          ];
          expect(rank[after]).toBeLessThanOrEqual(rank[before]!);
          if (signs[at] === ".") expect(rank[after]).toBe(rank[before]);
        },
      ),
    );
  });

  it("uses the message of the first region whose result matches the verdict", () => {
    expect(decideVote(places("gxx"), { confirmFrom: 2 })).toMatchObject({ message: "down at wnam." });
    expect(decideVote(places("xg."), {})).toMatchObject({ message: "degraded at wnam." });
  });

  it("lists the regions where it fails and where it is up", () => {
    expect(decideVote(places("xx"), {})).toMatchObject({ from: "Fails from home, wnam." });
    expect(decideVote(places("xg.-"), { confirmFrom: 2 })).toMatchObject({
      from: "Fails from home, wnam, up from enam, no response from sam.",
    });
  });
});

describe("describePlaces", () => {
  it("lists each region with its result, and cuts long text", () => {
    const [home, wnam, enam, sam] = places("x..-") as [PlaceResult, PlaceResult, PlaceResult, PlaceResult];
    const text = describePlaces([
      { ...home, place: "weur", message: "timed out" },
      wnam,
      { ...enam, place: "apac" },
    ]);
    expect(text).toBe("Fails from weur (timed out), up from wnam, apac");
    expect(describePlaces([home, wnam, sam])).toBe(
      "Fails from home (down at home), up from wnam, no response from sam",
    );
    expect(describePlaces([{ ...home, message: "x".repeat(5000) }]).length).toBeLessThan(200);
  });
});

describe("isRoundDue", () => {
  it("returns true once per period, for any interval and offset", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(10, 60, 90, 300, 3600),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 86_400_000 }),
        (intervalSecs, everyMinutes, offset) => {
          const slots = Array.from(
            { length: 500 },
            (_, i) => 1_700_000_000_000 + offset + i * intervalSecs * 1000,
          );
          const due = slots.filter((slot) => isRoundDue(slot, { intervalSecs, everyMinutes }));
          const spans = new Set(slots.slice(1).map((slot) => Math.floor(slot / (everyMinutes * 60_000))));
          const first = Math.floor(slots[0]! / (everyMinutes * 60_000));
          const inSpan = due.filter((slot) => Math.floor(slot / (everyMinutes * 60_000)) !== first);
          spans.delete(first);
          expect(inSpan.length).toBe(spans.size);
        },
      ),
    );
  });
});

describe("the results of a check by region", () => {
  it("survive packing, except secrets and long text", () => {
    const checks: PlacedCheck[] = [{ index: 3, places: places("x.-") }];
    expect(unpackPlaces(packPlaces(checks)!)).toEqual(checks);
    expect(packPlaces([])).toBeNull();
    const [home] = places("x");
    const long = [{ index: 0, places: [{ ...home!, message: "a".repeat(3000) }] }];
    expect(packPlaces(long)!.length).toBeLessThan(600);
    expect(
      packPlaces([
        {
          index: 0,
          places: [{ ...home!, message: "GET https://user:abcdefgh12345678@site.example/ failed" }],
        },
      ]),
    ).not.toContain("abcdefgh12345678");
  });

  it("are the latest of each selected region", () => {
    const [home, wnam, enam] = places("x..") as [PlaceResult, PlaceResult, PlaceResult];
    const checks = [
      { at: 3, places: [home, wnam] },
      { at: 2, places: [home, wnam, enam] },
    ];
    const latest = latestOfEach(checks, ["home", "wnam", "enam", "me"]);
    expect(latest.map(({ place, at }) => [place, at])).toEqual([
      ["home", 3],
      ["wnam", 3],
      ["enam", 2],
    ]);
  });
});

describe("the regions of a monitor", () => {
  const rule = { type: "https", locations: ["weur"] as const, confirmFrom: null, everyPlaceEvery: null };
  const off = { locations: [], confirmFrom: null, everyPlaceEvery: null };

  it.each([
    [rule, null],
    [{ ...rule, confirmFrom: 2, everyPlaceEvery: 5 }, null],
    [{ ...rule, confirmFrom: 3 }, "confirmFrom"],
    [{ ...off, type: "https" }, null],
    [{ ...off, type: "https", confirmFrom: 1 }, "confirmFrom"],
    [{ ...off, type: "https", everyPlaceEvery: 1 }, "everyPlaceEvery"],
    [{ ...rule, type: "webhook" }, "locations"],
    [{ ...off, type: "manual", confirmFrom: 1 }, "confirmFrom"],
    [{ ...off, type: "manual" }, null],
  ])("%j have a problem in %s", (given, path) => {
    expect(findLocationProblem(given)?.path ?? null).toBe(path);
  });

  it("are cleared when they no longer apply", () => {
    const before = { ...rule, confirmFrom: 2, everyPlaceEvery: 5 };
    expect(followLocations(before, { type: "manual" })).toEqual({ ...off, type: "manual" });
    expect(followLocations(before, { locations: [] })).toEqual(off);
    expect(followLocations(before, { locations: [], confirmFrom: 1 })).toEqual({ ...off, confirmFrom: 1 });
    expect(followLocations(before, { everyPlaceEvery: null })).toEqual({ everyPlaceEvery: null });
  });
});

describe("parseColo", () => {
  it("reads the location from a trace, and rejects anything else", () => {
    expect(parseColo("fl=1\nip=192.0.2.1\ncolo=WAW\nloc=PL\n")).toBe("WAW");
    expect(parseColo("<html>colo=WAW</html>")).toBeNull();
    expect(parseColo("colo=<script>\n")).toBeNull();
  });
});
