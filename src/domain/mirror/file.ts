export interface CopyFile {
  path: string;
  body: Uint8Array;
  contentType: string;
  cacheControl: string;
}
