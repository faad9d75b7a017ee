const LONGEST = 1000;
const OWN = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/**
 * The address within this site that was asked for, or null when it is none. It is judged both as it was written
 * and as a browser reads it, since `/.//evil.example` becomes `//evil.example`.
 */
export function parseOwnPath(text: string): string | null {
  if (text.length > LONGEST || !OWN.test(text)) return null;
  const here = "https://here.invalid";
  const url = URL.parse(text, here);
  if (url?.origin !== here) return null;
  const path = url.pathname + url.search + url.hash;
  return OWN.test(path) && !path.startsWith("/api/") ? path : null;
}
