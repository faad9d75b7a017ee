import { knowsSchema } from "../../data/restore_load.ts";
import { BackupFault, damaged } from "../../domain/backup/fault.ts";
import type { RestoreJob } from "../../domain/backup/job.ts";
import { BULK_TABLES, WHOLE_TABLES } from "../../domain/backup/tables.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { parseSecretKeys } from "../../lib/secret_box.ts";
import type { BackupHeader } from "../../schema/backup_file.ts";
import type { FileFrame } from "./file.ts";

const KNOWN = new Set<string>([...BULK_TABLES, ...WHOLE_TABLES]);
const SECRETS = "backup/secret_keys";

export function refuseNewer({ schema }: Pick<BackupHeader, "schema">): void {
  if (knowsSchema(schema)) return;
  throw new BackupFault(
    "newer",
    `The backup is newer than this version (its database has ${schema}): update this instance first, then restore it.`,
  );
}

export async function checkFrame(
  env: Env,
  job: RestoreJob,
  { record, number, offset, end }: FileFrame,
): Promise<RestoreJob> {
  const next = { ...job, offset: end, number: number + 1 };
  const isLast = end === job.size;
  if ((record.kind === "begin") !== (number === 0)) throw damaged("its parts are out of order.");
  if ((record.kind === "end") !== isLast) throw damaged("its end is misplaced.");
  switch (record.kind) {
    case "begin":
      return { ...next, secretKeys: await sealSecretKeys(env, record.secretKeys) };
    case "rows":
      checkRows(record);
      return {
        ...next,
        rows: { ...job.rows, [record.table]: (job.rows[record.table] ?? 0) + record.rows.length },
      };
    case "file":
      return { ...next, files: job.files + 1 };
    case "whole":
      if (job.wholeOffset > 0) throw damaged("a part appears twice.");
      return { ...next, wholeOffset: offset, wholeNumber: number };
    case "end":
      checkCounts(job, record);
      return { ...next, sequences: record.sequences };
  }
}

function checkRows({ table, columns, blobs, rows }: Extract<FileFrame["record"], { kind: "rows" }>): void {
  if (!KNOWN.has(table)) throw damaged(`there is no table ${table}.`);
  const isShaped =
    new Set(columns).size === columns.length &&
    blobs.every((name) => columns.includes(name)) &&
    rows.every((row) => row.length === columns.length);
  if (!isShaped) throw damaged(`rows of ${table} have the wrong columns.`);
}

function checkCounts(job: RestoreJob, end: { rows: Record<string, number>; files: number }): void {
  const tables = new Set([...Object.keys(job.rows), ...Object.keys(end.rows)]);
  const isSame = [...tables].every((table) => (job.rows[table] ?? 0) === (end.rows[table] ?? 0));
  if (!isSame || job.files !== end.files || job.wholeOffset === 0) throw damaged("a part is missing.");
}

async function sealSecretKeys(env: Env, secretKeys: readonly string[]): Promise<string | null> {
  if (secretKeys.length === 0) return null;
  if (!parseSecretKeys(secretKeys.join(","))) throw damaged("its keys can't be read.");
  return await (await secretBoxOf(env)).seal(secretKeys.join(","), SECRETS);
}

export async function openSecretKeys(env: Env, { secretKeys }: RestoreJob): Promise<Env | null> {
  if (secretKeys === null) return null;
  const theirs = await (await secretBoxOf(env)).open(secretKeys, SECRETS);
  if (theirs === null) throw new BackupFault("failed", "SECRET_KEY changed in the meantime: start again.");
  return { ...env, SECRET_KEY: `${env.SECRET_KEY},${theirs}` };
}
