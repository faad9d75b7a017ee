/** More than any file creates of a kind, in whole watches of 32 monitors. */
const IDS_A_FILE = 1024;
const MONITORS_A_WATCH = 32;

/** Survives module resets. */
const runtime = globalThis as { filesBegun?: number };

/** Leftover messages of the previous file may still reach an object by name, so no two files of a runtime share ids. */
export async function beginIds(db: D1Database): Promise<void> {
  const files = (runtime.filesBegun ?? 0) + 1;
  runtime.filesBegun = files;
  await db
    .prepare(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('channels', ?1), ('monitors', ?1), ('users', ?1)",
    )
    .bind(files * IDS_A_FILE)
    .run();
}

export function firstWatch(): string {
  return `watch-${((runtime.filesBegun ?? 0) * IDS_A_FILE) / MONITORS_A_WATCH}`;
}
