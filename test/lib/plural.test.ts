import { expect, it } from "vitest";
import { plural } from "../../src/lib/plural.ts";
import { text as config } from "../../web/admin/text/config.ts";
import { text as incident } from "../../web/admin/text/incident.ts";
import { text as builder } from "../../web/admin/text/page_builder.ts";

it.each([
  [0, "0 monitors"],
  [1, "1 monitor"],
  [2, "2 monitors"],
  [999, "999 monitors"],
  [1000, "1,000 monitors"],
  [1_234_567, "1,234,567 monitors"],
])("%i is written as %s", (number, words) => {
  expect(plural(number, "monitor")).toBe(words);
});

it("a noun with another ending names it", () => {
  expect([1, 2].map((number) => plural(number, "entry", "entries"))).toEqual(["1 entry", "2 entries"]);
});

it("texts of the panel group the digits of large counts", () => {
  expect(config.result.done({ create: 20_000, update: 1, unchanged: 0 })).toBe("20,000 created, 1 updated.");
  expect(incident.more(20_000)).toBe("and 20,000 more");
  expect(builder.empty.action(20_000)).toBe("Add all 20,000 monitors");
});
