import { existsSync, readFileSync, writeFileSync } from "node:fs";

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  success: boolean;
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

export function readResults(path: string): Results | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Results) : null;
}

export function listFailedFiles({ testResults }: Results): string[] {
  return testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
}

export function writeTogether(path: string, { first, again }: { first: Results; again: Results }): void {
  const ran = new Map(again.testResults.map((file) => [file.name, file]));
  const testResults = first.testResults.map((file) => ran.get(file.name) ?? file);
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...named: string[]) => all.filter(({ status }) => named.includes(status)).length;
  const results: Results = {
    ...first,
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("pending", "skipped", "disabled"),
    numTodoTests: count("todo"),
    success: testResults.every(({ status }) => status === "passed"),
    testResults,
  };
  writeFileSync(path, JSON.stringify(results));
}

export function countIdleStories(results: Results | null): number {
  const stories = results?.testResults.filter(({ name }) => name.includes("/test/browser/")) ?? [];
  const idle = stories.filter(({ assertionResults }) =>
    assertionResults.every(({ status }) => status !== "passed" && status !== "failed"),
  );
  return idle.reduce((sum, { assertionResults }) => sum + assertionResults.length, 0);
}

/**
 * A run that never started, or an error outside the tests, counts as one failure, because the line must not look
 * green.
 */
export function countTests(results: Results | null, { isGreen }: { isGreen: boolean }) {
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = results ?? {};
  return {
    passed: numPassedTests,
    failed: isGreen ? numFailedTests : Math.max(1, numFailedTests),
    skipped: numPendingTests + numTodoTests,
  };
}
