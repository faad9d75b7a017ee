import { DAY_MS } from "../../lib/units.ts";
import type { CopyFile } from "./file.ts";

/** A file as it was put into the bucket last. */
export interface StoredFile {
  path: string;
  hash: string;
  size: number;
  contentType: string;
  /** Since when no copy has it any more; null while one does. */
  unreferencedAt: number | null;
}

/** How long whoever still has an older page open finds its files. */
const KEPT_MS = DAY_MS;

export const isSnapshot = (path: string) => /^snapshot(-[\w-]+)?\.json$/.test(path);

/** Files come before those that refer to them; each group is put once the one before is complete. */
function rankOf(path: string): number {
  if (path === "snapshot.json") return 3;
  if (isSnapshot(path)) return 2;
  return path.endsWith(".html") ? 1 : 0;
}

interface HashedFile extends CopyFile {
  hash: string;
}

/** What has to be put, in groups. A snapshot always is, as its time is news. */
export function decideUploads(
  files: readonly HashedFile[],
  stored: ReadonlyMap<string, Pick<StoredFile, "hash">>,
): HashedFile[][] {
  const changed = files.filter(({ path, hash }) => isSnapshot(path) || stored.get(path)?.hash !== hash);
  const groups = Map.groupBy(changed, ({ path }) => rankOf(path));
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/** Of the files in the bucket, those that the whole copy has no more. */
export function listUnreferenced(files: readonly CopyFile[], stored: Iterable<StoredFile>): StoredFile[] {
  const paths = new Set(files.map(({ path }) => path));
  return [...stored].filter(({ path }) => !paths.has(path));
}

export function isOverdue({ unreferencedAt }: Pick<StoredFile, "unreferencedAt">, now: number): boolean {
  return unreferencedAt !== null && now - unreferencedAt >= KEPT_MS;
}
