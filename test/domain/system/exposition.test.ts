import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatExposition, formatLabels, stateSet } from "../../../src/domain/system/exposition.ts";
import { countHoldsMs } from "../../../src/domain/system/subscriber_count_age.ts";
import { readExposition } from "../../exposition_reader.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("\\", '"', "\n", "n", "{", "}", ",", "=", "\r", "\t", " ", "#") }),
);

describe("formatExposition", () => {
  it("writes help, type and samples of a family together", () => {
    const text = formatExposition([
      { name: "a_total", type: "counter", help: "Things\nby \\ kind.", samples: [{ labels: "", value: 2 }] },
      {
        name: "b_seconds",
        type: "summary",
        help: "Times.",
        samples: [
          { labels: 'k="v"', part: "sum", value: 0.25 },
          { labels: 'k="v"', part: "count", value: 3 },
        ],
      },
      { name: "c", type: "gauge", help: "Nothing yet.", samples: [] },
    ]);
    expect(text).toBe(
      [
        "# HELP a_total Things\\nby \\\\ kind.",
        "# TYPE a_total counter",
        "a_total 2",
        "# HELP b_seconds Times.",
        "# TYPE b_seconds summary",
        'b_seconds_sum{k="v"} 0.25',
        'b_seconds_count{k="v"} 3',
        "# HELP c Nothing yet.",
        "# TYPE c gauge",
        "",
      ].join("\n"),
    );
  });

  it("round-trips any label text", () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const labels = formatLabels({ one, other });
        const text = formatExposition([
          { name: "m", type: "gauge", help: "h", samples: [{ labels, value: 1 }] },
        ]);
        const expected = (value: string) => value.toWellFormed().replaceAll("\0", "\u{fffd}");
        expect(readExposition(text).get("m")?.samples).toEqual([
          { name: "m", labels: { one: expected(one), other: expected(other) }, value: 1 },
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it("round-trips any number", () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const text = formatExposition([
          { name: "m", type: "gauge", help: "h", samples: [{ labels: "", value }] },
        ]);
        // The format has no negative zero.
        expect(readExposition(text).get("m")?.samples[0]?.value).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe("stateSet", () => {
  it("is 1 for the current state and 0 for the others", () => {
    expect(stateSet({ states: ["on", "off"], label: "state", labels: 'key="a"' }, "off")).toEqual([
      { labels: 'key="a",state="on"', value: 0 },
      { labels: 'key="a",state="off"', value: 1 },
    ]);
  });
});

describe("countHoldsMs", () => {
  it("counts every time for few subscribers", () => {
    expect(countHoldsMs(0)).toBe(0);
    expect(countHoldsMs(200)).toBe(0);
  });

  it("limits counting to half a million rows a day for any number of subscribers", () => {
    for (const many of [201, 10_000, 1_000_000])
      expect((86_400_000 / countHoldsMs(many)) * many).toBeCloseTo(500_000);
  });
});
