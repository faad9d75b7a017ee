import type { CopyFile } from "./file.ts";

export interface StoredBody extends CopyFile {
  hash: string;
  contentEncoding?: "gzip";
}

export interface Storage {
  put(file: StoredBody, signal: AbortSignal): Promise<void>;
  remove(path: string, signal: AbortSignal): Promise<void>;
  /** Whether browsers get a packed file unpacked; false if unknown. */
  keepsEncoding(signal: AbortSignal): Promise<boolean>;
}

/** The message is shown in the panel and holds no key. */
export class StorageFault extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "StorageFault";
  }
}
