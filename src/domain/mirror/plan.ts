import { DAY_MS } from "../../lib/units.ts";
import type { CopyFile } from "./file.ts";

export interface StoredFile {
  path: string;
  hash: string;
  size: number;
  contentType: string;
  unreferencedAt: number | null;
}

/** Lets already open pages load the files they refer to. */
const KEPT_MS = DAY_MS;

export const isSnapshot = (path: string) => /^snapshot(-[\w-]+)?\.json$/.test(path);

/** Files before the files that refer to them; a group starts once the previous one is complete. */
function rankOf(path: string): number {
  if (path === "snapshot.json") return 3;
  if (isSnapshot(path)) return 2;
  return path.endsWith(".html") ? 1 : 0;
}

interface HashedFile extends CopyFile {
  hash: string;
}

/** Snapshots are always included: their time changes. */
export function decideUploads(
  files: readonly HashedFile[],
  stored: ReadonlyMap<string, Pick<StoredFile, "hash">>,
): HashedFile[][] {
  const changed = files.filter(({ path, hash }) => isSnapshot(path) || stored.get(path)?.hash !== hash);
  const groups = Map.groupBy(changed, ({ path }) => rankOf(path));
  return [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
}

/** Pages come before the files they use, so deleting in this order never leaves a page without its style. */
export function listUnreferenced(files: readonly CopyFile[], stored: Iterable<StoredFile>): StoredFile[] {
  const paths = new Set(files.map(({ path }) => path));
  return [...stored].filter(({ path }) => !paths.has(path)).sort((a, b) => rankOf(b.path) - rankOf(a.path));
}

export function isOverdue({ unreferencedAt }: Pick<StoredFile, "unreferencedAt">, now: number): boolean {
  return unreferencedAt !== null && now - unreferencedAt >= KEPT_MS;
}
