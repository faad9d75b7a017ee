import { formatHeader } from "../../../src/domain/backup/header.ts";
import type { Env } from "../../../src/env.ts";
import { createFrameCipher } from "../../../src/lib/sealed_frames.ts";
import type { BackupRecord } from "../../../src/schema/backup_file.ts";
import { formatFrame } from "../../../src/service/backup/frame.ts";
import { makeKey } from "../../../src/service/backup/key.ts";

const keyOf = (name: string) => `backups/${name}`;

export async function writeBackup(
  env: Env,
  name: string,
  { schema, records, secretKeys = [] }: { schema: string; records: BackupRecord[]; secretKeys?: string[] },
): Promise<Uint8Array[]> {
  const createdAt = 1_700_000_000_000;
  const { encryption, key } = await makeKey(env, null);
  const header = formatHeader({ schema, createdAt, encryption });
  const cipher = await createFrameCipher(key, header);
  const all: BackupRecord[] = [{ kind: "begin", createdAt, schema, secretKeys }, ...records];
  const frames = await Promise.all(
    all.map((record, number) => formatFrame(cipher, record, { number, isLast: number === all.length - 1 })),
  );
  await putFile(env, name, join([header, ...frames]));
  return [header, ...frames];
}

export function endOf(records: readonly BackupRecord[]): BackupRecord {
  const rows: Record<string, number> = {};
  for (const record of records)
    if (record.kind === "rows") rows[record.table] = (rows[record.table] ?? 0) + record.rows.length;
  return { kind: "end", rows, files: records.filter(({ kind }) => kind === "file").length, sequences: {} };
}

export async function readKept({ FILES }: Env, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const found = await FILES.get(keyOf(name));
  return new Uint8Array((await found?.arrayBuffer()) ?? new ArrayBuffer());
}

export async function putFile({ FILES }: Env, name: string, bytes: Uint8Array): Promise<void> {
  await FILES.put(keyOf(name), bytes);
}

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
