const known = new Map<string, boolean>();

/** Codes of languages are free: one that the platform can't read or does not know is written as English is. */
export function knownLocale(code: string): string[] {
  let isReadable = known.get(code);
  if (isReadable === undefined) {
    try {
      isReadable = Intl.getCanonicalLocales(code).length > 0;
    } catch {
      isReadable = false;
    }
    known.set(code, isReadable);
  }
  return isReadable ? [code, "en"] : ["en"];
}
