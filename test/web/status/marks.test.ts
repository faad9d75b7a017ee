import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY, STEP } from "../../../web/status/blocks/bar_scale.ts";
import { TONES } from "../../../web/status/tone.ts";

const FOLDER = join(import.meta.dirname, "../../../web/status/css");
const sheet = (name: string) => readFileSync(join(FOLDER, name), "utf8");

describe("the status page's style sheets", () => {
  it("draw a mark of its own for each tone", () => {
    const lines = TONES.map(
      (tone) => new RegExp(`\\.mark\\.t-${tone} \\{[^}]*--lines:\\s*([^;]*);`).exec(sheet("marks.css"))?.[1],
    );
    expect(new Set(lines).size).toBe(TONES.length);
    expect(lines).not.toContain(undefined);
  });

  it("have no images, which slow down a first view", () => {
    for (const name of readdirSync(FOLDER)) expect(sheet(name), name).not.toContain("data:image");
  });

  it("leave the same gap between days as the script", () => {
    expect(sheet("bar.css")).toContain(`stroke-dasharray: ${DAY} ${Number((STEP - DAY).toFixed(1))};`);
  });
});
