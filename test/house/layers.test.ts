import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { findCircles } from "./circles.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const LOW = ["src/lib", "src/schema", "src/domain"];
const PANEL = [...LOW, "web/lib", "web/ui", "web/admin/text", "web/admin/api", "web/admin/route"];

/**
 * What each room may import besides itself and packages, including types. A file belongs to the room with the longest
 * matching name. A room is below those that may import it.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "src/lib": [],
  "src/schema": ["src/lib"],
  "src/domain": ["src/lib", "src/schema"],
  "src/check": LOW,
  "src/notify": LOW,
  "src/remote": LOW,
  "src/data": [...LOW, "migrations"],
  "src/objects": [...LOW, "src/check", "src/data"],
  "src/env.ts": ["src/lib", "src/data", "src/objects"],
  "src/service": [...LOW, "src/check", "src/notify", "src/remote", "src/data", "src/objects", "src/env.ts"],
  "src/page": [...LOW, "src/objects", "src/env.ts", "src/service", "web/status", "dist"],
  "src/api": [...LOW, "src/check", "src/notify", "src/env.ts", "src/service", "src/page"],
  "src/queue": [...LOW, "src/env.ts", "src/service"],
  "src/app.ts": ["src/lib", "src/data", "src/env.ts", "src/page", "src/api"],
  durable: [...LOW, "src/check", "src/objects", "src/env.ts", "src/service", "src/page"],
  "src/worker.ts": ["src/env.ts", "src/service", "src/page", "src/api", "src/queue", "src/app.ts", "durable"],
  "src/sql.d.ts": [],

  "web/lib": ["src/lib", "src/schema"],
  "web/ui": ["src/lib", "src/domain", "web/lib"],
  "web/status": [...LOW, "web/lib"],
  "web/embed": ["src/schema"],
  "web/admin/text": ["src/lib", "src/schema", "web/lib", "web/ui"],
  "web/admin/api": ["src/schema", "src/domain", "web/lib"],
  "web/admin/route": [...LOW, "web/lib", "web/ui", "web/admin/text"],
  "web/admin/live": PANEL,
  "web/admin/page/pages": PANEL,
  "web/admin/access": [...PANEL, "web/admin/alert", "web/admin/page/pages"],
  "web/admin/agent": PANEL,
  "web/admin/backup": [...PANEL, "web/admin/access"],
  "web/admin/config": PANEL,
  "web/admin/mirror": [...PANEL, "web/admin/page/pages"],
  "web/admin/system": [...PANEL, "web/admin/mirror", "web/admin/live"],
  "web/admin/uptime": PANEL,
  "web/admin/vault": PANEL,
  "web/admin/monitor/monitors": [...PANEL, "web/admin/live"],
  "web/admin/monitor/acknowledge": [...PANEL, "web/admin/live"],
  "web/admin/page": [...PANEL, "web/status", "web/admin/page/pages"],
  "web/admin/schema_form": [...PANEL, "web/admin/vault"],
  "web/admin/subscriber": [...PANEL, "web/admin/live", "web/admin/page/pages"],
  "web/admin/incident": [
    ...PANEL,
    "web/admin/live",
    "web/admin/page",
    "web/admin/page/pages",
    "web/admin/subscriber",
  ],
  "web/admin/dashboard": [
    ...PANEL,
    "web/admin/live",
    "web/admin/monitor/acknowledge",
    "web/admin/page/pages",
    "web/admin/system",
  ],
  "web/admin/action": [...PANEL, "web/admin/schema_form", "web/admin/live"],
  "web/admin/alert": [
    ...PANEL,
    "web/admin/vault",
    "web/admin/schema_form",
    "web/admin/live",
    "web/admin/action",
  ],
  "web/admin/monitor": [
    ...PANEL,
    "web/admin/schema_form",
    "web/admin/live",
    "web/admin/monitor/monitors",
    "web/admin/monitor/acknowledge",
    "web/admin/alert",
  ],
  "web/admin/shell": [
    ...PANEL,
    "web/admin/access",
    "web/admin/action",
    "web/admin/agent",
    "web/admin/alert",
    "web/admin/backup",
    "web/admin/config",
    "web/admin/dashboard",
    "web/admin/incident",
    "web/admin/live",
    "web/admin/monitor",
    "web/admin/mirror",
    "web/admin/monitor/monitors",
    "web/admin/page",
    "web/admin/page/pages",
    "web/admin/subscriber",
    "web/admin/system",
    "web/admin/uptime",
    "web/admin/vault",
  ],
  "web/push_worker.ts": ["src/domain"],
  "web/admin/start.tsx": ["web/lib", "web/ui", "web/admin/shell"],
  "web/admin/main.ts": ["src/lib", "web/lib", "web/admin/route", "web/admin/text", "web/admin/start.tsx"],
};

/**
 * The nouns of `src/service` in order: each may import the ones listed before it. If two need each other, some code is
 * misplaced: a pure rule belongs in `src/domain`, shared code in `record`, a message to an object or a queue in
 * `announce`.
 */
