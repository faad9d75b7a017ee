import { vi } from "vitest";
import { bindings } from "./client.ts";

interface Sender {
  _sendOrThrow(...given: unknown[]): Promise<unknown>;
}

const LOCKED = "D1_ERROR: database is locked: SQLITE_BUSY";

/** Every database call goes through here, including those of Durable Objects. */
export function breakDatabase(message = LOCKED, isBroken: (sql: string) => boolean = () => true): () => void {
  const { alwaysPrimarySession } = bindings.DB as unknown as { alwaysPrimarySession: object };
  const sender = Object.getPrototypeOf(alwaysPrimarySession) as Sender;
  const send = sender._sendOrThrow;
  const broken = vi.spyOn(sender, "_sendOrThrow").mockImplementation(async function (this: Sender, ...given) {
    if (isBroken(JSON.stringify(given))) throw new Error(message);
    return await send.apply(this, given);
  });
  return () => broken.mockRestore();
}
