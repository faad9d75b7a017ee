import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PackedResult,
  packTick,
  readVarint,
  unpackTick,
  writeVarint,
} from "../../../src/domain/uptime/packing.ts";

const result: fc.Arbitrary<PackedResult> = fc.record({
  index: fc.integer({ min: 0, max: 31 }),
  status: fc.constantFrom("up", "degraded", "down", "affected"),
  isUnderMaintenance: fc.boolean(),
  responseMs: fc.option(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 3_000_000 }))),
});
const tick = fc.uniqueArray(result, { maxLength: 32, selector: ({ index }) => index });

function upIn(responseMs: number, count: number): PackedResult[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    status: "up",
    isUnderMaintenance: false,
    responseMs,
  }));
}

describe("varint", () => {
  it("round-trips every safe integer", () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat()), (values) => {
        const bytes: number[] = [];
        for (const value of values) writeVarint(bytes, value);
        const cursor = { bytes: Uint8Array.from(bytes), at: 0 };
        expect(values.map(() => readVarint(cursor))).toEqual(values);
        expect(cursor.at).toBe(bytes.length);
      }),
    );
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])("rejects %d", (value) => {
    expect(() => writeVarint([], value)).toThrow(RangeError);
  });

  it("rejects truncated and endless numbers", () => {
    expect(() => readVarint({ bytes: Uint8Array.of(128), at: 0 })).toThrow(RangeError);
    expect(() => readVarint({ bytes: new Uint8Array(20).fill(255), at: 0 })).toThrow(RangeError);
  });
});

describe("packTick", () => {
  it("round-trips every result, by index", () => {
    fc.assert(
      fc.property(tick, (results) => {
        expect(unpackTick(packTick(results))).toEqual([...results].sort((a, b) => a.index - b.index));
      }),
    );
  });

  it("takes 68 bytes for 32 checks of usual duration, and 5 for one fast check", () => {
    expect(packTick(upIn(200, 32)).length).toBe(4 + 32 * 2);
    expect(packTick(upIn(9000, 32)).length).toBe(4 + 32 * 3);
    expect(packTick(upIn(14, 1)).length).toBe(5);
  });

  it("rounds durations, and stores negative ones as zero", () => {
    const [first, second] = upIn(1.6, 2);
    const packed = packTick([first!, { ...second!, responseMs: -3 }]);
    expect(unpackTick(packed).map(({ responseMs }) => responseMs)).toEqual([2, 0]);
  });

  it("rejects two results of one monitor, and an index outside the watch", () => {
    const [one] = upIn(1, 1);
    expect(() => packTick([one!, one!])).toThrow("two results of one monitor: 0");
    expect(() => packTick([{ ...one!, index: 32 }])).toThrow("no place in a watch: 32");
    expect(() => packTick([{ ...one!, index: -1 }])).toThrow("no place in a watch: -1");
  });

  it("rejects truncated bytes", () => {
    const bytes = packTick(upIn(200, 3));
    expect(() => unpackTick(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
    expect(() => unpackTick(bytes.subarray(0, 3))).toThrow(RangeError);
  });
});
