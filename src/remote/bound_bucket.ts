import { type Storage, StorageFault } from "../domain/mirror/storage.ts";

export function openBoundBucket(bucket: R2Bucket): Storage {
  return {
    async put({ path, body, contentType, cacheControl, contentEncoding }) {
      const httpMetadata = { contentType, cacheControl, ...(contentEncoding && { contentEncoding }) };
      await orFault(() => bucket.put(path, body as Uint8Array<ArrayBuffer>, { httpMetadata }));
    },
    async remove(path) {
      await orFault(() => bucket.delete(path));
    },
    async keepsEncoding() {
      return true;
    },
  };
}

async function orFault(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    const code = cause instanceof Error ? /\((\d{4,5})\)\s*$/.exec(cause.message)?.[1] : undefined;
    const what = code ? `R2's error ${code}` : "an unknown reason";
    throw new StorageFault(`The bound bucket failed with ${what}. It will be retried.`, {
      cause,
    });
  }
}
