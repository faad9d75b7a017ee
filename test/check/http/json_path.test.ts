import { describe, expect, it } from "vitest";
import { parseJsonPath, readJsonPath } from "../../../src/lib/json_path.ts";

describe("parseJsonPath", () => {
  it.each([
    ["$", []],
    ["$.a.b", ["a", "b"]],
    ["$.a.b[0].c", ["a", "b", 0, "c"]],
    ["$[12][0]", [12, 0]],
    [`$["a b"]['c.d']`, ["a b", "c.d"]],
    [`$["a\\"b"]`, [`a"b`]],
    ["$.größe.x-y.$ref", ["größe", "x-y", "$ref"]],
  ])("parses %s", (text, path) => {
    expect(parseJsonPath(text)).toEqual(path);
  });

  it.each(["", "a", "$a", "$.", "$..a", "$.a[", "$.a[-1]", "$.a[*]", "$[a]", "$.a b", "$.a]"])(
    "rejects %j",
    (text) => {
      expect(parseJsonPath(text)).toBeNull();
    },
  );
});

describe("readJsonPath", () => {
  const document = { a: { b: [{ c: 0 }, null] }, "x y": false, list: ["z"] };

  it.each([
    ["$.a.b[0].c", 0],
    ["$.a.b[1]", null],
    ['$["x y"]', false],
    ["$.a.b[2]", undefined],
    ["$.a.b[1].c", undefined],
    ["$.a[0]", undefined],
    ["$.list.length", undefined],
    ["$.constructor", undefined],
    ["$.a.toString", undefined],
  ])("finds %s", (path, value) => {
    expect(readJsonPath(document, parseJsonPath(path)!)).toEqual(value);
  });
});
