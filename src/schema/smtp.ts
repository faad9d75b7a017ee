import { z } from "zod";
import { line, timestamp } from "./common.ts";
import { trimmedText } from "./limits.ts";
import { host, port, secretText, vaultReference } from "./monitor_config.ts";
import { versioned, versionRead } from "./version.ts";

const mailbox = trimmedText(254).regex(
  /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u,
  "Use an address such as alerts@example.com.",
);

const optionalLine = z.union([z.literal(""), line(200)]);

const fields = {
  host: z.union([z.literal(""), host]),
  port,
  secure: z
    .boolean()
    .meta({ description: "Implicit TLS. If off, STARTTLS is used if the server supports it." }),
  user: optionalLine,
  password: secretText.meta({ description: "Stored encrypted and masked in responses." }),
  fromAddress: z.union([z.literal(""), mailbox]),
  fromName: optionalLine,
  vault: vaultReference.nullable(),
};

const unconfirmedChange = z.object({ by: z.string(), at: timestamp, fields: z.array(z.string()) });
export type UnconfirmedChange = z.output<typeof unconfirmedChange>;

const confirmed = {
  savedByAdmin: z.boolean().meta({
    description:
      "Whether an administrator's session last saved the settings. Password links and invitations are emailed only if true.",
  }),
  unconfirmed: z.array(unconfirmedChange).meta({
    description: "Settings changed by others since an administrator last saved them. Empty if unknown.",
  }),
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
  savedByAdmin: confirmed.savedByAdmin.default(false),
  unconfirmed: confirmed.unconfirmed.default([]),
});
export type SmtpSettings = z.output<typeof smtpSettings>;

export const smtpChange = z.object(fields).partial().extend(versionRead);
export type SmtpChange = z.output<typeof smtpChange>;

export const smtpResponse = z
  .object({ ...fields, ...confirmed, ...versioned, password: z.string(), vault: vaultReference.nullable() })
  .meta({ id: "SmtpSettings" });
export type SmtpResponse = z.output<typeof smtpResponse>;

export const smtpTest = z.object({ to: mailbox });
