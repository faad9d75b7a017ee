import { readCookie } from "../../lib/cookies.ts";
import { oidcCallbackQuery, oidcLoginQuery } from "../../schema/oidc.ts";
import { beginOidc, finishOidc, PENDING_MS, type SignInRedirect } from "../../service/access/oidc.ts";
import { makeCookie, setSession } from "../cookie.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";

const ROOT = "/api/v1/auth/oidc";
const TOO_MANY = { 429: "More than ten requests in 15 minutes, including returns from the provider." };
const PENDING_COOKIE = "uptide-oidc";

export const oidcSignInRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${ROOT}/login`,
    area: "public",
    summary: "Sign in with single sign-on",
    description: "Redirects to the provider, or to `/admin/login?error=CODE` if that fails.",
    query: oidcLoginQuery,
    response: { status: 302 },
    isForNavigation: true,
    refuses: TOO_MANY,
    async handle(call) {
      const { returnTo = "", reauth } = call.query;
      const { context, sessionToken } = call;
      redirect(call, await beginOidc(context, { returnTo, isAgain: reauth === "1", sessionToken }));
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/callback`,
    area: "public",
    summary: "Return from the single sign-on provider",
    description:
      "Redirects to where the sign-in started, to `/admin/login#challenge=TOKEN` for the code step, or to `/admin/login?error=CODE`.",
    query: oidcCallbackQuery,
    response: { status: 302 },
    isForNavigation: true,
    refuses: TOO_MANY,
    async handle(call) {
      const { context, request, url, sessionToken } = call;
      const pending = readCookie(request, url, PENDING_COOKIE);
      const parameters = url.searchParams;
      redirect(call, await finishOidc(context, { parameters, pending, sessionToken }));
      call.headers.append("Set-Cookie", makeCookie(url, PENDING_COOKIE, "", 0));
    },
  }),
];

function redirect({ url, headers }: Pick<Call, "url" | "headers">, leg: SignInRedirect): void {
  headers.set("Location", leg.location);
  if (leg.sessionToken) setSession(headers, url, leg.sessionToken);
  if (leg.pending) headers.append("Set-Cookie", makeCookie(url, PENDING_COOKIE, leg.pending, PENDING_MS));
}
