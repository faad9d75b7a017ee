import { isDiskFull, noteFault, noteReport } from "../../data/db.ts";
import { type DatabaseFault, findDatabaseFault } from "../../domain/system/database_fault.ts";
import type { Env } from "../../env.ts";
import { isLate, within } from "../../lib/within.ts";
import type { Actor } from "../context.ts";

const TIMEOUT_MS = 1000;

export function findDiskFault(): DatabaseFault | null {
  return isDiskFull() ? "disk_full" : null;
}

export function findFault(actor: Actor): DatabaseFault | null {
  if (actor.kind !== "user") return null;
  return findDiskFault() ?? (actor.isRecalled ? "database_away" : null);
}

export async function nameFault(env: Env, error: unknown): Promise<DatabaseFault | null> {
  const fault = findDatabaseFault(error) ?? (isLate(error) ? "database_away" : null);
  return fault !== null && (await checkDisk(env)) ? "disk_full" : fault;
}

/** True if the disk is full. In local runs, only the start script can see why storage fails. */
export async function checkDisk(env: Env): Promise<boolean> {
  const report = env.STATE_REPORT;
  if (!report) return isDiskFull();
  try {
    const { status, body } = await within(TIMEOUT_MS, () => report.fetch("http://disk/has_space"));
    await body?.cancel();
    return noteReport({ isFull: status === 404 });
  } catch {
    return isDiskFull();
  }
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
