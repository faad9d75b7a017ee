import type { Env } from "../../env.ts";
import type { BackupsObject } from "../../objects/backups.ts";
import { findBackupStatus, readBackupSettings } from "./status.ts";

export function backupsOf(env: Env): DurableObjectStub<BackupsObject> {
  return env.BACKUPS.getByName("backups");
}

export async function reviveBackups(env: Env): Promise<void> {
  const [{ schedule }, { running }] = await Promise.all([readBackupSettings(env), findBackupStatus(env)]);
  if (schedule !== "off" || running !== null) await backupsOf(env).revive();
}
