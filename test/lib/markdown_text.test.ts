import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/lib/markdown_text.ts";

describe("markdownText", () => {
  it("returns the text on one line, without markup", () => {
    const written =
      "# Plan\n\nWe **move** to [new racks](https://x.example).\n\n- first\n- `second`\n\n> quoted";
    expect(markdownText(written)).toBe("Plan We move to new racks. first second quoted");
  });

  it("keeps HTML as it was written", () => {
    expect(markdownText(`<b>"a" & 'b'</b> &amp;`)).toBe(`<b>"a" & 'b'</b> &amp;`);
  });
});
