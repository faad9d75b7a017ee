import { expect, it } from "vitest";
import { runBeside } from "../../scripts/checks.ts";
import { countIdleStories, countTests } from "../../scripts/test_results.ts";

it("types and lint report their full output alongside the tests, and a failure doesn't stop the next check", async () => {
  const faults: string[] = [];
  await runBeside(
    [
      { title: "Unknown", command: "tsc", args: ["--nonsense"] },
      { title: "Known", command: "tsc", args: ["--version"] },
      { title: "Priority", command: "node", args: ["-e", "console.log(os.getPriority()); process.exit(1)"] },
    ],
    faults,
  );
  expect(faults).toEqual([expect.stringMatching(/^Unknown\nerror TS5023: .*nonsense/), "Priority\n19"]);
});

it("the last line fails if a check alongside the tests failed, or if no test ran", () => {
  const ran = {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    success: true,
    testResults: [],
  };
  expect(countTests(ran, { isGreen: true })).toEqual({ passed: 3, failed: 0, skipped: 2 });
  expect(countTests(ran, { isGreen: false })).toEqual({ passed: 3, failed: 1, skipped: 2 });
  expect(countTests(null, { isGreen: false })).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it("stories count as not run if nothing in their file ran, but not if an earlier step failed", () => {
  const file = (name: string, ...states: string[]) => ({
    name: `/uptide/test/${name}`,
    status: "passed",
    assertionResults: states.map((status) => ({ status })),
  });
  const testResults = [
    file("browser/page.test.ts", "skipped", "pending"),
    file("browser/panel.test.ts", "passed", "failed", "skipped"),
    file("lib/yaml.test.ts", "skipped"),
  ];
  const counts = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 4,
    numTodoTests: 0,
    success: false,
  };
  expect(countIdleStories({ ...counts, testResults })).toBe(2);
  expect(countIdleStories(null)).toBe(0);
});
