import { FAULT_SENTENCES, findDatabaseFault } from "../domain/system/database_fault.ts";
import { log } from "../lib/log.ts";

let isFull = false;

export function isDiskFull(): boolean {
  return isFull;
}

export async function noteRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    const result = await write();
    isFull = false;
    return result;
  } catch (error) {
    noteFault(error);
    throw error;
  }
}

export function noteFault(error: unknown): boolean {
  if (findDatabaseFault(error) !== "disk_full") return false;
  if (!isFull) log("error", FAULT_SENTENCES.disk_full, { error });
  isFull = true;
  return true;
}
