import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** What each room may import besides itself and packages. Types of `durable` may be imported by whoever calls one. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "src/lib": [],
  "src/schema": ["src/lib"],
  "src/domain": ["src/lib", "src/schema"],
  "src/check": ["src/lib", "src/schema", "src/domain"],
  "src/notify": ["src/lib", "src/schema", "src/domain"],
  "src/remote": ["src/lib", "src/schema", "src/domain"],
  "src/data": ["src/lib", "src/schema", "src/domain", "migrations"],
  "src/objects": ["src/lib", "src/schema", "src/domain", "src/check", "src/data"],
  "src/env.ts": ["src/lib", "src/objects"],
  "src/service": [
    "src/lib",
    "src/schema",
    "src/domain",
    "src/check",
    "src/notify",
    "src/remote",
    "src/data",
    "src/objects",
    "src/env.ts",
  ],
  "src/page": [
    "src/lib",
    "src/schema",
    "src/domain",
    "src/objects",
    "src/env.ts",
    "src/service",
    "web",
    "dist",
  ],
  "src/api": [
    "src/lib",
    "src/schema",
    "src/domain",
    "src/check",
    "src/notify",
    "src/env.ts",
    "src/service",
    "src/page",
  ],
  "src/queue": ["src/lib", "src/schema", "src/domain", "src/notify", "src/env.ts", "src/service"],
  durable: [
    "src/lib",
    "src/schema",
    "src/domain",
    "src/check",
    "src/objects",
    "src/env.ts",
    "src/service",
    "src/page",
  ],
  web: ["src/lib", "src/schema", "src/domain"],
};

/** The wiring, which imports what it likes. */
const WIRING = new Set(["src/app.ts", "src/worker.ts", "src/sql.d.ts"]);

interface Import {
  from: string;
  to: string;
  isType: boolean;
}

const files = ["src", "durable", "web"].flatMap((folder) => {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
});

const imports: Import[] = files.flatMap((from) => {
  const text = readFileSync(join(ROOT, from), "utf8");
  const pattern = /^\s*(?:import|export)\s+(type\s)?[^;]*?from\s+"(\.[^"]+)"|import\("(\.[^"]+)"\)/gms;
  return [...text.matchAll(pattern)].map((match) => ({
    from,
    to: posix.join(posix.dirname(from), (match[2] ?? match[3] ?? "").replace(/\?.*$/, "")),
    isType: match[1] !== undefined,
  }));
});

function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "src" ? `${first}/${second}` : first;
}

function isAllowed({ from, to, isType }: Import): boolean {
  const [room, target] = [roomOf(from), roomOf(to)];
  if (room === target || WIRING.has(from)) return true;
  if (room === "src/env.ts" && isType) return true;
  return MAY_IMPORT[room]?.includes(target) ?? false;
}

describe("the rooms", () => {
  it("have imports to look at", () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(imports.filter(({ to }) => !to.includes(".."))).toEqual(imports);
  });

  it("import downward only", () => {
    expect(imports.filter((entry) => !isAllowed(entry)).map(({ from, to }) => `${from} -> ${to}`)).toEqual(
      [],
    );
  });

  it("have no barrels and no room for odds and ends", () => {
    expect(files.filter((path) => /(^|\/)(index|utils?|helpers?)\.tsx?$/.test(path))).toEqual([]);
    const barrels = files.filter((path) => /^export \* from/m.test(readFileSync(join(ROOT, path), "utf8")));
    expect(barrels).toEqual([]);
  });
});
