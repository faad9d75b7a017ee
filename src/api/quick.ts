import { splitUrl } from "../lib/raw_url.ts";
import { nextRequestId } from "../lib/request_id.ts";
import { secureHeaders } from "./secure.ts";

const BODY = JSON.stringify({ status: "ok" });

const prepared = new Map<string, Headers>();

export function respondQuickly({ method, url }: Request): Response | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const { origin, path } = splitUrl(url);
  if (path !== "/health") return null;
  const headers = headersFor(origin.startsWith("https:") ? "https:" : "http:");
  const response = new Response(BODY, { headers });
  response.headers.set("X-Request-Id", nextRequestId());
  return response;
}

function headersFor(protocol: string): Headers {
  let found = prepared.get(protocol);
  if (!found) {
    found = secureHeaders(
      new Headers({ "Content-Type": "application/json", "Cache-Control": "no-store" }),
      protocol,
    );
    prepared.set(protocol, found);
  }
  return found;
}
