import { WireError } from "../../lib/wire/wire_error.ts";
import { malformedResponse } from "./binary.ts";
import type { Wire } from "./wire.ts";

const TLS_ALERT = 0x15;

export function foreignResponse(
  { isEncrypted }: Pick<Wire, "isEncrypted">,
  protocol: string,
  first: number,
): WireError {
  if (isEncrypted || first !== TLS_ALERT) return malformedResponse(protocol);
  return new WireError("unsupported", "The server uses TLS on this port: set tls to on, verify-none or ca.");
}

/** A server that hangs up on plain bytes may expect TLS. */
export async function readFirst<T>({ isEncrypted }: Wire, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isCutOff = error instanceof WireError && (error.fault === "closed" || error.fault === "broken");
    if (isEncrypted || !isCutOff) throw error;
    throw new WireError(error.fault, `${error.message} It may require TLS on this port.`, { cause: error });
  }
}