const SERVICE_NOUNS = [
  "record",
  "outgoing",
  "announce",
  "vault",
  "mirror",
  "monitor",
  "uptime",
  "on_call",
  "alert",
  "agent",
  "action",
  "access",
  "page",
  "subscriber",
  "incident",
  "watch",
  "config",
  "backup",
  "system",
];

const ROOMS = Object.keys(MAY_IMPORT).sort((a, b) => b.length - a.length);

interface Import {
  from: string;
  to: string;
}

const files = ["src", "durable", "web"].flatMap((folder) => {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
});

const textOf = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));

/** Counts values, types, side effects, dynamic imports and type-only imports. */
const imports: Import[] = files.flatMap((from) => {
  const pattern = /(?:^\s*(?:import|export)\b[^;"]*?from\s+|^\s*import\s+|\bimport\(\s*)"(\.[^"]+)"/gm;
  return [...(textOf.get(from) ?? "").matchAll(pattern)].map(([, path = ""]) => ({
    from,
    to: posix.join(posix.dirname(from), path.replace(/\?.*$/, "")),
  }));
});

function roomOf(path: string): string {
  return ROOMS.find((room) => path === room || path.startsWith(`${room}/`)) ?? path.split("/")[0] ?? path;
}

function isAllowed({ from, to }: Import): boolean {
  const [room, target] = [roomOf(from), roomOf(to)];
  return room === target || (MAY_IMPORT[room]?.includes(target) ?? false);
}

describe("the rooms", () => {
  it("are known for every file, and have imports", () => {
    expect(imports.length).toBeGreaterThan(3000);
    expect(imports.filter(({ to }) => to.startsWith(".."))).toEqual([]);
    expect(files.filter((file) => !(roomOf(file) in MAY_IMPORT))).toEqual([]);
  });

  it("import only allowed rooms", () => {
    expect(imports.filter((entry) => !isAllowed(entry)).map(({ from, to }) => `${from} -> ${to}`)).toEqual(
      [],
    );
  });

  it("are layered: the table of allowed imports has no cycles", () => {
    const edges = Object.entries(MAY_IMPORT).flatMap(([from, all]) => all.map((to) => ({ from, to })));
    expect(findCircles(edges)).toEqual([]);
  });

  it("of the service are ordered: no noun imports a later one", () => {
    const nounOf = (path: string) => /^src\/service\/(\w+)\//.exec(path)?.[1];
    const within = imports.flatMap(({ from, to }) => {
      const [noun, target] = [nounOf(from), nounOf(to)];
      return noun !== undefined && target !== undefined ? [{ from, to, noun, target }] : [];
    });
    const named = new Set(within.flatMap(({ noun, target }) => [noun, target]));
    expect([...named].sort()).toEqual([...SERVICE_NOUNS].sort());
    const isUpward = (from: string, to: string) => SERVICE_NOUNS.indexOf(to) > SERVICE_NOUNS.indexOf(from);
    expect(within.filter(({ noun, target }) => isUpward(noun, target))).toEqual([]);
  });

  it("have no import cycles, including types", () => {
    expect(findCircles(imports)).toEqual([]);
  });

  it("keep outgoing generic: nouns import outgoing, and not the reverse", () => {
    const own = imports.filter(({ from }) => /^src\/(domain|service)\/outgoing\//.test(from));
    expect(own.length).toBeGreaterThan(20);
    const nouns = /^src\/(domain|service)\/(access|action|alert|incident|monitor|page|subscriber)\//;
    expect(own.filter(({ to }) => nouns.test(to))).toEqual([]);
  });

  it("have no barrels and no index or utility files", () => {
    expect(files.filter((path) => /(^|\/)(index|utils?|helpers?)\.tsx?$/.test(path))).toEqual([]);
    // The entry exports its classes to the platform.
    const isBarrel = /^export (?:type )?(?:\*|\{[^}]*\}) (?:as \w+ )?from/m;
    expect(files.filter((path) => path !== "src/worker.ts" && isBarrel.test(textOf.get(path) ?? ""))).toEqual(
      [],
    );
  });

  it("create HTTP responses only in endpoints, pages and open streams", () => {
    const speaks = /^(?:src\/api|src\/page)\/|^durable\/(?:streams|agent\/connections)\.ts$/;
    const makes = /\bnew Response\(|\bResponse\.(?:json|redirect|error)\(/;
    const own = files.filter((path) => !path.startsWith("web/") && !speaks.test(path));
    expect(own.filter((path) => makes.test(textOf.get(path) ?? ""))).toEqual([]);
  });
});

describe("findCircles", () => {
  it("lists the members of each cycle in order, and nothing else", () => {
    const edges = ["a b", "b c", "c b", "c d", "e e", "f a"].map((pair) => {
      const [from = "", to = ""] = pair.split(" ");
      return { from, to };
    });
    expect(findCircles(edges)).toEqual(["b -> c -> b", "e -> e"]);
  });
});
