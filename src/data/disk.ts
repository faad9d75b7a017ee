import { FAULT_SENTENCES, findDatabaseFault } from "../domain/system/database_fault.ts";
import { log } from "../lib/log.ts";

let hasFailed = false;
let isReported = false;

export function isDiskFull(): boolean {
  return hasFailed || isReported;
}

export function noteReport({ isFull }: { isFull: boolean }): boolean {
  isReported = isFull;
  if (isFull) hasFailed = false;
  return isDiskFull();
}

export async function noteRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    const result = await write();
    hasFailed = false;
    return result;
  } catch (error) {
    noteFault(error);
    throw error;
  }
}

export function noteFault(error: unknown): boolean {
  if (findDatabaseFault(error) !== "disk_full") return false;
  if (!isDiskFull()) log("error", FAULT_SENTENCES.disk_full, { error });
  hasFailed = true;
  return true;
}
