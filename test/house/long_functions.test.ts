import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const MOST_LINES = 80;
const TABLES = ["src/domain/system/monitor_metrics.ts: monitorFamilies"];

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const files = ["src", "durable", "web", "scripts"]
  .flatMap((room) => readdirSync(join(ROOT, room), { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && /\.(tsx?|mjs|js)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));

function findLong(path: string, text = readFileSync(join(ROOT, path), "utf8")): string[] {
  const found: string[] = [];
  if (text.split("\n").length <= MOST_LINES) return found;
  const visit = (node: Node, parent: Node | null) => {
    const isFunction = /^(Function(Expression|Declaration)|ArrowFunctionExpression)$/.test(node.type);
    const lines = text.slice(node.start, node.end).split("\n").length;
    if (isFunction && lines > MOST_LINES)
      found.push(`${path}: ${nameOf(node) ?? nameOf(parent) ?? "function"}`);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node);
    }
  };
  visit(parseSync(path, text).program as unknown as Node, null);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function nameOf(node: Node | null): string | undefined {
  return ((node?.["id"] ?? node?.["key"]) as { name?: string } | null | undefined)?.name;
}

describe("functions", () => {
  it(`have at most ${MOST_LINES} lines, except tables`, () => {
    expect(files.length).toBeGreaterThan(900);
    expect(files.flatMap((path) => findLong(path)).sort()).toEqual(TABLES);
  });

  it("are found in every form", () => {
    const body = `{\n${"// …\n".repeat(MOST_LINES - 1)}}`;
    const long = `{\n${"// …\n".repeat(MOST_LINES)}}`;
    const forms = (inner: string) => [
      `function one() ${inner}`,
      `export default async function one() ${inner}`,
      `const one = () => ${inner};`,
      `class A { one() ${inner} }`,
      `const all = { one() ${inner} };`,
      `const all = { one: async () => ${inner} };`,
    ];
    for (const text of forms(long)) expect(findLong("example.ts", text)).toEqual(["example.ts: one"]);
    for (const text of forms(body.replace("// …\n", ""))) expect(findLong("example.ts", text)).toEqual([]);
  });
});
