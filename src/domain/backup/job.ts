import type { Cell } from "../../schema/backup_file.ts";

interface Author {
  id: number;
  email: string;
}

interface JobBase {
  id: string;
  name: string;
  by: Author;
  startedAt: number;
  key: string;
  header: string;
}

export interface MakeJob extends JobBase {
  kind: "backup";
  origin: "manual" | "scheduled";
  phase: "begin" | "bulk" | "files" | "whole" | "end" | "close";
  table: number;
  after: Cell[] | null;
  frames: number;
  rows: Record<string, number>;
  files: number;
  sequences: Record<string, number>;
  total: number;
  uploadId: string;
  parts: { partNumber: number; etag: string }[];
  size: number;
}

export interface RestoreJob extends JobBase {
  kind: "restore";
  phase: "check" | "prepare" | "load whole" | "load bulk" | "finish" | "swap" | "announce";
  schema: string;
  createdAt: number;
  size: number;
  offset: number;
  number: number;
  /** Start of the small tables, which load first; 0 until found. */
  wholeOffset: number;
  wholeNumber: number;
  rows: Record<string, number>;
  files: number;
  sequences: Record<string, number>;
  /** The secret keys of the source instance, sealed; null if the file has none. */
  secretKeys: string | null;
  newFiles: string[];
}

export type Job = MakeJob | RestoreJob;

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
