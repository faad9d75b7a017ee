import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { findTestedExports, findUnimported, findUnusedExports } from "./exports.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const ROOMS = ["src", "durable", "web", "scripts", "test"];
const CONFIGS = [
  "wrangler.toml",
  "vitest.config.ts",
  "vite.config.ts",
  "vite.status.config.ts",
  "vite.embed.config.ts",
  "package.json",
];
const STARTERS = ["web/admin.html", "scripts/run.mjs", "scripts/build.ts"];

const files = ROOMS.flatMap((room) => readdirSync(join(ROOT, room), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  .filter((path) => !/node_modules|^test\/output\/|\.d\.ts$/.test(path));
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const sources = new Map(files.map((path) => [path, read(path)]));

const unimported = new Set(findUnimported(sources));
const named = [...CONFIGS, ...STARTERS].map(read).join("\n");

function isCalledByName(path: string): boolean {
  const tail = path.replace(/^web\//, "");
  if (named.includes(`"${tail}"`) || named.includes(`/${tail}"`)) return true;
  const [folder, name] = [posix.dirname(path), posix.basename(path)];
  const beside = [...sources].filter(([other]) => posix.dirname(other) === folder && other !== path);
  const isNamed = (call: string) => beside.some(([, text]) => text.includes(`"${call}"`));
  return isNamed(name) || (unimported.has(path) && isNamed(`./${name}`));
}

const pathOf = (entry: string) => entry.split(": ")[0] ?? "";

describe("the source code", () => {
  it("is found", () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(files.filter(isCalledByName).length).toBeLessThan(27);
  });

  it("has no unused exports, including types", () => {
    expect(findUnusedExports(sources).filter((entry) => !isCalledByName(pathOf(entry)))).toEqual([]);
  });

  it("has no exports used only by tests", () => {
    // The test that compares tables with the migrations also needs tables that only SQL uses.
    const isKnown = (path: string) => isCalledByName(path) || /^src\/data\/tables\w*\.ts$/.test(path);
    expect(findTestedExports(sources).filter((entry) => !isKnown(pathOf(entry)))).toEqual([]);
  });

  it("has no unused files", () => {
    const isByHand = (path: string) => sources.get(path)?.includes(`\`node ${path}`);
    const isStarted = (path: string) => /^scripts\/\w+\.m?[jt]s$/.test(path) || isByHand(path);
    expect([...unimported].filter((path) => !isCalledByName(path) && !isStarted(path))).toEqual([]);
  });
});

const PLANTED = new Map([
  [
    "src/a.ts",
    "export function run() {}\nexport interface Shape {}\nexport const { left, right: other } = run();\n",
  ],
  [
    "src/b.ts",
    'import { run, type Shape as Form } from "./a.ts";\nexport default run;\nexport type Own = Form;\n',
  ],
  ["src/c.ts", 'import thing from "./b.ts";\nexport class Lone {}\nexport const own = 1;\nthing(own);\n'],
  ["src/d.ts", 'import * as all from "./c.ts";\nall.own;\nexport async function load() {}\n'],
  ["test/a.test.ts", 'const { load } = await import("../src/d.ts");\nexport const never = 1;\n'],
]);

describe("findUnusedExports", () => {
  it("lists exports that no other file imports, for every kind of import", () => {
    expect(findUnusedExports(PLANTED)).toEqual([
      ...["src/a.ts: left", "src/a.ts: other"],
      ...["src/b.ts: Own", "src/c.ts: Lone"],
    ]);
  });

  it("treats every export as used when the whole module is passed on", () => {
    const whole = new Map([...PLANTED, ["src/e.ts", 'import * as all from "./c.ts";\nObject.keys(all);\n']]);
    expect(findUnusedExports(whole)).not.toContain("src/c.ts: Lone");
  });
});

describe("findTestedExports", () => {
  it("lists exports that only a test imports and their own file doesn't use", () => {
    expect(findTestedExports(PLANTED)).toEqual(["src/d.ts: load"]);
  });
});

describe("findUnimported", () => {
  it("lists files that nothing imports, except tests", () => {
    expect(findUnimported(new Map([...PLANTED, ["src/e.ts", ""]]))).toEqual(["src/e.ts"]);
  });
});
