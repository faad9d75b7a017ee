import { vi } from "vitest";
import { bindings } from "./client.ts";

interface Sender {
  _sendOrThrow(...given: unknown[]): Promise<unknown>;
}

const LOCKED = "D1_ERROR: database is locked: SQLITE_BUSY";

/** Every database call passes through here, including those of Durable Objects. */
function findSender(): Sender {
  const { alwaysPrimarySession } = bindings.DB as unknown as { alwaysPrimarySession: object };
  return Object.getPrototypeOf(alwaysPrimarySession) as Sender;
}

/** The next call reads at once, but its caller gets the rows only after `release`. */
export function delayFirstAnswer(): { isAsked: Promise<void>; release: () => void } {
  const sender = findSender();
  const send = sender._sendOrThrow;
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const delayed = vi.spyOn(sender, "_sendOrThrow").mockImplementation(async function (
    this: Sender,
    ...given
  ) {
    delayed.mockRestore();
    const answer = await send.apply(this, given);
    asked.resolve();
    await released.promise;
    return answer;
  });
  return { isAsked: asked.promise, release: released.resolve };
}

export function breakDatabase(message = LOCKED, isBroken: (sql: string) => boolean = () => true): () => void {
  const sender = findSender();
  const send = sender._sendOrThrow;
  const broken = vi.spyOn(sender, "_sendOrThrow").mockImplementation(async function (this: Sender, ...given) {
    if (isBroken(JSON.stringify(given))) throw new Error(message);
    return await send.apply(this, given);
  });
  return () => broken.mockRestore();
}
