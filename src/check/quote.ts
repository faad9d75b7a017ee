const MOST = 80;

/** For a sentence: in quotes, on one line, and short. */
export function quote(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, " ").trim();
  return line.length > MOST ? `"${line.slice(0, MOST)}…"` : `"${line}"`;
}
