const known = new Map<string, boolean>();

/** Language codes are free text: unknown ones are formatted as English. */
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
