import type { MakeJob } from "../../domain/backup/job.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { Backup } from "../../schema/backup.ts";
import type { BackupHeader } from "../../schema/backup_file.ts";
import { fileKeyOf } from "./file.ts";
import { toMetadata } from "./store.ts";

/** R2's minimum for every part but the last; all must have the same size. */
export const PART_BYTES = 5 * 1024 * 1024;

type Part = MakeJob["parts"][number];

export async function createUpload(
  env: Env,
  name: string,
  { header, origin }: { header: BackupHeader; origin: Backup["origin"] },
): Promise<string> {
  const upload = await env.FILES.createMultipartUpload(fileKeyOf(name), {
    customMetadata: toMetadata(header, origin),
    httpMetadata: { contentType: "application/octet-stream" },
  });
  return upload.uploadId;
}

interface Upload {
  name: string;
  uploadId: string;
}

export async function uploadPart(
  env: Env,
  { name, uploadId }: Upload,
  { partNumber, bytes }: { partNumber: number; bytes: Uint8Array<ArrayBuffer> },
): Promise<Part> {
  const upload = env.FILES.resumeMultipartUpload(fileKeyOf(name), uploadId);
  const { etag } = await upload.uploadPart(partNumber, bytes);
  return { partNumber, etag };
}

export async function completeUpload(
  env: Env,
  { name, uploadId }: Upload,
  parts: readonly Part[],
): Promise<void> {
  if (await env.FILES.head(fileKeyOf(name))) return;
  await env.FILES.resumeMultipartUpload(fileKeyOf(name), uploadId).complete([...parts]);
}

export async function abortUpload(env: Env, { name, uploadId }: Upload): Promise<void> {
  try {
    await env.FILES.resumeMultipartUpload(fileKeyOf(name), uploadId).abort();
  } catch (error) {
    log("info", "failed to abort a backup upload", { name, error });
  }
}
