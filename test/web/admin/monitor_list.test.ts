import { describe, expect, it } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Entry } from "../../../web/admin/live/entry.ts";
import { type Beat, joinBeats } from "../../../web/admin/monitor/monitors/beats.ts";
import { targetOf } from "../../../web/admin/monitor/monitors/bulk_target.ts";
import {
  groupByTag,
  isWanted,
  keepList,
  makeSorter,
} from "../../../web/admin/monitor/monitors/list_rules.ts";

let nextId = 1;

function made(monitor: Partial<Monitor>): Monitor {
  return {
    id: nextId++,
    name: "Shop",
    key: "shop",
    type: "https",
    address: "https://shop.example/",
    tags: [],
    paused: false,
    currentStatus: "up",
    responseMs: null,
    lastCheckedAt: null,
    ...monitor,
  } as Monitor;
}

function entryOf(monitor: Partial<Monitor>): Entry & { change: (to: Partial<Monitor>) => void } {
  let current = made(monitor);
  const peek = () => current;
  return { id: current.id, peek, monitor: peek, change: (to) => (current = { ...current, ...to }) };
}

const ALL = { search: "", status: "", type: "", tag: "" };
const namesOf = (entries: readonly Entry[]) => entries.map((entry) => entry.peek().name);
const tag = (label: string) => ({ label, color: "#0b6672" });

describe("filtering a list of monitors", () => {
  const monitor = made({
    name: "Shop front",
    key: "shop-eu",
    address: "https://buy.example/cart",
    tags: [tag("Production")],
  });
  const isFound = (search: string) => isWanted(monitor, { ...ALL, search });

  it("matches name, key, address and tag, ignoring case", () => {
    for (const search of ["FRONT", "shop-eu", "buy.Example", "/cart", "produc", ""])
      expect(isFound(search), search).toBe(true);
    expect(isFound("elsewhere")).toBe(false);
  });

  it("uses the shown status: a paused monitor is not up", () => {
    const paused = made({ paused: true, currentStatus: "up" });
    expect(isWanted(paused, { ...ALL, status: "up" })).toBe(false);
    expect(isWanted(paused, { ...ALL, status: "paused" })).toBe(true);
  });

  it("matches only whole tags and types", () => {
    expect(isWanted(monitor, { ...ALL, tag: "Production" })).toBe(true);
    expect(isWanted(monitor, { ...ALL, tag: "Produc" })).toBe(false);
    expect(isWanted(monitor, { ...ALL, type: "tcp" })).toBe(false);
  });
});

describe("sorting a list of monitors", () => {
  it("puts the worst first, and sorts names with numbers numerically", () => {
    const statuses = ["up", "pending", "affected", "degraded", "down"] as const;
    const entries = [
      entryOf({ name: "Paused", paused: true, currentStatus: "down" }),
      ...statuses.map((currentStatus) => entryOf({ name: currentStatus, currentStatus })),
      entryOf({ name: "Down 10", currentStatus: "down" }),
      entryOf({ name: "Down 9", currentStatus: "down" }),
    ];
    expect(namesOf(makeSorter()(entries, "status"))).toEqual([
      ...["down", "Down 9", "Down 10", "degraded", "affected", "pending", "up", "Paused"],
    ]);
  });

  it("puts the slowest or most recent first, and monitors without a response last", () => {
    const entries = [
      entryOf({ name: "None" }),
      entryOf({ name: "Slow", responseMs: 900, lastCheckedAt: 1 }),
      entryOf({ name: "Quick", responseMs: 0, lastCheckedAt: 2 }),
    ];
    const sort = makeSorter();
    expect(namesOf(sort(entries, "response"))).toEqual(["Slow", "Quick", "None"]);
    expect(namesOf(sort(entries, "checked"))).toEqual(["Quick", "Slow", "None"]);
  });

  it("updates when names or statuses change and entries come and go", () => {
    const [a, b] = [entryOf({ name: "a" }), entryOf({ name: "b" })];
    const sort = makeSorter();
    expect(namesOf(sort([b, a], "status"))).toEqual(["a", "b"]);
    b.change({ currentStatus: "down" });
    expect(namesOf(sort([b, a], "status"))).toEqual(["b", "a"]);
    a.change({ name: "z" });
    expect(namesOf(sort([b, a], "name"))).toEqual(["b", "z"]);
    expect(namesOf(sort([a], "name"))).toEqual(["z"]);
    expect(namesOf(sort([entryOf({ name: "c" }), a], "name"))).toEqual(["c", "z"]);
  });
});

describe("keepList", () => {
  it("keeps the same list only if no entry moved", () => {
    const [a, b] = [entryOf({}), entryOf({})];
    const before = [a, b];
    expect(keepList(before, [a, b])).toBe(before);
    for (const other of [[b, a], [a], []]) expect(keepList(before, other)).toBe(other);
  });
});

describe("groups by tag", () => {
  const entries = [
    entryOf({ name: "down", currentStatus: "down", tags: [tag("web"), tag("eu")] }),
    entryOf({ name: "plain" }),
    entryOf({ name: "mail", tags: [tag("api")] }),
    entryOf({ name: "site", tags: [tag("web")] }),
  ];
  const grouped = (sort: "status" | "name") =>
    groupByTag(entries, sort).map((line) =>
      line.kind === "group" ? `${line.label || "-"} ${line.count}/${line.failing}` : line.entry.peek().name,
    );

  it("list a monitor under each of its tags, and untagged ones at the end", () => {
    expect(grouped("name")).toEqual([
      ...["api 1/0", "mail", "eu 1/1", "down", "web 2/1", "down", "site", "- 1/0", "plain"],
    ]);
  });

  it("are ordered by their worst monitor when sorted by status", () => {
    expect(grouped("status").filter((line) => line.includes("/"))).toEqual([
      "web 2/1",
      "eu 1/1",
      "api 1/0",
      "- 1/0",
    ]);
  });
});

describe("the target of a bulk change", () => {
  const filter = { search: "shop", status: "", type: "", tag: "eu" };

  it("is the filter when all matches are selected", () => {
    expect(targetOf({ ids: [1, 2], isAll: true }, filter)).toEqual({ filter: { search: "shop", tag: "eu" } });
    expect(targetOf({ ids: [1], isAll: true }, ALL)).toEqual({ filter: {} });
  });

  it("is a list of ids when some are selected, or all of one status", () => {
    expect(targetOf({ ids: [1, 2], isAll: false }, filter)).toEqual({ ids: [1, 2] });
    expect(targetOf({ ids: [3], isAll: true }, { ...filter, status: "down" })).toEqual({ ids: [3] });
  });
});

describe("the last checks of a row", () => {
  const beat = (at: number): Beat => ({ at, status: "up", responseMs: 1, message: "" });
  const atsOf = (beats: readonly Beat[]) => beats.map(({ at }) => at);

  it("include fetched and streamed checks, each once", () => {
    const loaded = [beat(1), beat(2)];
    const first = joinBeats({ loaded, before: [], live: beat(3) }, 20);
    expect(atsOf(first)).toEqual([1, 2, 3]);
    expect(atsOf(joinBeats({ loaded, before: first, live: beat(3) }, 20))).toEqual([1, 2, 3]);
    expect(atsOf(joinBeats({ loaded: [beat(2), beat(3)], before: first, live: beat(4) }, 3))).toEqual([
      2, 3, 4,
    ]);
  });

  it("include a check only once, even if it was stored slightly later than it was made", () => {
    expect(atsOf(joinBeats({ loaded: [beat(10)], before: [], live: beat(9) }, 20))).toEqual([10]);
  });
});
