const LONGEST = 1000;
const OWN = /^\/(?![/\\])[^\\\p{Cc}]*$/u;

/**
 * Checks the path as written and as a browser reads it: `/.//evil.example` becomes `//evil.example`. Null for
 * other sites.
 */
export function parseOwnPath(text: string): string | null {
  if (text.length > LONGEST || !OWN.test(text)) return null;
  const here = "https://here.invalid";
  const url = URL.parse(text, here);
  if (url?.origin !== here) return null;
  const path = url.pathname + url.search + url.hash;
  return OWN.test(path) && !path.startsWith("/api/") ? path : null;
}
