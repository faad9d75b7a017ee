import { log } from "../../lib/log.ts";
import { givenOf } from "../../lib/pick.ts";
import { type BackupSettings, type BackupSettingsChange, backupSettings } from "../../schema/backup.ts";
import type { Context } from "../context.ts";
import { editSingle, getSingle, type SettingObject } from "../record/setting.ts";
import { backupsOf } from "./announce.ts";
import { BACKUP_SETTINGS } from "./status.ts";

const SINGLE: SettingObject<BackupSettings> = {
  setting: BACKUP_SETTINGS,
  schema: backupSettings,
  entityType: "backup",
  entityName: "Backup schedule",
};

export async function getBackupSettings(context: Context): Promise<BackupSettings & { version: number }> {
  return await getSingle(context, SINGLE);
}

export async function updateBackupSettings(
  context: Context,
  { version, ...change }: BackupSettingsChange,
): Promise<BackupSettings & { version: number }> {
  const decide = (before: BackupSettings) => ({ ...before, ...givenOf(change) });
  await editSingle(context, SINGLE, { version, decide });
  try {
    await backupsOf(context.env).reload();
  } catch (error) {
    log("warn", "the backup object was not notified of its schedule", { error });
  }
  return await getBackupSettings(context);
}
