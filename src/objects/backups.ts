import type { RestoreState } from "../schema/backup.ts";

interface JobRequest {
  by: { id: number; email: string };
  /** Null to go with SECRET_KEY. */
  passphrase: string | null;
}

/** A backup as far as it is, or why there is none. */
export interface BackupReport {
  name: string;
  state: "running" | "done" | "failed";
  progress: number;
  size: number;
  createdAt: number;
  encryptedWith: "passphrase" | "secret_key";
  schemaVersion: string;
  origin: "manual" | "scheduled";
  error: string | null;
}

export interface BackupsReport {
  /** Those that are not among the files: the one that is being made, and the last that failed. */
  backups: BackupReport[];
  restore: RestoreState | null;
  nextAt: number | null;
}

/** What becomes of what was asked: "busy" where something else goes on. */
type Begun = { id: string } | "busy";

/** Makes and restores backups, one thing at a time. */
export interface BackupsObject extends Rpc.DurableObjectBranded {
  backUp(asked: JobRequest): Promise<Begun>;
  /** The file is there, and its key opens it. */
  restore(asked: JobRequest & { name: string }): Promise<Begun | { fault: string; code: string }>;
  /** Once the job has ended, or null when that is not soon. */
  wait(
    id: string,
    patienceMs: number,
  ): Promise<{ id: string; name: string; error: string | null; code: string } | null>;
  report(): Promise<BackupsReport>;
  /** The schedule was changed. */
  reload(): Promise<void>;
  /** Called each minute: sets an alarm that was lost or is overdue. */
  revive(): Promise<void>;
  /** Forgets one that failed; false where that was not one. */
  forget(name: string): Promise<boolean>;
  /** Whether this file is in use. */
  isUsed(name: string): Promise<boolean>;
}
