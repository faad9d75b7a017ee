import { describe, expect, it } from "vitest";
import { placeholderValuesOf } from "../../../src/domain/alert/text.ts";
import { findUnknownPlaceholders, MESSAGE_PLACEHOLDERS } from "../../../web/lib/placeholders.ts";
import { message } from "../../notify/messages.ts";

const KNOWN = Object.keys(MESSAGE_PLACEHOLDERS);

describe("the placeholders that the panel offers", () => {
  it("are the ones that are filled in", () => {
    expect(KNOWN.toSorted()).toEqual(Object.keys(placeholderValuesOf(message())).toSorted());
  });
});

describe("findUnknownPlaceholders", () => {
  it("names the nearest known one, whatever the letter case", () => {
    expect(findUnknownPlaceholders("{{ Monitor_Name }} {{monitorname}} {{eror_message}}", KNOWN)).toEqual([
      { name: "Monitor_Name", nearest: "monitor_name" },
      { name: "monitorname", nearest: "monitor_name" },
      { name: "eror_message", nearest: "error_message" },
    ]);
  });

  it("says nothing of known ones, and guesses nothing far away", () => {
    expect(findUnknownPlaceholders("{{status}} {status} {{ }}", KNOWN)).toEqual([]);
    expect(findUnknownPlaceholders("{{xyzzyqwertyuiop}}", KNOWN)).toEqual([
      { name: "xyzzyqwertyuiop", nearest: null },
    ]);
  });
});
