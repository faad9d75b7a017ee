/** Error of an object whose storage a later version has changed: it does nothing and leaves the storage as it is. */
export const NEWER_STORAGE =
  "Data stored by watches, channels or the static copy is newer than this version: deploy the version that created it, or a later one.";

/** Errors lose their class on the way from an object. */
export function isNewerStorage(error: unknown): boolean {
  return error instanceof Error && error.message.includes(NEWER_STORAGE);
}
