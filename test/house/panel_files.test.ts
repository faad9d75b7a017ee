import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { findCircles } from "./circles.ts";

const BUILT = resolve(import.meta.dirname, "../../dist/web");
const ASSETS = join(BUILT, "assets");
const texts = new Map(
  readdirSync(ASSETS)
    .filter((name) => name.endsWith(".js"))
    .map((name) => [name, readFileSync(join(ASSETS, name), "utf8")]),
);
const edges = [...texts].flatMap(([from, text]) =>
  [...text.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)].map(([, to = ""]) => ({ from, to })),
);
const pages = [...texts.keys()].filter((name) => /Page-[^/]+\.js$/.test(name));

function needsOf(name: string): Set<string> {
  const needed = new Set([name]);
  for (const at of needed) for (const { from, to } of edges) if (from === at) needed.add(to);
  return needed;
}

const nameOf = (file: string) => file.replace(/-.{8}\.js$/, "");
const hasZod = (file: string) => texts.get(file)?.includes("$ZodType") === true;

describe("the panel's built files", () => {
  it("have no import cycles", () => {
    expect(edges.length).toBeGreaterThan(200);
    expect(findCircles(edges)).toEqual([]);
  });

  it("start with the two scripts in the panel's HTML, one typeface and one style sheet", () => {
    const html = readFileSync(join(BUILT, "admin.html"), "utf8");
    const named = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map(([, name = ""]) => name);
    expect(named.map((name) => name.replace(/-.{8}(?=\.)/, ""))).toEqual([
      "inter.woff2",
      "favicon.svg",
      "admin.js",
      "start.js",
      "start.css",
    ]);
    const start = named.find((name) => name.startsWith("start-") && name.endsWith(".js")) ?? "";
    expect([...needsOf(start)].map(nameOf).sort()).toEqual(["admin", "start"]);
  });

  it("load at most 60 KB of scripts for the dashboard", () => {
    const dashboard = pages.find((page) => page.startsWith("DashboardPage-")) ?? "";
    const sizes = [...needsOf(dashboard)].map((file) => gzipSync(texts.get(file) ?? "").length);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * 1024);
  });

  it("are few per page, and only two pages load the document validator", () => {
    expect(pages.length).toBeGreaterThan(30);
    const counts = pages.map((page) => [nameOf(page), needsOf(page).size] as const);
    expect(counts.filter(([, count]) => count > 28)).toEqual([]);
    expect([...texts.keys()].filter(hasZod)).toHaveLength(1);
    const heavy = pages.filter((page) => [...needsOf(page)].some(hasZod));
    expect(heavy.map(nameOf).sort()).toEqual(["EditMaintenancePage", "NewMaintenancePage"]);
  });
});
