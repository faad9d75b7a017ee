import type { StoredFile } from "../src/domain/mirror/plan.ts";
import type { MirrorPush, MirrorSettings } from "../src/schema/mirror.ts";
import { makesTables, type StorageStep, upgradeStorage } from "./storage_version.ts";

const PUSHES_KEPT = 20;

/** A push that has begun, and may take several alarms. */
export interface OpenPush {
  at: number;
  isWhole: boolean;
  /** Left by an alarm to the next; else one that nobody carries out was cut off. */
  isPaused: boolean;
  uploaded: number;
  bytes: number;
}

interface MirrorState {
  /** As they were read last: the copy goes on while the database is away. */
  settings: MirrorSettings | null;
  /** Changed since the last push that put everything; `again` whatever is known to be there. */
  wants: "nothing" | "whole" | "again";
  /** When everything was last begun to be put, known to be there or not. */
  wholeAt: number | null;
  /** When the last push of the whole copy was begun, whatever of it was put. */
  copiedAt: number | null;
  lastOk: boolean | null;
  lastSuccessAt: number | null;
  lastError: string | null;
  keepsEncoding: boolean;
  open: OpenPush | null;
  pushes: MirrorPush[];
}

const BEGINNING: MirrorState = {
  ...{ settings: null, wants: "again", wholeAt: null, copiedAt: null, open: null, keepsEncoding: false },
  ...{ lastOk: null, lastSuccessAt: null, lastError: null, pushes: [] },
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS files (
    path TEXT PRIMARY KEY, hash TEXT NOT NULL, size INTEGER NOT NULL, content_type TEXT NOT NULL,
    unreferenced_at INTEGER, push_at INTEGER NOT NULL) WITHOUT ROWID;
`;

const STEPS: readonly StorageStep[] = [makesTables(SCHEMA)];

type FileRow = {
  path: string;
  hash: string;
  size: number;
  content_type: string;
  unreferenced_at: number | null;
};

/** What the mirror remembers: its state, and which files it has put where they are. Nothing here decides anything. */
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

  /** The paths that this push has put already. */
  pathsOf({ at }: OpenPush): Set<string> {
    const rows = this.#storage.sql.exec<{ path: string }>("SELECT path FROM files WHERE push_at = ?", at);
    return new Set([...rows].map(({ path }) => path));
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

  /** What is there has to be put again, and stays known, so that it can be deleted. */
  forgetHashes(): void {
    this.#storage.sql.exec("UPDATE files SET hash = ''");
  }

  /** Nothing is known of another bucket. */
  forgetFiles(): void {
    this.#storage.sql.exec("DELETE FROM files");
  }
}
