import { save } from "../../data/db.ts";
import { BackupFault } from "../../domain/backup/fault.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import { log } from "../../lib/log.ts";
import type { BackupsReport } from "../../objects/backups.ts";
import {
  BACKUP_NAME,
  type Backup,
  type BackupOverview,
  type NewBackup,
  type RestoreRequest,
  type RestoreState,
} from "../../schema/backup.ts";
import { confirmIdentity } from "../access/confirm.ts";
import { type Context, userOf } from "../context.ts";
import { recordAudit } from "../record/audit.ts";
import { backupsOf } from "./announce.ts";
import { fileKeyOf } from "./file.ts";
import { findBackupStatus } from "./status.ts";
import { findStored, listStored, removeStored, type StoredBackup } from "./store.ts";
import { storeFile } from "./upload.ts";

const TIMEOUT_MS = 20_000;
const FRESH_MS = 10 * 60_000;
const BUSY = "A backup or restore is running: wait until it finishes.";

export async function listBackups(context: Context): Promise<Backup[]> {
  const [stored, { backups }] = await Promise.all([listStored(context.env), askReport(context)]);
  const kept = stored.filter(({ name }) => !backups.some((backup) => backup.name === name)).map(toDone);
  return [...backups, ...kept].toSorted((a, b) => b.createdAt - a.createdAt);
}

export async function getBackupOverview(context: Context): Promise<BackupOverview> {
  const [{ restore, nextAt }, status] = await Promise.all([
    askReport(context),
    findBackupStatus(context.env),
  ]);
  const { lastSuccessAt, lastFailureAt, lastError } = status;
  return { restore, nextAt, lastSuccessAt, lastFailureAt, lastError };
}

/**
 * May return before the backup is done. With a passphrase it contains SECRET_KEY and every secret, so a
 * session alone is not enough.
 */
export async function createBackup(
  context: Context,
  { passphrase, currentPassword }: NewBackup,
): Promise<Backup> {
  if (passphrase) await confirmIdentity(context, currentPassword, { freshMs: FRESH_MS });
  const object = backupsOf(context.env);
  const begun = await object.backUp({ by: authorOf(context), passphrase: passphrase || null });
  if (begun === "busy") throw new AppError("conflict", BUSY);
  const end = await object.wait(begun.id, TIMEOUT_MS);
  if (end?.error) throw new AppError("unavailable", end.error);
  if (!end) {
    const { backups } = await object.report();
    const running = backups.find(({ state }) => state === "running");
    if (running) return running;
  }
  const name = end?.name ?? (await findBackupStatus(context.env)).lastName ?? "";
  return toDone(await getStored(context, name));
}

export async function removeBackup(context: Context, name: string): Promise<void> {
  const object = backupsOf(context.env);
  const isFailed = await object.forget(name);
  if (await object.isUsed(name)) throw new AppError("conflict", BUSY);
  if (!isFailed) await getStored(context, name);
  await removeStored(context.env, name);
  await save(context.db, [
    recordAudit(context, { action: "Delete", entityType: "backup", entityName: name }),
  ]);
}

interface Download {
  body: ReadableStream;
  size: number;
}

export async function openBackup({ env }: Context, name: string): Promise<Download> {
  const found = BACKUP_NAME.test(name) ? await env.FILES.get(fileKeyOf(name)) : null;
  if (!found) throw notFound("backup");
  return { body: found.body, size: found.size };
}

export async function restoreBackup(
  context: Context,
  { name, passphrase, currentPassword }: RestoreRequest,
): Promise<RestoreState> {
  await confirmIdentity(context, currentPassword, { freshMs: FRESH_MS });
  await getStored(context, name);
  const object = backupsOf(context.env);
  const begun = await object.restore({ by: authorOf(context), passphrase: passphrase || null, name });
  if (begun === "busy") throw new AppError("conflict", BUSY);
  if ("fault" in begun) throw toAppError(begun.code, begun.fault);
  const end = await object.wait(begun.id, TIMEOUT_MS);
  if (end?.error) throw toAppError(end.code, end.error);
  const { restore } = await object.report();
  if (!restore) throw new Error("a restore has begun and nothing is known of it");
  return restore;
}

export async function restoreFile(context: Context, request: RestoreRequest): Promise<RestoreState> {
  try {
    return await restoreBackup(context, request);
  } catch (error) {
    await removeStored(context.env, request.name);
    throw error;
  }
}

export async function keepFile({ env, now }: Context, bytes: AsyncIterable<Uint8Array>): Promise<string> {
  try {
    return await storeFile(env, bytes, now);
  } catch (error) {
    throw error instanceof BackupFault ? toAppError(error.code, error.message) : error;
  }
}

export async function dropFile({ env }: Context, name: string): Promise<void> {
  await removeStored(env, name);
}

async function getStored({ env }: Context, name: string): Promise<StoredBackup> {
  const stored = BACKUP_NAME.test(name) ? await findStored(env, name) : null;
  if (!stored) throw notFound("backup");
  return stored;
}

function toDone(stored: StoredBackup): Backup {
  return { ...stored, state: "done", progress: 1, error: null };
}

function authorOf(context: Context): { id: number; email: string } {
  const { id, email } = userOf(context).user;
  return { id, email };
}

function toAppError(code: string, message: string): AppError {
  if (code === "wrong_key") return invalid(message, [{ path: "passphrase", message }]);
  if (code === "damaged") return invalid(message);
  if (code === "newer" || code === "conflict") return new AppError("conflict", message);
  return new AppError("unavailable", message);
}

async function askReport({ env }: Context): Promise<BackupsReport> {
  try {
    return await backupsOf(env).report();
  } catch (error) {
    log("error", "the backup object did not respond", { error });
    return { backups: [], restore: null, nextAt: null };
  }
}
