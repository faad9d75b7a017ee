import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const WAITING = ["watching.test.ts", "reminders.test.ts", "false_alarms.test.ts"];

/**
 * Runs project by project, the longest files first, as Vitest does. Stories that mostly wait run one at a time beside
 * another project's first files, because together they leave the processor idle.
 */
export default class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waiting = WAITING.flatMap((name) => sorted.filter(({ moduleId }) => basename(moduleId) === name));
    const spread: TestSpecification[] = [];
    for (const file of sorted.filter((one) => !waiting.includes(one))) {
      if (file.project !== spread.at(-1)?.project) spread.push(...waiting.splice(0, 1));
      spread.push(file);
    }
    return [...spread, ...waiting];
  }
}
