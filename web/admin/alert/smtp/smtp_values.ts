import type { SmtpAnswer } from "../../../../src/schema/smtp.ts";
import type { NumberText } from "../../../ui/number_text.ts";

export type SmtpValues = Pick<
  SmtpAnswer,
  "host" | "secure" | "user" | "password" | "fromAddress" | "fromName" | "vault"
> & { port: NumberText };
