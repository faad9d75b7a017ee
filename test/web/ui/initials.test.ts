import { expect, it } from "vitest";
import { initialsOf } from "../../../web/ui/initials.ts";

it.each([
  ["Ada Lovelace", "AL"],
  ["ada@example.com", "A"],
  ["grace.hopper@example.com", "GH"],
  ["jean-luc.picard@example.com", "JP"],
  ["łucja_żak@example.com", "ŁŻ"],
  ["42@example.com", "4"],
  ["@example.com", "?"],
])("makes the initials of %s", (email, initials) => {
  expect(initialsOf(email)).toBe(initials);
});
