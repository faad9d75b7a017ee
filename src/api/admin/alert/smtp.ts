import { ok } from "../../../schema/channel.ts";
import { smtpChange, smtpResponse, smtpTest } from "../../../schema/smtp.ts";
import { getSmtp, testSmtp, updateSmtp } from "../../../service/alert/smtp.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/notifications/smtp";
const area = "channels";

export const smtpRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "Get the SMTP settings",
    response: { status: 200, schema: smtpResponse },
    handle: async ({ context }) => await getSmtp(context),
  }),
  endpoint({
    method: "PUT",
    path: ROOT,
    area,
    summary: "Update the SMTP settings",
    description:
      "Omitted fields stay unchanged. After a change by anyone else, password links and invitations are not sent until an administrator saves the settings from a session.",
    body: smtpChange,
    response: { status: 200, schema: smtpResponse },
    handle: async ({ context, body }) => await updateSmtp(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/test`,
    area,
    summary: "Send a test email",
    body: smtpTest,
    response: { status: 200, schema: ok },
    refuses: { 422: "The email couldn't be sent; `error` quotes the server." },
    handle: async ({ context, body }) => {
      await testSmtp(context, body.to);
      return { ok: true };
    },
  }),
];
