import type { LiveMessage } from "../domain/page/live_message.ts";

/** Holds the panel's streams. Its `fetch` opens one, for the owner that the header `Uptide-Owner` has in JSON. */
export interface LiveObject extends Rpc.DurableObjectBranded {
  publish(messages: readonly LiveMessage[]): Promise<void>;
  /** Ends the streams whose session or token is no more. */
  recheck(): Promise<void>;
  streamCount(): Promise<number>;
}
