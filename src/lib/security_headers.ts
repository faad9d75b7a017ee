/** For answers that are data: nothing in them may run, load or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For the panel: its own scripts, styles and data, and images it shows before they are uploaded. */
export const PANEL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const ALWAYS: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Cross-Origin-Opener-Policy", "same-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
];
const OVER_HTTPS = ["Strict-Transport-Security", "max-age=31536000; includeSubDomains"] as const;

/** What goes with every answer that is given by this protocol. */
export function securityHeaders(protocol: string): readonly (readonly [string, string])[] {
  return protocol === "https:" ? [...ALWAYS, OVER_HTTPS] : ALWAYS;
}

/** On every answer; a page that needs another policy has set its own before. */
export function secure(response: Response, { url, requestId }: { url: URL; requestId: string }): Response {
  const headers = new Headers(response.headers);
  headers.set("X-Request-Id", requestId);
  for (const [name, value] of securityHeaders(url.protocol)) headers.set(name, value);
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", DATA_POLICY);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}
