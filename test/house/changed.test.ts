import { describe, expect, it } from "vitest";
import { findTestsOf, readSources } from "../../scripts/changed.ts";

const sources = readSources();
const all = sources.files.filter((file) => file.endsWith(".test.ts"));
const testsOf = (...changed: string[]) => findTestsOf(changed, sources);

describe("the tests for a change", () => {
  it("include direct and indirect importers", () => {
    expect(testsOf("src/lib/cut.ts")).toEqual(
      expect.arrayContaining(["test/lib/cut.test.ts", "test/notify/send.test.ts"]),
    );
    expect(testsOf("durable/watch/watch.ts")).toContain("test/durable/watch/watch.test.ts");
    expect(testsOf("test/api/page/placed.ts")).toContain("test/data/auto_incident.test.ts");
  });

  it("include tests of the same noun in every layer", () => {
    for (const file of ["src/domain/incident/incident.ts", "src/schema/incident.ts"])
      expect(testsOf(file)).toEqual(
        expect.arrayContaining([
          "test/api/incident/incident.test.ts",
          "test/domain/incident/incident.test.ts",
          "test/house/layers.test.ts",
        ]),
      );
  });

  it("include browser stories when the front end changed", () => {
    const story = "test/browser/panel_incidents.test.ts";
    expect(testsOf("web/admin/incident/IncidentPage.tsx")).toContain(story);
    expect(testsOf("src/service/incident/incident.ts")).not.toContain(story);
    expect(testsOf(story)).toContain(story);
  });

  it("are fewer than half, though the Worker imports everything", () => {
    for (const file of sources.files.filter((known) =>
      /^src\/(service|api|domain)\/[a-z]+\/\w+\/?/.test(known),
    ))
      expect([file, testsOf(file).length < all.length / 2]).toEqual([file, true]);
  });
});
