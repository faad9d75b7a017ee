import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { listFailedFiles, readResults, writeTogether } from "../../scripts/test_results.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const OUTPUT = join(ROOT, "test/output");

const TOLD = `
import { describe, expect, it } from "vitest";
import { endAtFault, STORY } from "../../story.ts";

describe("a story", STORY, () => {
  let tries = 0;
  endAtFault();
  it("passes", () => {});
  it("fails", () => expect(++tries).toBe(2));
  it("is skipped", () => new Promise(() => {}));
});

it("passes outside the story", () => {});
`;

describe("a story with a failed step", () => {
  mkdirSync(OUTPUT, { recursive: true });
  const folder = mkdtempSync(join(OUTPUT, "story-"));
  const path = join(folder, "results.json");

  afterAll(() => rmSync(folder, { recursive: true }));

  it("ends there without a retry, and stays failed until its file has run again", () => {
    writeFileSync(join(folder, "told.test.ts"), TOLD);
    writeFileSync(join(folder, "vitest.config.js"), "export default {};");
    const reporters = ["--reporter=json", `--outputFile=${path}`];
    const { status } = spawnSync(
      join(ROOT, "node_modules/.bin/vitest"),
      ["run", `--root=${folder}`, "--retry=1", ...reporters],
      { encoding: "utf8" },
    );
    expect(status).toBe(1);
    const first = readResults(path)!;
    expect(first.testResults[0]?.assertionResults.map((step) => step.status)).toEqual([
      "passed",
      "failed",
      "skipped",
      "passed",
    ]);
    expect(first).toMatchObject({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 1, success: false });
    expect(listFailedFiles(first)).toEqual([join(folder, "told.test.ts")]);

    // A repeated run replaces the run it repeats.
    writeTogether(path, { first, again: first });
    expect(readResults(path)).toMatchObject(first);
    const testResults = first.testResults.map(({ name, assertionResults }) => ({
      name,
      status: "passed",
      assertionResults: assertionResults.map(() => ({ status: "passed" })),
    }));
    writeTogether(path, { first, again: { ...first, testResults } });
    expect(readResults(path)).toMatchObject({
      numPassedTests: 4,
      numFailedTests: 0,
      numPendingTests: 0,
      success: true,
    });
  });
});
