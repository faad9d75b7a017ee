import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./processes.ts";

const MEMORY = "/dev/shm";
/** Four times the peak use of the whole test suite. */
const ROOM_BYTES = 1024 ** 3;

/**
 * A temporary folder in memory if there is room, because databases wait for the disk at each write. Removed
 * at exit; null without room.
 */
export function makeScratch({ memory = MEMORY, roomBytes = ROOM_BYTES } = {}): string | null {
  if (freeBytesOf(memory) < roomBytes) return null;
  sweep(memory);
  const scratch = mkdtempSync(join(memory, `uptide-tests-${process.pid}-`));
  // Test servers run as other users, in folders below.
  chmodSync(scratch, 0o755);
  process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
  return scratch;
}

function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^uptide-tests-(\d+)-/.exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Owned by another user.
    }
  }
}
