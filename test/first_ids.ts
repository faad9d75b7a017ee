/** More than any file makes of a kind, and whole watches of 32 monitors. */
const IDS_A_FILE = 1024;
const MONITORS_A_WATCH = 32;

/** Goes on where modules are made anew. */
const runtime = globalThis as { filesBegun?: number };

/**
 * What the file before left on its way may still reach an object by its name: no two files of a runtime have
 * channels, monitors or users of the same id.
 */
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

/** The watch of the first monitors that a file makes. */
export function firstWatch(): string {
  return `watch-${((runtime.filesBegun ?? 0) * IDS_A_FILE) / MONITORS_A_WATCH}`;
}
