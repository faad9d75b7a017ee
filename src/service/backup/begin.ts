import { ensureMigrated } from "../../data/migrate.ts";
import { latestSchema } from "../../data/restore_load.ts";
import { formatHeader, parseHeader } from "../../domain/backup/header.ts";
import type { MakeJob, RestoreJob } from "../../domain/backup/job.ts";
import type { Env } from "../../env.ts";
import { fromBase64, randomText, toBase64 } from "../../lib/bytes.ts";
import { createFrameCipher, type FrameCipher } from "../../lib/sealed_frames.ts";
import type { BackupHeader } from "../../schema/backup_file.ts";
import { refuseNewer } from "./check.ts";
import { openFile } from "./file.ts";
import { makeKey, openJobKey, sealJobKey } from "./key.ts";
import { createUpload } from "./part.ts";

interface Begin {
  by: { id: number; email: string };
  passphrase: string | null;
  now: number;
}

export async function beginBackup(
  env: Env,
  { by, passphrase, now, origin }: Begin & { origin: MakeJob["origin"] },
): Promise<MakeJob> {
  const { encryption, key } = await makeKey(env, passphrase);
  const header: BackupHeader = { schema: latestSchema(), createdAt: now, encryption };
  const name = makeName(now);
  return {
    kind: "backup",
    id: makeId(),
    name,
    origin,
    by,
    startedAt: now,
    phase: "begin",
    key: await sealJobKey(env, key),
    header: toBase64(formatHeader(header)),
    table: 0,
    after: null,
    frames: 0,
    rows: {},
    files: 0,
    sequences: {},
    total: 0,
    parts: [],
    size: 0,
    uploadId: await createUpload(env, name, { header, origin }),
  };
}

export async function beginRestore(
  env: Env,
  { by, passphrase, now, name }: Begin & { name: string },
): Promise<RestoreJob> {
  const { header, headerBytes, key, size } = await openFile(env, name, passphrase);
  refuseNewer(header);
  return {
    kind: "restore",
    id: makeId(),
    name,
    by,
    startedAt: now,
    phase: "check",
    key: await sealJobKey(env, key),
    header: toBase64(headerBytes),
    schema: header.schema,
    createdAt: header.createdAt,
    size,
    offset: headerBytes.length,
    number: 0,
    wholeOffset: 0,
    wholeNumber: 0,
    rows: {},
    files: 0,
    sequences: {},
    secretKeys: null,
    newFiles: [],
  };
}

interface JobDeps {
  cipher: FrameCipher;
  header: BackupHeader;
  headerBytes: Uint8Array<ArrayBuffer>;
}

export async function openJob(env: Env, job: { key: string; header: string }): Promise<JobDeps> {
  await ensureMigrated(env.DB);
  const headerBytes = fromBase64(job.header) ?? new Uint8Array();
  const cipher = await createFrameCipher(await openJobKey(env, job.key), headerBytes);
  return { cipher, header: parseHeader(headerBytes).header, headerBytes };
}

function makeId(): string {
  return crypto.randomUUID();
}

function makeName(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  return `backup-${time}-${randomText("0123456789abcdef", 6)}.uptide`;
}
