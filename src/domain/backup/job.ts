import type { Cell } from "../../schema/backup_file.ts";

/** Who asked; 0 and no address for the schedule. */
interface Author {
  id: number;
  email: string;
}

interface JobBase {
  id: string;
  /** Of the file. */
  name: string;
  by: Author;
  startedAt: number;
  /** Of the file, sealed. */
  key: string;
  /** In base64. */
  header: string;
}

/** A backup that is being made, as far as it is; a step that is cut off is done again from here. */
export interface MakeJob extends JobBase {
  kind: "backup";
  origin: "manual" | "scheduled";
  phase: "begin" | "bulk" | "files" | "whole" | "end" | "close";
  /** Among the bulk tables. */
  table: number;
  /** The key of the last row that was read, or the name of the last file. */
  after: Cell[] | null;
  /** So many were sealed: the number of the next. */
  frames: number;
  rows: Record<string, number>;
  files: number;
  sequences: Record<string, number>;
  /** Rows to read, as they were when it began. */
  total: number;
  uploadId: string;
  parts: { partNumber: number; etag: string }[];
  size: number;
}

/** A restore, as far as it is. */
export interface RestoreJob extends JobBase {
  kind: "restore";
  phase: "check" | "prepare" | "load whole" | "load bulk" | "finish" | "swap" | "announce";
  schema: string;
  createdAt: number;
  size: number;
  /** Where the next frame begins, and its number. */
  offset: number;
  number: number;
  /** Where what is loaded first begins; 0 before it was seen. */
  wholeOffset: number;
  wholeNumber: number;
  rows: Record<string, number>;
  files: number;
  sequences: Record<string, number>;
  /** Of the instance that made it, sealed; null where they are not in the file. */
  secretKeys: string | null;
  /** Uploads that were not there before. */
  newFiles: string[];
}

export type Job = MakeJob | RestoreJob;

/** How far it is, from 0 to 1. */
export function progressOf(job: Job): number {
  if (job.kind === "backup") {
    if (job.phase === "close") return 1;
    const rows = Object.values(job.rows).reduce((sum, count) => sum + count, 0);
    return Math.min(0.99, rows / Math.max(1, job.total));
  }
  const part = job.offset / Math.max(1, job.size);
  const whole = (job.size - job.wholeOffset) / Math.max(1, job.size);
  switch (job.phase) {
    case "check":
      return 0.25 * part;
    case "prepare":
      return 0.25;
    case "load whole":
      return 0.25 + 0.6 * Math.max(0, part - (1 - whole));
    case "load bulk":
      return 0.25 + 0.6 * Math.min(1, whole + part);
    case "finish":
      return 0.87;
    case "swap":
      return 0.95;
    case "announce":
      return 0.99;
  }
}
