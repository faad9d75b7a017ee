import { securityHeaders } from "../lib/security_headers.ts";

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export function secure(response: Response, { url, requestId }: { url: URL; requestId: string }): Response {
  const headers = secureHeaders(new Headers(response.headers), url.protocol);
  headers.set("X-Request-Id", requestId);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

export function secureHeaders(headers: Headers, protocol: string): Headers {
  for (const [name, value] of securityHeaders(protocol)) headers.set(name, value);
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", DATA_POLICY);
  return headers;
}
