import { insertAuditEntry } from "../../data/audit.ts";
import { openDb, save } from "../../data/db.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { findSetting, saveSetting } from "../../data/setting.ts";
import type { MakeJob } from "../../domain/backup/job.ts";
import type { Env } from "../../env.ts";
import {
  type BackupSettings,
  type BackupStatus,
  backupSettings,
  backupStatus,
  parseBackupStatus,
} from "../../schema/backup.ts";
import type { BackupHealth } from "../../schema/system_health.ts";

export const BACKUP_STATUS = "backup_status";
export const BACKUP_SETTINGS = "backup";

export async function findBackupStatus(env: Env): Promise<BackupStatus> {
  return backupStatus.parse((await findSetting(openDb(env.DB), BACKUP_STATUS)) ?? {});
}

export async function readBackupSettings(env: Env): Promise<BackupSettings> {
  await ensureMigrated(env.DB);
  return backupSettings.parse((await findSetting(openDb(env.DB), BACKUP_SETTINGS)) ?? {});
}

export function findBackupHealth(stored: (name: string) => unknown): BackupHealth {
  const { lastSuccessAt, lastError } = parseBackupStatus(stored(BACKUP_STATUS));
  const { schedule } = backupSettings.safeParse(stored(BACKUP_SETTINGS) ?? {}).data ?? { schedule: "off" };
  return { schedule, lastSuccessAt, lastError };
}

export async function saveBackupStatus(env: Env, change: Partial<BackupStatus>, now: number): Promise<void> {
  const status = { ...(await findBackupStatus(env)), ...change };
  const db = openDb(env.DB);
  await save(db, [saveSetting(db, BACKUP_STATUS, status, now)]);
}

export async function recordBackup(
  env: Env,
  { name, by, origin, size }: MakeJob,
  { now, isOpenedByPassphrase }: { now: number; isOpenedByPassphrase: boolean },
): Promise<void> {
  const db = openDb(env.DB);
  const status = await findBackupStatus(env);
  const done = { lastSuccessAt: now, lastName: name, lastSize: size, lastError: null, running: null };
  await save(db, [
    saveSetting(db, BACKUP_STATUS, { ...status, ...done }, now),
    insertAuditEntry(db, {
      at: now,
      userId: by.id,
      userEmail: by.email,
      action: "Create",
      entityType: "backup",
      entityId: null,
      entityName: name,
      details: { fields: isOpenedByPassphrase ? ["passphrase"] : [], size, origin },
    }),
  ]);
}
