import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY, STEP } from "../../../web/status/blocks/bar_scale.ts";
import { markIcon } from "../../../web/status/marks.ts";
import { TONES } from "../../../web/status/tone.ts";

const sheet = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../../web/status/css", name), "utf8");

describe("the status page's style sheets", () => {
  it.each(TONES)("draw the %s mark like the tab icon", (tone) => {
    const shapes = decodeURIComponent(markIcon(tone)).match(/(?:d|cx|x|r|rx)="[^"]*"/g) ?? [];
    const rule = decodeURIComponent(
      new RegExp(`\\.mark\\.t-${tone} \\{[^}]*--outline: ([^;]*(?:;[^}]*)?)\\}`).exec(
        sheet("marks.css"),
      )?.[1] ?? "",
    );
    expect(shapes.length).toBeGreaterThan(0);
    for (const shape of shapes) expect(rule).toContain(shape.replaceAll('"', "'"));
  });

  it("cut out the days where the SVG draws them", () => {
    const width = 30 * STEP - (STEP - DAY);
    const days = [...sheet("bar.css").matchAll(/rect x='([\d.]+)%25' width='([\d.]+)%25'/g)].map(
      ([, x, w]) => [x, w],
    );
    expect(days).toEqual(
      Array.from({ length: 30 }, (_, at) => [
        String(Number(((at * STEP * 100) / width).toFixed(3))),
        String(Number(((DAY * 100) / width).toFixed(3))),
      ]),
    );
    expect(sheet("bar.css")).toContain(`stroke-dasharray: ${DAY} ${Number((STEP - DAY).toFixed(1))};`);
  });
});
