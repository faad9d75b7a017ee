import { describe, expect, it } from "vitest";
import { filterQuery, parseKept } from "../../../web/lib/kept_list.ts";

describe("parseKept", () => {
  it("reads the stored list, and ignores unreadable parts", () => {
    const kept = { sort: "name", filters: [{ name: "Down in the EU", query: "status=down&tag=eu" }] };
    expect(parseKept(JSON.stringify(kept))).toEqual(kept);
    for (const text of [null, "", "{", "[]", "null", "7", '{"sort":7,"filters":"x"}'])
      expect(parseKept(text), String(text)).toEqual({ sort: "", filters: [] });
    expect(parseKept('{"filters":[null,{"name":"a"},{"name":"b","query":""}]}').filters).toEqual([
      { name: "b", query: "" },
    ]);
  });
});

describe("filterQuery", () => {
  it("is the same for the same filter, whatever the page or order of parameters", () => {
    const names = ["search", "status", "tag"];
    expect(filterQuery("?tag=a%26b&status=down&page=3&search=", names)).toBe("status=down&tag=a%26b");
    expect(filterQuery("?status=down&tag=a%26b", names)).toBe("status=down&tag=a%26b");
    expect(filterQuery("?page=2", names)).toBe("");
  });
});
