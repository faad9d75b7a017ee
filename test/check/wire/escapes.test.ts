import { describe, expect, it } from "vitest";
import { parseEscapes } from "../../../src/check/wire/escapes.ts";
import { utf8 } from "../../../src/lib/bytes.ts";

describe("parseEscapes", () => {
  it.each([
    ["plain é", "plain é"],
    ["PING\\r\\n", "PING\r\n"],
    ["a\\tb\\0c", "a\tb\0c"],
    ["a\\\\n", "a\\n"],
    ["C:\\dir\\", "C:\\dir\\"],
    ["C:\\New\\r", "C:\\New\r"],
    ["real\nbreak", "real\nbreak"],
    ["\\x4", "\\x4"],
  ])("parses %j", (text, meant) => {
    expect(parseEscapes(text)).toEqual(utf8(meant));
  });

  it("supports bytes that aren't text", () => {
    expect(parseEscapes("\\xff\\x00a")).toEqual(Uint8Array.of(255, 0, 97));
  });
});
