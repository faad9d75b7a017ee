/** One file of the static copy, by its path from the root, without a leading slash. */
export interface CopyFile {
  path: string;
  body: Uint8Array;
  contentType: string;
  cacheControl: string;
}
