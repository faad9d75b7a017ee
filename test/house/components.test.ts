import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const MOST_LINES = 120;

const files = readdirSync(join(ROOT, "web"), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".tsx"))
  .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));

describe("components", () => {
  it("are found", () => {
    expect(files.length).toBeGreaterThan(150);
  });

  it(`have at most ${MOST_LINES} lines per file`, () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ lines }) => lines > MOST_LINES);
    expect(long).toEqual([]);
  });

  it("never destructure their props: a copied value isn't reactive", () => {
    const inBody = /\} = props;/;
    const inSignature = /^(?:export (?:default )?)?function [A-Z]\w*(?:<[^>]*>)?\(\s*\{/m;
    const found = files.filter(({ text }) => inBody.test(text) || inSignature.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it("cut no pasted text: the server refuses one that is too long with a sentence", () => {
    expect(files.filter(({ text }) => /maxlength/i.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
