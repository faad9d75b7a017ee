import type { CopyFile } from "./file.ts";

export interface StoredBody extends CopyFile {
  /** Of the body, SHA-256 in hex. */
  hash: string;
  contentEncoding?: "gzip";
}

/** A bucket as the mirror uses it. Whatever fails throws a StorageFault. */
export interface Storage {
  put(file: StoredBody, signal: AbortSignal): Promise<void>;
  remove(path: string, signal: AbortSignal): Promise<void>;
  /** Whether browsers are given a file unpacked that was put packed; false where that can't be told. */
  keepsEncoding(signal: AbortSignal): Promise<boolean>;
}

/** What the bucket did not do: the sentence is for the reader of the panel, and holds no key. */
export class StorageFault extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "StorageFault";
  }
}
