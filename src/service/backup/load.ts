import type { TableShape } from "../../data/backup_shape.ts";
import { isConstraintBreach, openDb, type Statement, save } from "../../data/db.ts";
import { finishRestore } from "../../data/restore_finish.ts";
import {
  applyToShadows,
  beginShadows,
  deleteShadowRows,
  dropTables,
  insertRows,
  listMissingMigrations,
  listShadowShapes,
  migrationsUpTo,
  readShadowShapes,
} from "../../data/restore_load.ts";
import { damaged } from "../../domain/backup/fault.ts";
import type { RestoreJob } from "../../domain/backup/job.ts";
import { SHADOW } from "../../domain/backup/shadow.ts";
import { type Env, secretBoxOf } from "../../env.ts";
import { fromBase64 } from "../../lib/bytes.ts";
import { log } from "../../lib/log.ts";
import type { FrameCipher } from "../../lib/sealed_frames.ts";
import { hasUpload, removeUploads, restoreUpload } from "../page/upload.ts";
import { rewriteUnder } from "../record/secret_rotation.ts";
import { checkFrame, openSecretKeys } from "./check.ts";
import { type FileFrame, readFrames } from "./file.ts";

const MOST_FRAMES = 30;
const SEALED_A_STEP = 500;

interface RestoreDeps {
  env: Env;
  cipher: FrameCipher;
}

export async function checkNext({ env, cipher }: RestoreDeps, job: RestoreJob): Promise<RestoreJob> {
  const { offset, number, size, name } = job;
  let checked = job;
  for await (const frame of readFrames(env, { name, size, cipher }, { offset, number, end: size }))
    checked = await checkFrame(env, checked, frame);
  return checked.offset < size ? checked : { ...checked, phase: "prepare" };
}

export async function prepareLoad({ env }: RestoreDeps, job: RestoreJob): Promise<RestoreJob> {
  const db = openDb(env.DB);
  await save(db, dropTables(await listShadowShapes(db)));
  await save(db, [beginShadows()]);
  for (const migration of migrationsUpTo(job.schema)) await save(db, applyToShadows(migration));
  await save(db, deleteShadowRows([...(await readShadowShapes(db)).values()]));
  return { ...job, phase: "load whole", offset: job.wholeOffset, number: job.wholeNumber };
}

/** Referenced tables are at the end of the file and load first. Loading a piece twice has no effect. */
export async function loadNext(
  { env, cipher }: RestoreDeps,
  job: RestoreJob,
  headerBytes: number,
): Promise<RestoreJob> {
  const { offset, number, size, name } = job;
  const end = job.phase === "load whole" ? size : job.wholeOffset;
  const shadows = await readShadowShapes(openDb(env.DB));
  let loaded = job;
  let count = 0;
  for await (const frame of readFrames(env, { name, size, cipher }, { offset, number, end })) {
    const newFiles = await load(env, frame, shadows);
    loaded = {
      ...loaded,
      offset: frame.end,
      number: frame.number + 1,
      newFiles: [...loaded.newFiles, ...newFiles],
    };
    count += 1;
    if (count === MOST_FRAMES) break;
  }
  if (loaded.offset < end) return loaded;
  if (job.phase === "load whole") return { ...loaded, phase: "load bulk", offset: headerBytes, number: 0 };
  return { ...loaded, phase: "finish" };
}

async function load(
  env: Env,
  { record }: FileFrame,
  shadows: ReadonlyMap<string, TableShape>,
): Promise<string[]> {
  if (record.kind === "rows") {
    const columns = new Set(shadows.get(record.table)?.columns.map(({ name }) => name));
    const unknown = record.columns.find((name) => !columns.has(name));
    if (unknown !== undefined) throw damaged(`the table ${record.table} has no column ${unknown}.`);
    await saveRows(env, insertRows(shadows, record));
  }
  if (record.kind !== "file") return [];
  const isNew = !(await hasUpload(env, record.name));
  const body = fromBase64(record.body);
  if (!body || !(await restoreUpload(env, record.name, body)))
    throw damaged(`the file ${record.name} doesn't match.`);
  return isNew ? [record.name] : [];
}

/** The database would reject these rows on every retry. */
async function saveRows(env: Env, statements: readonly Statement[]): Promise<void> {
  try {
    await save(openDb(env.DB), statements);
  } catch (error) {
    if (!isConstraintBreach(error)) throw error;
    log("warn", "rows of a backup were rejected", { error });
    throw damaged("its rows contradict each other.");
  }
}

export async function finishLoad({ env }: RestoreDeps, job: RestoreJob, now: number): Promise<RestoreJob> {
  const db = openDb(env.DB);
  for (const migration of await listMissingMigrations(db)) await save(db, applyToShadows(migration));
  await save(db, finishRestore(now));
  const both = await openSecretKeys(env, job);
  const isDone = both === null || (await reseal(env, both));
  return isDone ? { ...job, phase: "swap" } : job;
}

async function reseal(env: Env, both: Env): Promise<boolean> {
  const own = new Set((await secretBoxOf(env)).keyIds);
  const { keyIds } = await secretBoxOf(both);
  for (const keyId of keyIds.filter((id) => !own.has(id))) {
    const { found } = await rewriteUnder(both, keyId, { limit: SEALED_A_STEP, prefix: SHADOW });
    if (found > 0) return false;
  }
  return true;
}

export async function dropLoad(env: Env, job: RestoreJob): Promise<void> {
  const db = openDb(env.DB);
  await save(db, dropTables(await listShadowShapes(db)));
  await removeUploads(env, job.newFiles);
}
