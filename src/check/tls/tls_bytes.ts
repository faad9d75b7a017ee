import { WireError } from "../../lib/wire/wire_error.ts";
import { type Cursor, makeCursor as makeAnyCursor, malformedResponse } from "../wire/binary.ts";

export function makeCursor(source: Uint8Array, what: string): Cursor {
  return makeAnyCursor(source, () => malformed(what));
}

export function malformed(what: string): WireError {
  return malformedResponse("TLS", what);
}

export function broken(what: string): WireError {
  return new WireError("malformed", `The server violated the TLS protocol: ${what}.`);
}
