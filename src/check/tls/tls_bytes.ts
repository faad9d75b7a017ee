import { WireError } from "../../lib/wire/wire_error.ts";
import { type Cursor, makeCursor as makeAnyCursor, malformedAnswer } from "../wire/binary.ts";

export function makeCursor(source: Uint8Array, what: string): Cursor {
  return makeAnyCursor(source, () => malformed(what));
}

export function malformed(what: string): WireError {
  return malformedAnswer("TLS", what);
}

export function broken(what: string): WireError {
  return new WireError("malformed", `The server broke the rules of TLS: ${what}.`);
}
