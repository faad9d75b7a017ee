type BackupFaultCode = "damaged" | "newer" | "wrong_key" | "conflict" | "failed";

/** Why a backup can't be made or restored: the sentence is for the reader of the panel, and holds nothing secret. */
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
