import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { FOLDERS, REPORT } from "./runtime/config.ts";

export function reportDamage(stateDir: string): void {
  const files = FOLDERS.map((name) => join(stateDir, name))
    .filter(existsSync)
    .flatMap(listDatabases)
    .filter(isDamaged)
    .map((path) => relative(stateDir, path).split(sep).join("/"));
  for (const file of files) console.error(`${join(stateDir, file)} is damaged: see /ready.`);
  mkdirSync(join(stateDir, REPORT), { recursive: true });
  const path = join(stateDir, REPORT, "damage.json");
  writeFileSync(`${path}.new`, JSON.stringify({ stateDir, files }));
  renameSync(`${path}.new`, path);
}

function listDatabases(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sqlite"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function isDamaged(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] !== "ok";
    } finally {
      database.close();
    }
  } catch (error) {
    // SQLITE_CORRUPT and SQLITE_NOTADB; a busy file is fine.
    return [11, 26].includes(Number((error as { errcode?: number }).errcode) & 0xff);
  }
}
