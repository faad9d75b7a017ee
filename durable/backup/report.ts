import { parseHeader } from "../../src/domain/backup/header.ts";
import { type MakeJob, progressOf, type RestoreJob } from "../../src/domain/backup/job.ts";
import { fromBase64 } from "../../src/lib/bytes.ts";
import type { BackupReport } from "../../src/objects/backups.ts";
import type { RestoreState } from "../../src/schema/backup.ts";

export function reportBackup(job: MakeJob, size: number): BackupReport {
  const { header } = parseHeader(fromBase64(job.header) ?? new Uint8Array());
  return {
    name: job.name,
    state: "running",
    progress: progressOf(job),
    size,
    createdAt: job.startedAt,
    encryptedWith: header.encryption.kind,
    schemaVersion: header.schema,
    origin: job.origin,
    error: null,
  };
}

const PHASES = {
  check: "check",
  prepare: "load",
  "load whole": "load",
  "load bulk": "load",
  finish: "load",
  swap: "swap",
  announce: "announce",
} as const;

export function reportRestore(job: RestoreJob): RestoreState {
  return {
    name: job.name,
    state: "running",
    phase: PHASES[job.phase],
    progress: progressOf(job),
    startedAt: job.startedAt,
    finishedAt: null,
    error: null,
  };
}
