import { z } from "zod";
import {
  confirmationWithCode,
  passwordChange,
  recoveryCodes,
  session,
  signedIn,
  twoFactorEnable,
  twoFactorSetup,
} from "../../schema/session.ts";
import { confirmation, profileChange } from "../../schema/user.ts";
import { updateOwnPassword } from "../../service/access/own_password.ts";
import { toOwnUser } from "../../service/access/own_user.ts";
import { updateProfile } from "../../service/access/profile.ts";
import { endAllSessions, endOwnSession, endSession, listSessions } from "../../service/access/session.ts";
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
} from "../../service/access/two_factor.ts";
import { userOf } from "../../service/context.ts";
import { endSessionCookies } from "../cookie.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

const ROOT = "/api/v1/auth";

export const ownRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${ROOT}/session`,
    area: "session",
    summary: "Get the signed-in user",
    response: { status: 200, schema: signedIn },
    allowsTemporaryPassword: true,
    allowsNoSecondFactor: true,
    async handle({ context }) {
      const { user, mustSetUpTwoFactor } = userOf(context);
      return { user: toOwnUser(user, mustSetUpTwoFactor) };
    },
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/logout`,
    area: "session",
    summary: "Sign out",
    response: { status: 204 },
    allowsTemporaryPassword: true,
    allowsNoSecondFactor: true,
    description: "A form submission is redirected to the page.",
    async handle({ context, request, url, headers }) {
      await endOwnSession(context);
      endSessionCookies(headers, url);
      if (request.headers.get("Content-Type") !== "application/x-www-form-urlencoded") return undefined;
      headers.set("Location", "/");
      return new Response(null, { status: 303, headers });
    },
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/logout-all`,
    area: "own",
    summary: "Sign out everywhere",
    response: { status: 204 },
    async handle({ context, url, headers }) {
      await endAllSessions(context);
      endSessionCookies(headers, url);
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/sessions`,
    area: "own",
    summary: "List your sessions",
    response: { status: 200, schema: z.array(session) },
    handle: async ({ context }) => await listSessions(context),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/sessions/:id`,
    area: "own",
    summary: "End one of your sessions",
    response: { status: 204 },
    handle: async ({ context, id }) => await endSession(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/profile`,
    area: "own",
    summary: "Change your name or time zone",
    body: profileChange,
    response: { status: 200, schema: signedIn },
    handle: async ({ context, body }) => ({ user: await updateProfile(context, body) }),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/change-password`,
    area: "own",
    summary: "Update your password",
    description:
      "Your other sessions end. Every role can replace a temporary password; viewers nothing else.",
    body: passwordChange,
    response: { status: 204 },
    allowsTemporaryPassword: true,
    handle: async ({ context, body }) => await updateOwnPassword(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/2fa/setup`,
    area: "own",
    allowsNoSecondFactor: true,
    summary: "Start two-factor authentication setup",
    description: "The setup token expires in 10 minutes.",
    body: confirmation,
    response: { status: 200, schema: twoFactorSetup },
    handle: async ({ context, body }) => await beginTwoFactor(context, body.currentPassword),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/2fa/enable`,
    area: "own",
    allowsNoSecondFactor: true,
    summary: "Turn two-factor authentication on",
    description: "The recovery codes are returned only once. Your other sessions end.",
    body: twoFactorEnable,
    response: { status: 200, schema: recoveryCodes },
    handle: async ({ context, body }) => ({ recoveryCodes: await enableTwoFactor(context, body) }),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/2fa/disable`,
    area: "own",
    summary: "Turn two-factor authentication off",
    body: confirmationWithCode,
    response: { status: 204 },
    handle: async ({ context, body }) => await disableTwoFactor(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/2fa/recovery-codes`,
    area: "own",
    summary: "Replace your recovery codes",
    body: confirmationWithCode,
    response: { status: 200, schema: recoveryCodes },
    handle: async ({ context, body }) => ({ recoveryCodes: await renewRecoveryCodes(context, body) }),
  }),
];
