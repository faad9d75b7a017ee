type WireFault =
  | "aborted"
  | "broken"
  | "closed"
  | "malformed"
  | "not_tls"
  | "refused"
  | "too_large"
  | "unproven"
  | "unsupported";

/** A peer that did not do what its protocol says; the message is for the reader of a monitor's status. */
export class WireError extends Error {
  readonly fault: WireFault;

  constructor(fault: WireFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "WireError";
    this.fault = fault;
  }
}
