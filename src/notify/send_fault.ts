interface SendFaultDetail {
  isPermanent?: boolean;
  retryAfterMs?: number;
  httpStatus?: number;
  cause?: unknown;
}

export class SendFault extends Error {
  readonly isPermanent: boolean;
  readonly retryAfterMs: number | null;
  readonly httpStatus: number | null;

  constructor(
    message: string,
    { isPermanent = false, retryAfterMs, httpStatus, cause }: SendFaultDetail = {},
  ) {
    super(message, { cause });
    this.name = "SendFault";
    this.isPermanent = isPermanent;
    this.retryAfterMs = retryAfterMs ?? null;
    this.httpStatus = httpStatus ?? null;
  }
}
