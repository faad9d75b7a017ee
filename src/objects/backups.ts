import type { RestoreState } from "../schema/backup.ts";

interface JobRequest {
  by: { id: number; email: string };
  passphrase: string | null;
}

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
  /** Only backups without a file: the one in progress and the last failed one. */
  backups: BackupReport[];
  restore: RestoreState | null;
  nextAt: number | null;
}

type Begun = { id: string } | "busy";

export interface BackupsObject extends Rpc.DurableObjectBranded {
  backUp(asked: JobRequest): Promise<Begun>;
  restore(asked: JobRequest & { name: string }): Promise<Begun | { fault: string; code: string }>;
  wait(
    id: string,
    timeoutMs: number,
  ): Promise<{ id: string; name: string; error: string | null; code: string } | null>;
  report(): Promise<BackupsReport>;
  reload(): Promise<void>;
  revive(): Promise<void>;
  forget(name: string): Promise<boolean>;
  isUsed(name: string): Promise<boolean>;
}
