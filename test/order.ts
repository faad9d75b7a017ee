import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Stories that mostly wait, for checks that come every ten seconds. */
const WAITING = ["watching.test.ts", "reminders.test.ts", "false_alarms.test.ts"];

/**
 * Project by project, in each the longest first, as Vitest has it. But stories that wait go one by one, each beside the
 * first files of another project: side by side they would leave the processor with nothing to do.
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
