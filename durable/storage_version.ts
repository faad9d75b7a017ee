import { NEWER_STORAGE } from "../src/domain/system/newer_storage.ts";
import { AppError } from "../src/lib/errors.ts";

const KEY = "storage_version";

/** One step of what an object's storage has become. Steps are never edited once released, nor taken out. */
export interface StorageStep {
  change(storage: DurableObjectStorage): void;
  /** Whether a version that knows only the steps before can work on it: it adds what those do not look at. */
  isAddition: boolean;
}

interface StorageVersion {
  /** How many steps were taken. */
  taken: number;
  /** How many of them a version has to know. */
  needed: number;
}

/** A step that makes tables; written so that it may find them, as releases before there were versions left them. */
export function makesTables(schema: string): StorageStep {
  return { isAddition: false, change: ({ sql }) => void sql.exec(schema) };
}

/**
 * Brings the storage of an object up to date, all of it or nothing. Throws before anything is touched where a later
 * version has made of it what this one can't work on: during a gradual deploy an object may go back and forth.
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
