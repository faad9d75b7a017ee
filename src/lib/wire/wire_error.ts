type WireFault =
  | "aborted"
  | "broken"
  | "closed"
  | "malformed"
  | "not_tls"
  | "refused"
  | "too_large"
  | "unproven"
  | "unsupported"
  | "untrusted";

export class WireError extends Error {
  readonly fault: WireFault;

  constructor(fault: WireFault, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "WireError";
    this.fault = fault;
  }
}
