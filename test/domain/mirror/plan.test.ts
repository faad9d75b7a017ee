import { describe, expect, it } from "vitest";
import { decideUploads, isOverdue, isSnapshot, listUnreferenced } from "../../../src/domain/mirror/plan.ts";
import { isWholeDue, nextPushAt } from "../../../src/domain/mirror/schedule.ts";
import { decideMirrorState } from "../../../src/domain/mirror/state.ts";

const HOUR_MS = 3_600_000;
const file = (path: string, hash = "1") => ({
  path,
  hash,
  body: new Uint8Array(),
  contentType: "text/plain",
  cacheControl: "no-cache",
});
const stored = (path: string, unreferencedAt: number | null = null) => ({
  path,
  hash: "1",
  size: 0,
  contentType: "text/plain",
  unreferencedAt,
});

describe("the uploads of a push", () => {
  const files = ["index.html", "snapshot.json", "snapshot-pl.json", "assets/a.js", "incidents/1/index.html"];

  it("are ordered by reference, with the snapshot last", () => {
    const groups = decideUploads(
      files.map((path) => file(path)),
      new Map(),
    );
    expect(groups.map((group) => group.map(({ path }) => path))).toEqual([
      ["assets/a.js"],
      ["index.html", "incidents/1/index.html"],
      ["snapshot-pl.json"],
      ["snapshot.json"],
    ]);
  });

  it("include changed files, and always the snapshots", () => {
    const known = new Map(files.map((path) => [path, { hash: path === "assets/a.js" ? "0" : "1" }]));
    const groups = decideUploads(
      files.map((path) => file(path)),
      known,
    );
    expect(groups.flat().map(({ path }) => path)).toEqual([
      "assets/a.js",
      "snapshot-pl.json",
      "snapshot.json",
    ]);
  });

  it("treat only snapshot files as snapshots", () => {
    expect(["snapshot.json", "snapshot-pt-br.json"].every(isSnapshot)).toBe(true);
    expect(["a/snapshot.json", "snapshots.json", "snapshot.json.html"].some(isSnapshot)).toBe(false);
  });
});

describe("unreferenced files", () => {
  it("are deleted after the pages that refer to them", () => {
    const old = listUnreferenced(
      [],
      ["assets/old.css", "incidents/1/index.html"].map((path) => stored(path)),
    );
    expect(old.map(({ path }) => path)).toEqual(["incidents/1/index.html", "assets/old.css"]);
  });

  it("are files missing from the new copy, and are kept for a day", () => {
    const old = listUnreferenced([file("index.html")], [stored("index.html"), stored("assets/old.js")]);
    expect(old.map(({ path }) => path)).toEqual(["assets/old.js"]);
    expect(isOverdue({ unreferencedAt: null }, 100 * HOUR_MS)).toBe(false);
    expect(isOverdue({ unreferencedAt: 5 }, 24 * HOUR_MS + 4)).toBe(false);
    expect(isOverdue({ unreferencedAt: 5 }, 24 * HOUR_MS + 5)).toBe(true);
  });
});

describe("the next push", () => {
  it("starts one interval after the previous one started, and skips slots while that one runs", () => {
    expect(nextPushAt(1000, 60, 1000)).toBe(61_000);
    expect(nextPushAt(1000, 60, 60_999)).toBe(61_000);
    expect(nextPushAt(1000, 60, 61_000)).toBe(121_000);
    expect(nextPushAt(1000, 60, 200_000)).toBe(241_000);
  });

  it("uploads everything every six hours", () => {
    expect(isWholeDue(null, 5)).toBe(true);
    expect(isWholeDue(5, 6 * HOUR_MS + 4)).toBe(false);
    expect(isWholeDue(5, 6 * HOUR_MS + 5)).toBe(true);
  });
});

describe("the state of the mirror", () => {
  const on = { enabled: true, intervalSecs: 60 };

  it.each([
    [{ ...on, enabled: false }, { lastOk: false, lastSuccessAt: 0 }, 0, "off"],
    [on, { lastOk: null, lastSuccessAt: null }, 1e9, "waiting"],
    [on, { lastOk: true, lastSuccessAt: 5 }, 180_005, "up_to_date"],
    [on, { lastOk: true, lastSuccessAt: 5 }, 180_006, "stale"],
    [on, { lastOk: false, lastSuccessAt: 5 }, 6, "failing"],
    [on, { lastOk: false, lastSuccessAt: 5 }, 1e9, "failing"],
    [on, { lastOk: false, lastSuccessAt: null }, 6, "failing"],
  ] as const)("for %j with %j at %d is %s", (settings, facts, now, state) => {
    expect(decideMirrorState(settings, facts, now)).toBe(state);
  });
});
