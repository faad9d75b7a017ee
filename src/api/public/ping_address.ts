/** A token of ours, or one in the form of a UUID. */
const TOKEN_FIRST =
  /^\/(?:[\da-f]{48}|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})(?:\/|$)/;

/** Clients of a service whose addresses begin with the token work here too: nothing else begins so. */
export function toPingAddress(request: Request): Request {
  const url = new URL(request.url);
  if (!TOKEN_FIRST.test(url.pathname)) return request;
  url.pathname = `/ping${url.pathname}`;
  return new Request(url, request);
}
