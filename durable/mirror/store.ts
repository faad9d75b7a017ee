import type { StoredFile } from "../../src/domain/mirror/plan.ts";
import type { MirrorPush, MirrorSettings } from "../../src/schema/mirror.ts";
import { makesTables, type StorageStep, upgradeStorage } from "../storage_version.ts";

const PUSHES_KEPT = 20;

export interface OpenPush {
  at: number;
  isWhole: boolean;
  /** If false, an open push that nobody runs was cut off. */
  isPaused: boolean;
  uploaded: number;
  bytes: number;
}

interface MirrorState {
  settings: MirrorSettings | null;
  /** `again` pushes every file, even those known to be in the bucket. */
  wants: "nothing" | "whole" | "again";
  wholeAt: number | null;
  copiedAt: number | null;
  lastOk: boolean | null;
  lastSuccessAt: number | null;
  lastError: string | null;
  keepsEncoding: boolean;
  open: OpenPush | null;
  left: Readonly<Record<string, MirrorSettings>>;
  removalFailures: number;
  pushes: MirrorPush[];
}

const BEGINNING: MirrorState = {
  settings: null,
  wants: "again",
  wholeAt: null,
  copiedAt: null,
  open: null,
  keepsEncoding: false,
  lastOk: null,
  lastSuccessAt: null,
  lastError: null,
  left: {},
  removalFailures: 0,
  pushes: [],
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS files (
    path TEXT PRIMARY KEY, hash TEXT NOT NULL, size INTEGER NOT NULL, content_type TEXT NOT NULL,
    unreferenced_at INTEGER, push_at INTEGER NOT NULL) WITHOUT ROWID;
`;

const LEFT = `
  CREATE TABLE left_files (place TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (place, path)) WITHOUT ROWID;
`;

const STEPS: readonly StorageStep[] = [
  makesTables(SCHEMA),
  { isAddition: true, change: ({ sql }) => void sql.exec(LEFT) },
];

type FileRow = {
  path: string;
  hash: string;
  size: number;
  content_type: string;
  unreferenced_at: number | null;
};

export class MirrorStore {
  readonly #storage: DurableObjectStorage;
  #state: MirrorState;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    upgradeStorage(storage, STEPS);
    this.#state = { ...BEGINNING, ...storage.kv.get<MirrorState>("state") };
  }

  get state(): Readonly<MirrorState> {
    return this.#state;
  }

  change(change: Partial<MirrorState>): void {
    const state = { ...this.#state, ...change };
    this.#storage.kv.put("state", state);
    this.#state = state;
  }

  addPush(push: MirrorPush, change: Partial<MirrorState>): void {
    this.change({ ...change, open: null, pushes: [...this.#state.pushes, push].slice(-PUSHES_KEPT) });
  }

  files(): Map<string, StoredFile> {
    const rows = this.#storage.sql.exec<FileRow>(
      "SELECT path, hash, size, content_type, unreferenced_at FROM files",
    );
    return new Map(
      [...rows].map(({ path, hash, size, content_type, unreferenced_at }) => [
        path,
        { path, hash, size, contentType: content_type, unreferencedAt: unreferenced_at },
      ]),
    );
  }

  pathsOf({ at }: OpenPush): Set<string> {
    const rows = this.#storage.sql.exec<{ path: string }>("SELECT path FROM files WHERE push_at = ?", at);
    return new Set([...rows].map(({ path }) => path));
  }

  /** Recorded before the upload: one without a response may still have arrived, so the content is unknown. */
  noteFile(path: string): void {
    this.#storage.sql.exec(
      `INSERT INTO files (path, hash, size, content_type, unreferenced_at, push_at) VALUES (?, '', 0, '', NULL, 0)
       ON CONFLICT (path) DO UPDATE SET hash = ''`,
      path,
    );
  }

  saveFile({ path, hash, size, contentType }: Omit<StoredFile, "unreferencedAt">, { at }: OpenPush): void {
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO files (path, hash, size, content_type, unreferenced_at, push_at) VALUES (?, ?, ?, ?, NULL, ?)",
      ...[path, hash, size, contentType, at],
    );
  }

  markReferenced(paths: readonly string[]): void {
    this.#storage.sql.exec(
      "UPDATE files SET unreferenced_at = NULL WHERE unreferenced_at IS NOT NULL AND path IN (SELECT value FROM json_each(?))",
      JSON.stringify(paths),
    );
  }

  markUnreferenced(path: string, now: number): void {
    this.#storage.sql.exec("UPDATE files SET unreferenced_at = ? WHERE path = ?", now, path);
  }

  removeFile(path: string): void {
    this.#storage.sql.exec("DELETE FROM files WHERE path = ?", path);
  }

  /** Forces a new upload but keeps the paths, so the files can be deleted. */
  forgetHashes(): void {
    this.#storage.sql.exec("UPDATE files SET hash = ''");
  }

  hasFiles(): boolean {
    return this.#storage.sql.exec("SELECT 1 FROM files LIMIT 1").toArray().length > 0;
  }

  leaveFiles(place: string, settings: MirrorSettings): void {
    if (!this.hasFiles()) return;
    this.#storage.sql.exec("INSERT OR IGNORE INTO left_files SELECT ? AS place, path FROM files", place);
    this.#storage.sql.exec("DELETE FROM files");
    this.change({ left: { ...this.#state.left, [place]: settings }, removalFailures: 0 });
  }

  replaceLeft(place: string, settings: MirrorSettings): void {
    const { left } = this.#state;
    if (left[place]) this.change({ left: { ...left, [place]: settings }, removalFailures: 0 });
  }

  takeBack(place: string): void {
    this.#storage.sql.exec(
      "INSERT OR IGNORE INTO files SELECT path, '' AS hash, 0, '', NULL, 0 FROM left_files WHERE place = ?",
      place,
    );
    this.#storage.sql.exec("DELETE FROM left_files WHERE place = ?", place);
    this.#forgetEmpty();
  }

  countLeft(): number {
    return this.#storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM left_files").one().n;
  }

  listLeft(place: string, limit: number): string[] {
    const rows = this.#storage.sql.exec<{ path: string }>(
      "SELECT path FROM left_files WHERE place = ? ORDER BY path LIKE 'assets/%', path LIMIT ?",
      ...[place, limit],
    );
    return [...rows].map(({ path }) => path);
  }

  removeLeft(place: string, path: string): void {
    this.#storage.sql.exec("DELETE FROM left_files WHERE place = ? AND path = ?", place, path);
    this.#forgetEmpty();
  }

  #forgetEmpty(): void {
    const rows = this.#storage.sql.exec<{ place: string }>("SELECT DISTINCT place FROM left_files");
    const places = new Set([...rows].map(({ place }) => place));
    const left = Object.entries(this.#state.left).filter(([place]) => places.has(place));
    if (left.length < Object.keys(this.#state.left).length) this.change({ left: Object.fromEntries(left) });
  }
}
