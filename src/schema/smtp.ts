import { z } from "zod";
import { line } from "./common.ts";
import { host, port, secretText, vaultReference } from "./monitor_config.ts";
import { versioned, versionRead } from "./version.ts";

const mailbox = z
  .string()
  .trim()
  .max(254, "Use at most 254 characters.")
  .regex(
    /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u,
    "Use an address such as alerts@example.com.",
  );

const optionalLine = z.union([z.literal(""), line(200)]);

const fields = {
  host: z.union([z.literal(""), host]),
  port,
  secure: z.boolean().meta({ description: "TLS from the start; else STARTTLS where the server offers it." }),
  user: optionalLine,
  password: secretText.meta({ description: "Stored sealed and answered as a mask." }),
  fromAddress: z.union([z.literal(""), mailbox]),
  fromName: optionalLine,
  vault: vaultReference.nullable(),
};

export const smtpSettings = z.object({
  host: fields.host.default(""),
  port: port.default(587),
  secure: fields.secure.default(false),
  user: fields.user.default(""),
  password: z.string().default(""),
  fromAddress: fields.fromAddress.default(""),
  fromName: fields.fromName.default(""),
  vault: z.record(z.string(), z.unknown()).nullable().default(null),
});
export type SmtpSettings = z.output<typeof smtpSettings>;

/** What is left out keeps what is stored. */
export const smtpChange = z.object(fields).partial().extend(versionRead);
export type SmtpChange = z.output<typeof smtpChange>;

export const smtpAnswer = z
  .object({ ...fields, ...versioned, password: z.string(), vault: vaultReference.nullable() })
  .meta({ id: "SmtpSettings" });
export type SmtpAnswer = z.output<typeof smtpAnswer>;

export const smtpTest = z.object({ to: mailbox });
