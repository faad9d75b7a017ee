import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCron } from "../../src/lib/cron.ts";

describe("parseCron", () => {
  it.each([
    ["@daily", "0 0 * * *"],
    ["@Midnight", "0 0 * * *"],
    ["@hourly", "0 * * * *"],
    ["@weekly", "0 0 * * sun"],
    ["@monthly", "0 0 1 * *"],
    ["@annually", "0 0 1 jan *"],
    ["0 3 * * MON-fri", "0 3 * * 1-5"],
    ["0 3 * * 5-7", "0 3 * * 0,5,6"],
    ["0 3 1 Jan,JUL *", "0 3 1 1,7 *"],
    ["  0-10/5\t3 * *   *  ", "0,5,10 3 * * *"],
  ])("parses %s as %s", (text, same) => {
    const cron = parseCron(text);
    expect(cron).toBeTypeOf("object");
    expect(cron).toEqual(parseCron(same));
  });

  it.each([
    ["", /five fields/],
    ["* * * *", /five fields/],
    ["* * * * * *", /five fields/],
    ["@sometimes", /five fields/],
    ["@reboot", /no schedule/],
    ["60 * * * *", /^minute: 60 .*0 to 59/],
    ["0 24 * * *", /^hour: 24/],
    ["0 0 0 * *", /^day of the month: 0/],
    ["0 0 * 13 *", /^month: 13 .*jan to dec/],
    ["0 0 * * 8", /^day of the week: 8 .*sun to sat/],
    ["0 0 * * fri-mon", /^day of the week/],
    ["*/0 * * * *", /^minute/],
    ["5/15 * * * *", /^minute: 5\/15/],
    ["1,,2 * * * *", /^minute: nothing/],
    ["1-2-3 * * * *", /^minute/],
    ["-1 * * * *", /^minute/],
    ["0x1 * * * *", /^minute/],
    ["0 0 31 2,4 *", /never occurs/],
    ["0 0 30 2 *", /never occurs/],
  ])("rejects %s with a message", (text, sentence) => {
    expect(parseCron(text)).toMatch(sentence);
  });

  it("returns a schedule or a message for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(["string", "object"]).toContain(typeof parseCron(text));
      }),
    );
  });
});
