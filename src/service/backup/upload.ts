import { BackupFault } from "../../domain/backup/fault.ts";
import { HEADER_READ_BYTES, parseHeader } from "../../domain/backup/header.ts";
import type { Env } from "../../env.ts";
import { randomText } from "../../lib/bytes.ts";
import { AppError } from "../../lib/errors.ts";
import { makeByteQueue } from "../../lib/wire/reader.ts";
import { refuseNewer } from "./check.ts";
import { abortUpload, completeUpload, createUpload, PART_BYTES, uploadPart } from "./part.ts";

const MOST_BYTES = 4 * 1024 * 1024 * 1024;

export async function storeFile(env: Env, bytes: AsyncIterable<Uint8Array>, now: number): Promise<string> {
  const queue = makeByteQueue();
  const name = `uploaded-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}-${randomText("0123456789abcdef", 6)}.uptide`;
  let uploadId: string | null = null;
  const parts: { partNumber: number; etag: string }[] = [];
  let size = 0;

  async function begin(): Promise<string> {
    const { header } = parseHeader(queue.view());
    refuseNewer(header);
    return await createUpload(env, name, { header, origin: "uploaded" });
  }

  async function put(length: number): Promise<void> {
    uploadId ??= await begin();
    parts.push(
      await uploadPart(env, { name, uploadId }, { partNumber: parts.length + 1, bytes: queue.take(length) }),
    );
  }

  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > MOST_BYTES) throw new AppError("too_large", "The file is larger than 4 GB.");
      queue.append(chunk);
      if (uploadId === null && queue.length >= HEADER_READ_BYTES) uploadId = await begin();
      while (queue.length >= PART_BYTES) await put(PART_BYTES);
    }
    if (size === 0) throw new BackupFault("damaged", "The file is empty. Nothing was changed.");
    if (queue.length > 0) await put(queue.length);
    if (uploadId !== null) await completeUpload(env, { name, uploadId }, parts);
    return name;
  } catch (error) {
    if (uploadId !== null) await abortUpload(env, { name, uploadId });
    throw error;
  }
}
