import type { LiveMessage } from "../domain/page/live_message.ts";

/** `fetch` opens a stream for the owner in the `Uptide-Owner` header (JSON). */
export interface LiveObject extends Rpc.DurableObjectBranded {
  publish(messages: readonly LiveMessage[]): Promise<void>;
  recheck(): Promise<void>;
  streamCount(): Promise<number>;
}
