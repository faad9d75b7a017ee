import {
  challengeResponse,
  credentials,
  signedIn,
  signInConfig,
  signInResponse,
} from "../../schema/session.ts";
import { readOwnUser } from "../../service/access/own_user.ts";
import {
  finishWithCode,
  limitSignIn,
  type SignedIn,
  signInWithPassword,
} from "../../service/access/sign_in.ts";
import { getSignInPolicy } from "../../service/access/sign_in_policy.ts";
import { setSession } from "../cookie.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";

const ROOT = "/api/v1/auth";

export const signInRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${ROOT}/config`,
    area: "public",
    summary: "List the available sign-in methods",
    response: { status: 200, schema: signInConfig },
    handle: async ({ context }) => await getSignInPolicy(context),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/login`,
    area: "public",
    summary: "Sign in with a password",
    description:
      "With two-factor authentication on, the response has a challenge token for the code step instead of a user.",
    body: credentials,
    response: { status: 200, schema: signInResponse },
    limit: limitSignIn,
    handle: async (call) =>
      await completeSignIn(call, await signInWithPassword(call.context, call.body, call.sessionToken)),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/2fa/verify`,
    area: "public",
    summary: "Complete sign-in with a code or recovery code",
    body: challengeResponse,
    response: { status: 200, schema: signedIn },
    limit: limitSignIn,
    handle: async (call) =>
      await completeSignIn(call, await finishWithCode(call.context, call.body, call.sessionToken)),
  }),
];

async function completeSignIn(
  { context, url, headers }: Pick<Call, "context" | "url" | "headers">,
  result: SignedIn,
) {
  if ("challengeToken" in result) return { requiresTwoFactor: true, challengeToken: result.challengeToken };
  setSession(headers, url, result.sessionToken);
  return { user: await readOwnUser(context, result.user) };
}
