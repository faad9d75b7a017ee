import { ok } from "../../../schema/channel.ts";
import { smtpAnswer, smtpChange, smtpTest } from "../../../schema/smtp.ts";
import { getSmtp, testSmtp, updateSmtp } from "../../../service/alert/smtp.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/notifications/smtp";
const area = "channels";

export const smtpRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "Read the SMTP settings",
    answer: { status: 200, schema: smtpAnswer },
    handle: async ({ context }) => await getSmtp(context),
  }),
  endpoint({
    method: "PUT",
    path: ROOT,
    area,
    summary: "Change the SMTP settings",
    description:
      "What is left out stays. An administrator's session confirms the settings; any change by somebody else stops password links and invitations until then.",
    body: smtpChange,
    answer: { status: 200, schema: smtpAnswer },
    handle: async ({ context, body }) => await updateSmtp(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/test`,
    area,
    summary: "Send a test mail",
    body: smtpTest,
    answer: { status: 200, schema: ok },
    refuses: { 422: "The mail could not be sent; the sentence has the server's own words." },
    handle: async ({ context, body }) => {
      await testSmtp(context, body.to);
      return { ok: true };
    },
  }),
];
