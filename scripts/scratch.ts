import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./processes.ts";

/** Memory that is a folder, where a machine has such. */
const MEMORY = "/dev/shm";
/** Four times what all tests together keep there at a time. */
const ROOM_BYTES = 1024 ** 3;

/**
 * A folder for what tests write, in memory where that has room, since a database waits for the disk at each write. It
 * goes away with this process; null where there is none.
 */
export function makeScratch({ memory = MEMORY, roomBytes = ROOM_BYTES } = {}): string | null {
  if (freeBytesOf(memory) < roomBytes) return null;
  sweep(memory);
  const scratch = mkdtempSync(join(memory, `uptide-tests-${process.pid}-`));
  // Servers of tests run as users of their own, in folders below.
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

/** What runs that were killed have left. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = /^uptide-tests-(\d+)-/.exec(name) ?? [];
    if (!pid || isRunning(Number(pid))) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // It is somebody else's, who removes it.
    }
  }
}
