import type { Env } from "../env.ts";
import { AppError } from "../lib/errors.ts";
import { languageCookie, readLanguage } from "../lib/language_cookie.ts";
import { log } from "../lib/log.ts";
import { secure } from "../lib/security_headers.ts";
import { readSessionToken } from "../lib/session_cookie.ts";
import { createContext } from "../service/context.ts";
import { getPageHtml, getPageShell, recallHtml } from "../service/page_view.ts";
import { type RenderedPage, renderPage, renderPrivatePage } from "./render.ts";

/**
 * Answers `/`, and nothing else. It stands before everything, because most requests are for it: a visitor's page that
 * is at hand is handed out without another thought.
 */
export async function servePage(
  request: Request,
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
): Promise<Response | null> {
  const url = new URL(request.url);
  if (url.pathname !== "/" || (request.method !== "GET" && request.method !== "HEAD")) return null;
  const requestId = crypto.randomUUID();
  const { wanted, isNew } = readLanguage(request, url);
  const sessionToken = readSessionToken(request, url);
  const recalled = sessionToken === null ? recallHtml(wanted, Date.now()) : null;
  const answer = recalled
    ? answerPage(request, recalled)
    : await find(request, env, { url, wanted, sessionToken, requestId, execution });
  if (isNew && wanted) answer.headers.append("Set-Cookie", languageCookie(wanted));
  return secure(answer, { url, requestId });
}

async function find(
  request: Request,
  env: Env,
  given: {
    url: URL;
    wanted: string | null;
    sessionToken: string | null;
    requestId: string;
    execution: Pick<ExecutionContext, "waitUntil">;
  },
): Promise<Response> {
  const { url, wanted, sessionToken, requestId, execution } = given;
  const context = createContext(env, {
    client: { ip: request.headers.get("CF-Connecting-IP") ?? "unknown", userAgent: "" },
    origin: url.origin,
    waitUntil: (work) => execution.waitUntil(work),
  });
  try {
    const { html, isPrivate } = await getPageHtml(context, {
      locale: wanted,
      sessionToken,
      render: renderPage,
    });
    if (isPrivate) return answerHtml(html, { status: 200, cacheControl: "private, no-store" });
    return answerPage(request, html);
  } catch (error) {
    if (error instanceof AppError && (error.code === "unauthorized" || error.code === "forbidden")) {
      const page = await renderPrivatePage(await getPageShell(context, wanted));
      return answerHtml(page, { status: 401, cacheControl: "private, no-store" });
    }
    log("error", "the page can't be shown", { requestId, error });
    return new Response("The status page can't be shown right now. Try again in a moment.", {
      status: 503,
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": "no-store",
        "Retry-After": "5",
      },
    });
  }
}

function answerPage(request: Request, page: RenderedPage): Response {
  if (request.headers.get("If-None-Match") === page.etag)
    return new Response(null, { status: 304, headers: headersOf(page, "no-cache") });
  return answerHtml(page, { status: 200, cacheControl: "no-cache" });
}

function answerHtml(
  page: RenderedPage,
  { status, cacheControl }: { status: number; cacheControl: string },
): Response {
  return new Response(page.html, { status, headers: headersOf(page, cacheControl) });
}

function headersOf({ policy, etag }: RenderedPage, cacheControl: string): Record<string, string> {
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Cache-Control": cacheControl,
    ETag: etag,
    Vary: "Cookie",
  };
}
