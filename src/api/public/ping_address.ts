const TOKEN_FIRST =
  /^\/(?:[\da-f]{48}|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})(?:\/|$)/;

/** Supports clients of services whose addresses start with the token; no other path starts like one. */
export function toPingAddress(request: Request): Request {
  const url = new URL(request.url);
  if (!TOKEN_FIRST.test(url.pathname)) return request;
  url.pathname = `/ping${url.pathname}`;
  return new Request(url, request);
}
