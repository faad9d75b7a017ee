import type { Socket } from "../../lib/wire/socket.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import type { Chain } from "./tls_chain.ts";

/** Whom a certificate has to come from: nobody, an authority of one's own (DER), or one that everybody trusts. */
export type Trust =
  | { kind: "none" }
  | { kind: "authorities"; authorities: readonly Uint8Array[] }
  | { kind: "public" };

export interface TlsClientOptions {
  serverName: string;
  trust: Trust;
  alpn: readonly string[];
  signal: AbortSignal;
  now: number;
}

/** What is written to it is sent encrypted. */
export interface SecuredSocket extends Socket {
  readonly chain: Chain;
  readonly protocol: "TLS 1.2" | "TLS 1.3";
  readonly alpn: string | null;
}

export async function startTlsClient(_socket: Socket, _options: TlsClientOptions): Promise<SecuredSocket> {
  throw new WireError("unsupported", "TLS of our own is not there yet.");
}
