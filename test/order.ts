import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** These mostly wait: for a timeout, a reminder, or a database that comes back. */
const WAITING = [
  ...["watching.test.ts", "reminders.test.ts", "agent_story.test.ts", "database_locked.test.ts"],
  ...["status_page_live.test.ts", "moved_clock.test.ts", "full_disk.test.ts", "false_alarms.test.ts"],
];

/** The other workers run about as many stories while one file waits. */
const BETWEEN = 8;

/** These run several other files. Vitest, which doesn't know that, would run them last. */
const isCollection = ({ moduleId }: TestSpecification) => basename(moduleId).startsWith("at_");

/**
 * Runs project by project, the longest files first, as Vitest does. Files that mostly wait start one after another among
 * the others, because together they leave the processor idle. They stay within their project: a worker that changes to
 * another project loses its runtime or browser.
 */
export default class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap(orderProject);
  }
}

function orderProject(files: readonly TestSpecification[]): TestSpecification[] {
  const waiting = WAITING.flatMap((name) => files.filter(({ moduleId }) => basename(moduleId) === name));
  const others = files.filter((one) => !waiting.includes(one));
  const longestFirst = [...others.filter(isCollection), ...others.filter((one) => !isCollection(one))];
  return [
    ...longestFirst.flatMap((one, at) => (at % BETWEEN === 0 ? [...waiting.splice(0, 1), one] : [one])),
    ...waiting,
  ];
}
