import { privatePage } from "../service/page/private.ts";

const RETRY_SECS = 30;

export type FullRoom = "client is full" | "all is full";

export function fullResponse(room: FullRoom): Response {
  const isClient = room === "client is full";
  const error = isClient
    ? "Your address already has 20 open streams: close one, or poll the page's data instead."
    : "All streams are in use: poll the page's data instead.";
  return Response.json(
    { error },
    {
      status: isClient ? 429 : 503,
      headers: { "Cache-Control": "no-store", "Retry-After": String(RETRY_SECS) },
    },
  );
}

export function privateResponse(): Response {
  const { message, detail } = privatePage();
  return Response.json(
    { error: message, ...detail.extra },
    { status: 401, headers: { "Cache-Control": "no-store" } },
  );
}
