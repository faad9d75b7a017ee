import { NEWER_STORAGE } from "../src/domain/system/newer_storage.ts";
import { AppError } from "../src/lib/errors.ts";

const KEY = "storage_version";

/** Released steps are never edited or removed. */
export interface StorageStep {
  change(storage: DurableObjectStorage): void;
  /** Older versions can work on the result. */
  isAddition: boolean;
}

interface StorageVersion {
  taken: number;
  needed: number;
}

/** Tables may exist already, made by releases before storage had versions. */
export function makesTables(schema: string): StorageStep {
  return { isAddition: false, change: ({ sql }) => void sql.exec(schema) };
}

/**
 * All or nothing. Throws before any change if a later version left storage this one can't use: during a
 * gradual deploy an object may go back and forth.
 */
export function upgradeStorage(storage: DurableObjectStorage, steps: readonly StorageStep[]): void {
  const { taken, needed } = storage.kv.get<StorageVersion>(KEY) ?? { taken: 0, needed: 0 };
  if (needed > steps.length) throw new AppError("unavailable", NEWER_STORAGE);
  if (taken >= steps.length) return;
  storage.transactionSync(() => {
    for (const step of steps.slice(taken)) step.change(storage);
    const last = steps.findLastIndex(({ isAddition }) => !isAddition);
    storage.kv.put(KEY, { taken: steps.length, needed: Math.max(needed, last + 1) } satisfies StorageVersion);
  });
}
