import { describe, expect, it } from "vitest";
import { markdownText } from "../../src/lib/markdown_text.ts";

describe("markdownText", () => {
  it("gives the written text in one line, without marks", () => {
    const written =
      "# Plan\n\nWe **move** to [new racks](https://x.example).\n\n- first\n- `second`\n\n> quoted";
    expect(markdownText(written)).toBe("Plan We move to new racks. first second quoted");
  });

  it("shows what looks like markup as it was written", () => {
    expect(markdownText(`<b>"a" & 'b'</b> &amp;`)).toBe(`<b>"a" & 'b'</b> &amp;`);
  });
});
