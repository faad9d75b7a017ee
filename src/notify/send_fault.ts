interface SendFaultDetail {
  /** Trying again would end the same way. */
  isPermanent?: boolean;
  /** How long the other side asks to be left alone. */
  retryAfterMs?: number;
  /** Of an answer over HTTP. */
  httpStatus?: number;
  cause?: unknown;
}

/** Why a message could not be sent: the sentence is for the reader of the delivery, and holds no secret. */
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
