import { isFresh } from "../../lib/etag.ts";
import type { FeedResponse } from "../../service/page/feed.ts";

export function servedResponse(
  request: Request,
  { body, etag }: FeedResponse,
  { type, maxAgeSecs }: { type: string; maxAgeSecs: number },
): Response {
  const headers = { "Content-Type": type, "Cache-Control": `public, max-age=${maxAgeSecs}`, ETag: etag };
  const hasIt = isFresh(request.headers.get("If-None-Match"), etag);
  return new Response(hasIt ? null : body, { status: hasIt ? 304 : 200, headers });
}
