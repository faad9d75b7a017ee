import type { MakeJob } from "../../domain/backup/job.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import type { Backup } from "../../schema/backup.ts";
import type { BackupHeader } from "../../schema/backup_file.ts";
import { fileKeyOf } from "./file.ts";
import { toMetadata } from "./store.ts";

/** The bucket wants at least that much in each part but the last, and the same in each. */
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

/** Put again under the same number it takes the place of the first. */
export async function uploadPart(
  env: Env,
  { name, uploadId }: Upload,
  { partNumber, bytes }: { partNumber: number; bytes: Uint8Array<ArrayBuffer> },
): Promise<Part> {
  const upload = env.FILES.resumeMultipartUpload(fileKeyOf(name), uploadId);
  const { etag } = await upload.uploadPart(partNumber, bytes);
  return { partNumber, etag };
}

/** Called again after that it changes nothing. */
export async function completeUpload(
  env: Env,
  { name, uploadId }: Upload,
  parts: readonly Part[],
): Promise<void> {
  if (await env.FILES.head(fileKeyOf(name))) return;
  await env.FILES.resumeMultipartUpload(fileKeyOf(name), uploadId).complete([...parts]);
}

/** What is left of it the bucket drops by itself in the end. */
export async function abortUpload(env: Env, { name, uploadId }: Upload): Promise<void> {
  try {
    await env.FILES.resumeMultipartUpload(fileKeyOf(name), uploadId).abort();
  } catch (error) {
    log("info", "the upload of a backup could not be ended", { name, error });
  }
}
