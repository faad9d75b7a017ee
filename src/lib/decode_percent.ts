/** As far as it is percent-encoded well; what is not stays as written. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
