import type { SmtpResponse } from "../../../../src/schema/smtp.ts";
import type { NumberText } from "../../../ui/number_text.ts";

export type SmtpValues = Pick<
  SmtpResponse,
  "host" | "secure" | "user" | "password" | "fromAddress" | "fromName" | "vault"
> & { port: NumberText };
