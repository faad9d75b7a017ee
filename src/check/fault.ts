import type { FaultKind } from "../lib/wire/thrown.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import type { ReadCertificate } from "./read_certificate.ts";

interface FaultOptions {
  cause?: unknown;
  /** What the target showed before it failed. */
  certificate?: ReadCertificate | undefined;
}

/** A target that failed; the message is for the reader of a monitor's status. */
export class CheckFault extends Error {
  readonly kind: FaultKind;
  readonly certificate: ReadCertificate | undefined;

  constructor(kind: FaultKind, message: string, { cause, certificate }: FaultOptions = {}) {
    super(message, { cause });
    this.name = "CheckFault";
    this.kind = kind;
    this.certificate = certificate;
  }
}

/** This service failed, not the target: out of its limits, without its own resolver. */
export class OwnFault extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "OwnFault";
  }
}

/** The sentence of an error made for people; null for any other. */
export function tellFault(error: unknown): string | null {
  return error instanceof CheckFault || error instanceof WireError || error instanceof OwnFault
    ? error.message
    : null;
}
