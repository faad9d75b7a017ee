import { countRows, listPageOfRows, type Row, readWhole } from "../../data/backup_read.ts";
import { listTableShapes, type TableShape } from "../../data/backup_shape.ts";
import { openDb } from "../../data/db.ts";
import type { MakeJob } from "../../domain/backup/job.ts";
import { BULK_TABLES, WHOLE_TABLES } from "../../domain/backup/tables.ts";
import { type Env, secretKeysOf } from "../../env.ts";
import { toBase64 } from "../../lib/bytes.ts";
import type { FrameCipher } from "../../lib/sealed_frames.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { BackupRecord, Cell } from "../../schema/backup_file.ts";
import { listUploads, readUpload } from "../page/upload.ts";
import { formatFrame, inPages } from "./frame.ts";
import { readLiveStatuses } from "./live_status.ts";

const PAGE_CHARACTERS = 700_000;
/** A state may be dated back to its first failed check. */
const TAIL_MS = 2 * DAY_MS;

interface MakeDeps {
  env: Env;
  cipher: FrameCipher;
  header: { schema: string; createdAt: number; isOpenedByPassphrase: boolean };
  shapes: ReadonlyMap<string, TableShape>;
}

export async function readShapes(env: Env): Promise<Map<string, TableShape>> {
  const shapes = await listTableShapes(openDb(env.DB), [...BULK_TABLES, ...WHOLE_TABLES]);
  return new Map(shapes.map((shape) => [shape.name, shape]));
}

interface MakeStep {
  job: MakeJob;
  bytes: Uint8Array<ArrayBuffer>[];
}

/**
 * Stores nothing, so an interrupted step is repeated. Large tables are read in pages while other requests
 * run, since their rows are independent. Small and referenced tables are read last in one transaction, with
 * the large tables' changes since the start. Of duplicate rows the later one counts, and rows whose owner was
 * deleted are dropped on restore, so the backup is consistent as of that transaction.
 */
export async function makeNext(deps: MakeDeps, job: MakeJob): Promise<MakeStep> {
  switch (job.phase) {
    case "begin":
      return await begin(deps, job);
    case "bulk":
      return await readPage(deps, job);
    case "files":
      return await readFile(deps, job);
    case "whole":
      return await readRest(deps, job);
    case "end":
      return await end(deps, job);
    case "close":
      return { job, bytes: [] };
  }
}

async function begin(deps: MakeDeps, job: MakeJob): Promise<MakeStep> {
  const { env, header, shapes } = deps;
  const total = await countRows(openDb(env.DB), [...shapes.values()]);
  const { schema, createdAt, isOpenedByPassphrase } = header;
  const secretKeys = isOpenedByPassphrase ? secretKeysOf(env).map(toBase64) : [];
  const made = await seal(deps, job, [{ kind: "begin", createdAt, schema, secretKeys }]);
  return { ...made, job: { ...made.job, phase: "bulk", total } };
}

async function readPage(deps: MakeDeps, job: MakeJob): Promise<MakeStep> {
  const name = BULK_TABLES[job.table];
  if (!name) return { job: { ...job, phase: "files", after: null }, bytes: [] };
  const shape = shapeOf(deps, name);
  const rows = await listPageOfRows(openDb(deps.env.DB), shape, job.after);
  const last = rows.at(-1);
  if (!last) return { job: { ...job, table: job.table + 1, after: null }, bytes: [] };
  const made = await seal(deps, job, toRecords(shape, rows));
  return { ...made, job: { ...made.job, after: keyOf(shape, last) } };
}

async function readFile(deps: MakeDeps, job: MakeJob): Promise<MakeStep> {
  const [name] = await listUploads(deps.env, { after: String(job.after?.[0] ?? ""), limit: 1 });
  if (name === undefined) return { job: { ...job, phase: "whole", after: null }, bytes: [] };
  const body = await readUpload(deps.env, name);
  const records: BackupRecord[] = body ? [{ kind: "file", name, body: toBase64(body) }] : [];
  const made = await seal(deps, job, records);
  return { ...made, job: { ...made.job, after: [name], files: job.files + records.length } };
}

async function readRest(deps: MakeDeps, job: MakeJob): Promise<MakeStep> {
  const { env } = deps;
  const [whole, bulk] = [WHOLE_TABLES, BULK_TABLES].map((names) => names.map((name) => shapeOf(deps, name)));
  const since = job.startedAt - TAIL_MS;
  const { tables, sequences } = await readWhole(
    openDb(env.DB),
    { whole: whole ?? [], bulk: bulk ?? [] },
    since,
  );
  const records: BackupRecord[] = [{ kind: "whole", at: Date.now() }];
  for (const { shape, rows } of tables) {
    const known = shape.name === "monitor_status" ? await readLiveStatuses(env, shape, rows) : rows;
    records.push(...toRecords(shape, known));
  }
  const made = await seal(deps, job, records);
  return { ...made, job: { ...made.job, phase: "end", sequences: pick(sequences, deps.shapes) } };
}

async function end(deps: MakeDeps, job: MakeJob): Promise<MakeStep> {
  const { rows, files, sequences } = job;
  const place = { number: job.frames, isLast: true };
  const bytes = await formatFrame(deps.cipher, { kind: "end", rows, files, sequences }, place);
  return { job: { ...job, frames: job.frames + 1, phase: "close" }, bytes: [bytes] };
}

async function seal({ cipher }: MakeDeps, job: MakeJob, records: readonly BackupRecord[]): Promise<MakeStep> {
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  const rows = { ...job.rows };
  for (const record of records) {
    bytes.push(await formatFrame(cipher, record, { number: job.frames + bytes.length, isLast: false }));
    if (record.kind === "rows") rows[record.table] = (rows[record.table] ?? 0) + record.rows.length;
  }
  return { job: { ...job, frames: job.frames + bytes.length, rows }, bytes };
}

function toRecords({ name, columns }: TableShape, rows: readonly Row[]): BackupRecord[] {
  const names = columns.map((column) => column.name);
  const blobs = columns.filter(({ isBlob }) => isBlob).map((column) => column.name);
  return inPages(rows, PAGE_CHARACTERS).map((page) => {
    return { kind: "rows", table: name, columns: names, blobs, rows: page };
  });
}

function keyOf({ columns, key }: TableShape, row: Row): Cell[] {
  return key.map((part) => row[columns.findIndex(({ name }) => name === part)] ?? null);
}

function shapeOf({ shapes }: MakeDeps, name: string): TableShape {
  const shape = shapes.get(name);
  if (!shape) throw new Error(`there is no table ${name}`);
  return shape;
}

function pick(sequences: Record<string, number>, shapes: ReadonlyMap<string, TableShape>) {
  return Object.fromEntries(Object.entries(sequences).filter(([name]) => shapes.has(name)));
}
