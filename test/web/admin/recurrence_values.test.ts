import { afterEach, describe, expect, it } from "vitest";
import type { Recurrence } from "../../../src/schema/recurrence.ts";
import {
  fieldsOf,
  firstDayOf,
  recurrenceOf,
} from "../../../web/admin/incident/maintenance/recurrence_values.ts";

const own = process.env["TZ"];

afterEach(() => {
  if (own === undefined) delete process.env["TZ"];
  else process.env["TZ"] = own;
});

describe("the end of a recurrence", () => {
  const until = Date.parse("2027-03-27T12:00:00Z");
  const first = firstDayOf(Date.parse("2027-01-04T12:00:00Z"), "UTC");
  const stored: Recurrence = { every: "week", interval: 1, until };

  it.each(["UTC", "Pacific/Auckland", "America/Los_Angeles"])(
    "stays as stored unless its day changes, in %s",
    (zone) => {
      process.env["TZ"] = zone;
      const fields = fieldsOf(stored);
      expect(recurrenceOf({ ...fields, interval: 2 }, first)).toEqual({ ...stored, interval: 2 });
    },
  );

  it("is the end of a newly selected day, even when clocks change on it", () => {
    process.env["TZ"] = "Europe/Berlin";
    const fields = { ...fieldsOf(stored), until: "2027-03-28" };
    expect(recurrenceOf(fields, first)?.until).toBe(Date.parse("2027-03-28T21:59:59.999Z"));
    expect(recurrenceOf({ ...fields, until: "" }, first)?.until).toBeNull();
  });
});
