import { z } from "zod";
import { linkRead, passwordByLink, passwordLink, passwordRequest } from "../../schema/session.ts";
import { getPasswordLink, limitLinks, setPasswordByLink } from "../../service/access/password_link.ts";
import { limitPasswordRequests, requestPassword } from "../../service/access/password_request.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

const ROOT = "/api/v1/auth";

export const passwordRoutes: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${ROOT}/forgot-password`,
    area: "public",
    summary: "Request a password reset link",
    description:
      "Responds the same whether or not the address is known and email is set up. The email is sent afterwards.",
    body: passwordRequest,
    response: { status: 202, schema: z.object({ ok: z.literal(true) }) },
    refuses: { 403: "Password sign-in is switched off." },
    limit: limitPasswordRequests,
    async handle({ context, body }) {
      await requestPassword(context, body.email);
      return { ok: true };
    },
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/password-link`,
    area: "public",
    summary: "Check a link from an email",
    description: "The link stays valid.",
    body: linkRead,
    response: { status: 200, schema: passwordLink },
    refuses: { 404: "The link was used, has expired, or a later one was sent." },
    limit: limitLinks,
    handle: async ({ context, body }) => await getPasswordLink(context, body.token),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/set-password`,
    area: "public",
    summary: "Set a password with an invitation or reset link",
    description:
      "The link works once. Ends the user's sessions; the user then signs in, with two-factor authentication if it is on.",
    body: passwordByLink,
    response: { status: 204 },
    refuses: {
      403: "Password sign-in is switched off.",
      404: "The link was used, has expired, or a later one was sent.",
    },
    limit: limitLinks,
    handle: async ({ context, body }) => await setPasswordByLink(context, body),
  }),
];
