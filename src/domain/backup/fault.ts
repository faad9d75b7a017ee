type BackupFaultCode = "damaged" | "newer" | "wrong_key" | "conflict" | "failed";

/** The message is shown in the panel and holds no secret. */
export class BackupFault extends Error {
  readonly code: BackupFaultCode;

  constructor(code: BackupFaultCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "BackupFault";
    this.code = code;
  }
}

export function damaged(what: string): BackupFault {
  return new BackupFault("damaged", `The backup is damaged: ${what} Nothing was changed.`);
}
