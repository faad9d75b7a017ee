import { beforeEach } from "vitest";

/** A retried step would begin where the first try broke off, so only the whole file is retried. */
export const STORY = { retry: 0 } as const;

/** The steps after a failed one would wait in vain. */
export function endAtFault(): void {
  beforeEach(({ task, skip }) => {
    const before = task.suite?.tasks ?? task.file.tasks;
    skip(
      before.some(({ result }) => result?.state === "fail"),
      "a step before it failed",
    );
  });
}
