import { describe, expect, it } from "vitest";
import { CHECK_TYPES } from "../../../src/check/registry.ts";
import { typeOptions } from "../../../web/admin/monitor/form/type_options.ts";

const known = CHECK_TYPES.map(({ type, label }) => ({ type, label }));

describe("typeOptions", () => {
  it("lists every type once, grouped", () => {
    const options = typeOptions(known);
    expect(options.map(({ value }) => value).sort()).toEqual(known.map(({ type }) => type).sort());
    const groups = options.map(({ group }) => group);
    const begun = groups.filter((group, i) => group !== groups[i - 1]);
    expect(begun).toEqual([...new Set(groups)]);
  });

  it("has a group for each known type, and puts a new one under Other", () => {
    const made = { type: "gopher", label: "Gopher hole" };
    const options = typeOptions([made, ...known]);
    expect(options.filter(({ group }) => group === "Other")).toEqual([
      { value: "gopher", label: "Gopher hole", group: "Other" },
    ]);
    expect(options.at(-1)?.value).toBe("gopher");
  });
});
