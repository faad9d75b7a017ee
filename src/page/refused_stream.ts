import { privatePage } from "../service/page/private.ts";

const RETRY_SECS = 30;

export type FullRoom = "client is full" | "all is full";

export function answerFull(room: FullRoom): Response {
  const isClient = room === "client is full";
  const error = isClient
    ? "There are 20 open streams from your address already: close one, or ask for the page's data instead."
    : "There are as many open streams as there can be: ask for the page's data instead.";
  return Response.json(
    { error },
    {
      status: isClient ? 429 : 503,
      headers: { "Cache-Control": "no-store", "Retry-After": String(RETRY_SECS) },
    },
  );
}

export function answerPrivate(): Response {
  const { message, detail } = privatePage();
  return Response.json(
    { error: message, ...detail.extra },
    { status: 401, headers: { "Cache-Control": "no-store" } },
  );
}
