import { beforeEach } from "vitest";

/** A second try of a step would begin where the first one broke off: what runs again is the whole file. */
export const STORY = { retry: 0 } as const;

/** Past a step that failed, each one after it would only wait for what nobody brings about any more. */
export function endAtFault(): void {
  beforeEach(({ task, skip }) => {
    const before = task.suite?.tasks ?? task.file.tasks;
    skip(
      before.some(({ result }) => result?.state === "fail"),
      "a step before it failed",
    );
  });
}
