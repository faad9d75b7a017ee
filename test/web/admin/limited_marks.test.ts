import { describe, expect, it } from "vitest";
import { limitMarks } from "../../../web/admin/monitor/detail/limited_marks.ts";

const mark = (kind: "incident" | "maintenance" | "settings", from: number) => ({
  kind,
  title: `${kind} ${from}`,
});

describe("the list below a chart", () => {
  it("names the latest three of each kind, and counts the other incidents and windows", () => {
    const marks = [1, 2, 3, 4, 5].flatMap((at) => [mark("incident", at), mark("settings", at)]);
    const { listed, more } = limitMarks([...marks, mark("maintenance", 6)]);
    expect(listed.map(({ title }) => title)).toEqual([
      ...["incident 3", "settings 3", "incident 4", "settings 4", "incident 5", "settings 5"],
      "maintenance 6",
    ]);
    expect(more).toEqual({ incident: 2, maintenance: 0 });
  });
});
