import type { Job } from "../../src/domain/backup/job.ts";
import { NO_SLOT, type ScheduleState } from "../../src/domain/backup/schedule.ts";
import type { BackupReport } from "../../src/objects/backups.ts";
import type { BackupSettings, RestoreState } from "../../src/schema/backup.ts";

/** A row holds at most two million bytes. */
const PIECE_BYTES = 1_000_000;
const ENDS_KEPT = 10;

export interface JobEnd {
  id: string;
  name: string;
  error: string | null;
  code: string;
}

interface BackupsState {
  job: Job | null;
  /** Counts invocations since the last progress, to end a job that kills each of them. */
  tries: number;
  settings: BackupSettings | null;
  schedule: ScheduleState;
  failed: BackupReport | null;
  restore: RestoreState | null;
  ends: JobEnd[];
}

const BEGINNING: BackupsState = {
  job: null,
  tries: 0,
  settings: null,
  schedule: NO_SLOT,
  failed: null,
  restore: null,
  ends: [],
};

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS pending (id INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL);
`;

export class BackupStore {
  readonly #storage: DurableObjectStorage;
  #state: BackupsState;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(SCHEMA);
    this.#state = { ...BEGINNING, ...storage.kv.get<BackupsState>("state") };
  }

  get state(): Readonly<BackupsState> {
    return this.#state;
  }

  change(change: Partial<BackupsState>): void {
    const state = { ...this.#state, ...change };
    this.#storage.kv.put("state", state);
    this.#state = state;
  }

  addEnd(end: JobEnd): void {
    this.change({ job: null, tries: 0, ends: [...this.#state.ends, end].slice(-ENDS_KEPT) });
  }

  commit(job: Job, bytes: readonly Uint8Array<ArrayBuffer>[] = []): void {
    this.#storage.transactionSync(() => {
      for (const chunk of bytes) this.#append(chunk);
      this.change({ job, tries: 0 });
    });
  }

  pendingSize(): number {
    const rows = this.#storage.sql.exec<{ size: number | null }>(
      "SELECT sum(length(bytes)) AS size FROM pending",
    );
    return rows.one().size ?? 0;
  }

  pending(mostBytes: number): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(Math.min(mostBytes, this.pendingSize()));
    let size = 0;
    for (const { bytes } of this.#storage.sql.exec<{ bytes: ArrayBuffer }>(
      "SELECT bytes FROM pending ORDER BY id",
    )) {
      const piece = new Uint8Array(bytes).subarray(0, taken.length - size);
      taken.set(piece, size);
      size += piece.length;
      if (size === taken.length) break;
    }
    return taken;
  }

  commitPart(job: Job, uploaded: number): void {
    this.#storage.transactionSync(() => {
      let left = uploaded;
      const { sql } = this.#storage;
      const pieces = sql.exec<{ id: number; size: number }>(
        "SELECT id, length(bytes) AS size FROM pending ORDER BY id",
      );
      for (const { id, size } of pieces.toArray()) {
        if (left === 0) break;
        if (size <= left) sql.exec("DELETE FROM pending WHERE id = ?", id);
        else sql.exec("UPDATE pending SET bytes = substr(bytes, ?) WHERE id = ?", left + 1, id);
        left -= Math.min(left, size);
      }
      this.change({ job, tries: 0 });
    });
  }

  dropPending(): void {
    this.#storage.sql.exec("DELETE FROM pending");
  }

  #append(chunk: Uint8Array<ArrayBuffer>): void {
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      const piece = chunk.slice(from, from + PIECE_BYTES);
      this.#storage.sql.exec("INSERT INTO pending (bytes) VALUES (?)", piece.buffer);
    }
  }
}
