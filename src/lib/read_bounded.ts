import { makeByteQueue } from "./wire/reader.ts";
import { abortable } from "./within.ts";

export interface BoundedBody {
  bytes: Uint8Array<ArrayBuffer>;
  isWhole: boolean;
}

export async function readBounded(
  { body }: Pick<Response, "body">,
  { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal | undefined },
): Promise<BoundedBody> {
  if (!body) return { bytes: new Uint8Array(), isWhole: true };
  const reader = body.getReader();
  const queue = makeByteQueue();
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal);
      if (done) return { bytes: queue.take(queue.length), isWhole: true };
      const room = maxBytes - queue.length;
      queue.append(value.subarray(0, room));
      if (value.length > room) return { bytes: queue.take(queue.length), isWhole: false };
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
