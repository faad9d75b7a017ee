import type { z } from "zod";
import type {
  Backup,
  BackupOverview,
  backupSettingsChange,
  backupSettingsResponse,
  NewBackup,
  RestoreRequest,
  RestoreState,
} from "../../../src/schema/backup.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/backups";

export type BackupSettingsResponse = z.output<typeof backupSettingsResponse>;

export async function listBackups(signal: AbortSignal): Promise<Backup[]> {
  return await request("GET", ROOT, { signal });
}

export async function getBackupOverview(signal: AbortSignal): Promise<BackupOverview> {
  return await request("GET", `${ROOT}/status`, { signal });
}

export async function createBackup(body: NewBackup): Promise<Backup> {
  return await request("POST", ROOT, { body });
}

export async function removeBackup(name: string): Promise<void> {
  await request("DELETE", `${ROOT}/${name}`);
}

export function downloadAddressOf(name: string): string {
  return `${ROOT}/${name}/download`;
}

export async function restoreBackup(body: RestoreRequest): Promise<RestoreState> {
  return await request("POST", `${ROOT}/restore`, { body });
}

export async function restoreFile(
  file: File,
  texts: Readonly<Record<string, string>>,
): Promise<RestoreState> {
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.set(name, text);
  body.set("file", file);
  return await request("POST", `${ROOT}/restore`, { body });
}

export async function getBackupSettings(signal: AbortSignal): Promise<BackupSettingsResponse> {
  return await request("GET", `${ROOT}/settings`, { signal });
}

export async function updateBackupSettings(
  body: z.input<typeof backupSettingsChange>,
): Promise<BackupSettingsResponse> {
  return await request("PUT", `${ROOT}/settings`, { body });
}
