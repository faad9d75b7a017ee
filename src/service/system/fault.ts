import { isDiskFull, noteFault } from "../../data/disk.ts";
import { FAULT_SENTENCES } from "../../domain/system/database_fault.ts";
import type { Actor } from "../context.ts";

export function findDiskProblem(): string | null {
  return isDiskFull() ? FAULT_SENTENCES.disk_full : null;
}

export function findFault(actor: Actor): string | null {
  if (actor.kind !== "user") return null;
  return actor.isRecalled ? FAULT_SENTENCES.database_away : findDiskProblem();
}

/** An object's own storage is on the same disk. */
export function noteRoomOf<T>(write: () => T): T {
  try {
    return write();
  } catch (error) {
    noteFault(error);
    throw error;
  }
}
