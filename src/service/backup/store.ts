import { decideOverdue } from "../../domain/backup/schedule.ts";
import type { Env } from "../../env.ts";
import type { Backup } from "../../schema/backup.ts";
import type { BackupHeader } from "../../schema/backup_file.ts";
import { fileKeyOf } from "./file.ts";

type Origin = Backup["origin"];
export type StoredBackup = Omit<Backup, "state" | "progress" | "error">;

export function toMetadata(
  { schema, createdAt, encryption }: BackupHeader,
  origin: Origin,
): Record<string, string> {
  return { schema, createdAt: String(createdAt), encryption: encryption.kind, origin };
}

export async function listStored(env: Env): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await env.FILES.list({
      prefix: fileKeyOf(""),
      include: ["customMetadata"],
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...page.objects.map(toStored));
    if (!page.truncated) break;
    cursor = page.cursor;
  }
  return found.toSorted((a, b) => b.createdAt - a.createdAt);
}

export async function findStored(env: Env, name: string): Promise<StoredBackup | null> {
  const found = await env.FILES.head(fileKeyOf(name));
  return found && toStored(found);
}

export async function removeStored(env: Env, name: string): Promise<void> {
  await env.FILES.delete(fileKeyOf(name));
}

export async function removeOverdue(env: Env, keep: number): Promise<void> {
  const scheduled = (await listStored(env)).filter(({ origin }) => origin === "scheduled");
  for (const { name } of decideOverdue(scheduled, keep)) await removeStored(env, name);
}

function toStored({ key, size, uploaded, customMetadata = {} }: R2Object): StoredBackup {
  const { createdAt, encryption, schema = "", origin } = customMetadata;
  return {
    name: key.slice(fileKeyOf("").length),
    size,
    createdAt: Number(createdAt ?? uploaded.getTime()),
    encryptedWith: encryption === "passphrase" ? "passphrase" : "secret_key",
    schemaVersion: schema,
    origin: origin === "scheduled" || origin === "uploaded" ? origin : "manual",
  };
}
