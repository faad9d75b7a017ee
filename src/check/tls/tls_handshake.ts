import type { Chain } from "./tls_chain.ts";
import type { Hellos } from "./tls_hello_exchange.ts";
import type { Message, MessageReader } from "./tls_messages.ts";
import type { RecordWriter } from "./tls_record_writer.ts";

export const FINISHED = 20;

export interface TlsLine {
  messages: MessageReader;
  records: RecordWriter;
}

export interface HandshakeOptions {
  hellos: Hellos;
  clientRandom: Uint8Array;
  alpn: readonly string[];
  /** Called once the server has proven its key, before anything else is sent. Throws if it is not trusted. */
  verify(chain: Chain): Promise<void>;
}

export interface Handshake {
  chain: Chain;
  alpn: string | null;
  handleMessage(message: Message): void;
}
