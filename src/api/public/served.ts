import { isFresh } from "../../lib/etag.ts";
import type { FeedAnswer } from "../../service/page/feed.ts";

export function answerServed(
  request: Request,
  { body, etag }: FeedAnswer,
  { type, maxAgeSecs }: { type: string; maxAgeSecs: number },
): Response {
  const headers = { "Content-Type": type, "Cache-Control": `public, max-age=${maxAgeSecs}`, ETag: etag };
  const hasIt = isFresh(request.headers.get("If-None-Match"), etag);
  return new Response(hasIt ? null : body, { status: hasIt ? 304 : 200, headers });
}
