import { expect, it } from "vitest";
import { runBeside } from "../../scripts/checks.ts";
import { countTests } from "../../scripts/test_results.ts";

it("types and lint beside the tests are told whole, and one that is wrong keeps the next from nothing", async () => {
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

it("the last line is not green where something beside the tests is wrong, or nothing ran", () => {
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
