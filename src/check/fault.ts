import type { FaultKind } from "../lib/wire/thrown.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import type { ReadCertificate } from "./read_certificate.ts";

interface FaultOptions {
  cause?: unknown;
  certificate?: ReadCertificate | undefined;
}

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

/** A failure of this service, not of the target, such as its limits or its own resolver. */
export class OwnFault extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "OwnFault";
  }
}

export function faultMessage(error: unknown): string | null {
  return error instanceof CheckFault || error instanceof WireError || error instanceof OwnFault
    ? error.message
    : null;
}
