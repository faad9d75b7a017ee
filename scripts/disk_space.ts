import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FAULT_SENTENCES } from "../src/domain/system/database_fault.ts";
import { REPORT } from "./runtime/config.ts";

const CHECK_EVERY_MS = 1000;
/** With more than this free, no write is tried. */
const AMPLE_BYTES = 8 * 1024 ** 2;
/** SQLite needs at least this much to open a database. */
const NEEDED = Buffer.alloc(64 * 1024);

interface DiskSpaceWatch {
  /** Tries a write, because the disk's free bytes don't show a quota. */
  tryWrite(): void;
  end(): void;
}

/**
 * Reports to the Worker whether the state's disk has free space, because the runtime hides that. While it has, the
 * file `has_space` exists in the report's folder: a full disk accepts no new file, but a file can be removed.
 */
export function watchDiskSpace(stateDir: string): DiskSpaceWatch {
  const report = join(stateDir, REPORT, "has_space");
  let hadSpace = true;
  writeFileSync(report, "");

  const note = (hasSpace: boolean) => {
    if (hasSpace === hadSpace) return;
    if (!hasSpace) rmSync(report, { force: true });
    else if (!hasSpaceFor(report, "")) return;
    hadSpace = hasSpace;
    console.error(hasSpace ? "The disk has free space again." : FAULT_SENTENCES.disk_full);
  };
  const tryWrite = () => {
    note(hasSpaceFor(`${report}.tried`, NEEDED));
    rmSync(`${report}.tried`, { force: true });
  };
  const timer = setInterval(() => {
    if (!hadSpace || !isAmple(stateDir)) tryWrite();
  }, CHECK_EVERY_MS).unref();
  return { tryWrite, end: () => clearInterval(timer) };
}

export function isDiskFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code ?? "");
}

function isAmple(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > AMPLE_BYTES;
  } catch {
    return false;
  }
}

function hasSpaceFor(path: string, content: Buffer | ""): boolean {
  try {
    writeFileSync(path, content);
    return true;
  } catch (error) {
    return !isDiskFull(error);
  }
}
