import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

function readLines(
  folders: readonly string[],
  ending: RegExp,
): { place: string; path: string; line: string }[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
    .filter(
      (entry) => entry.isFile() && ending.test(entry.name) && !entry.parentPath.includes("node_modules"),
    )
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .flatMap((path) =>
      readFileSync(join(ROOT, path), "utf8")
        .split("\n")
        .map((line, i) => ({ place: `${path}:${i + 1}`, path, line })),
    );
}

describe("the clock", () => {
  it("is never read in the machine's time zone on the server", () => {
    const own =
      /\.(?:get|set)(?:Hours|Minutes|Day|Date|Month|FullYear)\(|getTimezoneOffset|\.toLocale(?:Date|Time)String\(|\.to(?:Date|Time)String\(/;
    const lines = readLines(["src", "durable"], /\.ts$/);
    expect(lines.length).toBeGreaterThan(10_000);
    expect(lines.filter(({ line }) => own.test(line)).map(({ place }) => place)).toEqual([]);
  });

  it("is set for tests to a zone whose days differ from UTC days", () => {
    expect(new Date(Date.UTC(2026, 8, 6, 4)).getHours()).toBe(1);
  });

  it("is never moved with setDate in the panel, which loses an hour on a day starting at one o'clock", () => {
    const lines = readLines(["web"], /\.tsx?$/);
    expect(lines.filter(({ line }) => /\.setDate\(/.test(line)).map(({ place }) => place)).toEqual([]);
  });

  it("isn't used directly for test history: whole days are counted from the start of a day", () => {
    const lines = readLines(["test"], /\.ts$/);
    const writers = new Set(
      lines.filter(({ line }) => /INSERT INTO monitor_history/.test(line)).map(({ path }) => path),
    );
    writers.delete("test/house/clock.test.ts");
    expect(writers.size).toBeGreaterThan(2);
    const raw = /\b(?:now|Date\.now\(\)) - [^;,]*\bDAY/i;
    const found = lines.filter(({ path, line }) => writers.has(path) && raw.test(line));
    expect(
      found
        .filter(({ path, line }) => !path.startsWith("test/bench/") && !line.includes("Math.floor("))
        .map(({ place }) => place),
    ).toEqual([]);
  });
});
