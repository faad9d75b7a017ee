import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "vite";
import { describe, expect, it } from "vitest";
import english from "../../src/domain/page/languages/en.json" with { type: "json" };
import { readPages } from "./docs_reader.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/\btold\b/i, "notified, sent, reported"],
  [/\bmails?\b(?! servers?\b)|\be-mails?\b/i, "email"],
  [/\bgives? up after\b/i, "timeout"],
  [/(?<!decimal )\bplaces\b/i, "regions"],
  [/\bsaid\b/i, "set, posted, reported"],
  [/\bstands? in\b/i, "replaces, is in"],
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\bwhoever\b/i, "anyone who, users who"],
  [/\bnobody knows\b/i, "unknown"],
  [/\bis there none\b/i, "if there is none"],
  [/\bin place of\b/i, "instead of"],
  [/\bis good for\b/i, "expires in, is valid for"],
  [/\d %/, "a number and % without a space"],
];

function findFaults(where: string, text: string): string[] {
  return INSTEAD.flatMap(([word, use]) => {
    const found = word.exec(text);
    return found ? [`${where}: "${found[0]}" in "${text.trim().slice(0, 120)}": use ${use}`] : [];
  });
}

interface Node {
  type: string;
  [key: string]: unknown;
}

function* textsOf(node: Node): Generator<string> {
  if (node.type === "TaggedTemplateExpression") return; // SQL
  if (node.type === "Literal" && typeof node["value"] === "string") yield node["value"];
  if (node.type === "JSXText") yield String(node["value"]);
  if (node.type === "TemplateLiteral")
    yield (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === "object" && child !== null && typeof (child as Node).type === "string")
        yield* textsOf(child as Node);
}

const NO_TEXT = /\b(?:SELECT|INSERT|UPDATE|ALTER|DELETE|CREATE) |^MAIL FROM/;

function readSourceFaults(): { read: number; faults: string[] } {
  const files = ["src", "durable", "web", "scripts"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter(({ name, parentPath }) => /\.(tsx?|mjs)$/.test(name) && !/text\/pl$|simulate/.test(parentPath))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  let read = 0;
  const faults = files.flatMap((path) => {
    const { program } = parseSync(path, readFileSync(path, "utf8"));
    const texts = [...textsOf(program as unknown as Node)].filter(
      (text) => / /.test(text.trim()) && !NO_TEXT.test(text),
    );
    read += texts.length;
    return texts.flatMap((text) => findFaults(path.slice(ROOT.length + 1), text));
  });
  return { read, faults };
}

describe("visible texts", () => {
  it("use plain words in the panel, errors, emails, commands and API descriptions", () => {
    const { read, faults } = readSourceFaults();
    expect(read).toBeGreaterThan(5000);
    expect(faults).toEqual([]);
  });

  it("use plain words on the public page", () => {
    expect(Object.entries(english).flatMap(([key, text]) => findFaults(key, text))).toEqual([]);
  });

  it("use plain words in the documentation", () => {
    const faults = readPages().flatMap(({ path, prose }) =>
      prose
        .replace(/`[^`\n]*`|\]\([^)]*\)/g, "")
        .split("\n")
        .flatMap((line) => findFaults(path, line)),
    );
    expect(faults).toEqual([]);
  });
});

describe("findFaults", () => {
  it("finds words that read like a translation, and ignores others", () => {
    for (const text of ["Nobody is told.", "Send a test mail", "100 % of checks", "Mend this", "All places"])
      expect(findFaults("a", text), text).toHaveLength(1);
    for (const text of ["The mail server refused it.", "100% uptime", "Email", "Two decimal places"])
      expect(findFaults("a", text), text).toEqual([]);
  });
});
