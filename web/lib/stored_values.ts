import { batch, createSignal } from "solid-js";
import { unwrap } from "solid-js/store";
import type { ApiError } from "./api.ts";
import { type Conflict, type Edited, findConflict, type Sent, type Side, sentOf } from "./edit.ts";
import { merge } from "./merge.ts";

interface Base<T> {
  base: T;
  version: number | undefined;
}

export function createStoredValues<T extends object, S>(start: Base<T>, edit: Edited<T, S> | undefined) {
  const [base, setBase] = createSignal<T>(copyOf(start.base));
  const [conflict, setConflict] = createSignal<Conflict<T>>();
  let { version } = start;

  return {
    get: (): Base<T> => ({ base: base(), version }),
    conflict,
    endConflict: () => void setConflict(undefined),
    sentOf: (values: T): Sent<T> => sentOf(values, { base: base(), version, ties: edit?.ties }),
    reset(next: T, stored: unknown): void {
      if (stored !== undefined) version = versionIn(stored);
      setBase(() => copyOf(next));
      setConflict(undefined);
    },
    follow(stored: unknown): void {
      // One version ahead is this page's own save; more means somebody else saved too.
      if (version !== undefined && versionIn(stored) === version + 1) version++;
    },
    async findConflict(by: ApiError["conflict"], mine: T): Promise<boolean> {
      if (!by || !edit) return false;
      const found = await findConflict(edit, { ...by, mine, base: base() });
      setConflict(() => found);
      return true;
    },
    resolveConflict({ theirs, version: newer }: Conflict<T>, { take, mine }: { take: Side; mine: T }): T {
      const next = take === "theirs" ? theirs : (merge({ base: base(), theirs, mine }) as T);
      batch(() => {
        version = newer;
        setBase(() => copyOf(theirs));
        setConflict(undefined);
      });
      return copyOf(next);
    },
  };
}

export function versionIn(stored: unknown): number | undefined {
  const found = (stored as { version?: unknown } | null | undefined)?.version;
  return typeof found === "number" ? found : undefined;
}

/** A store changes the object it was given, so values to compare with later must be copies. */
export function copyOf<T>(values: T): T {
  return structuredClone(unwrap(values));
}
