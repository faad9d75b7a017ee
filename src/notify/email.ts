import { z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { placeholderValuesOf, siteNameOf, titleOf } from "../domain/alert/text.ts";
import { cutText } from "../lib/cut.ts";
import { fillTemplate } from "../lib/template.ts";
import { trimmedText } from "../schema/limits.ts";
import { channelType } from "./channel_type.ts";
import { PLACEHOLDER_HINT, words } from "./fields.ts";
import { htmlOfMail, textOfMail } from "./mail_text.ts";
import { isForTemplates } from "./own_words.ts";

const MAX_RECEIVERS = 50;
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

const config = z.object({
  to: trimmedText(5000, "Enter the addresses.")
    .superRefine((text, context) => {
      const message = findAddressProblem(addressesOf(text));
      if (message) context.addIssue({ code: "custom", message });
    })
    .meta({ title: "To", description: "Separated by commas.", examples: ["ops@example.com"] }),
  subject: trimmedText(200, "Enter text.")
    .refine((text) => !/\p{Cc}/u.test(text), "Leave out line breaks and control characters.")
    .default("")
    .meta({ title: "Subject", description: `Replaces the title. ${PLACEHOLDER_HINT}` }),
  body: words(20_000).meta({ title: "Body" }),
});

export const email = channelType({
  type: "email",
  label: "Email",
  config,
  presets: [],
  filled: ["subject", "body"],
  vaultSpots: [],
  sendsMail: true,
  findSecrets: () => [],
  destinationOf: () => "",
  async send({ config, message, sendMail }) {
    await sendMail({
      messageId: messageIdOf(message),
      to: addressesOf(config.to),
      subject: subjectOf(message, config.subject),
      text: textOfMail(message, config.body),
      html: htmlOfMail(message, config.body),
      headers: { "X-Auto-Response-Suppress": "All" },
    });
  },
});

function addressesOf(text: string): string[] {
  const addresses = new Map<string, string>();
  for (const part of text.split(",")) {
    const address = part.trim();
    const known = addresses.get(address.toLowerCase());
    if (address !== "") addresses.set(address.toLowerCase(), known ?? address);
  }
  return [...addresses.values()];
}

function findAddressProblem(addresses: readonly string[]): string | null {
  if (addresses.length === 0) return "Enter at least one address.";
  if (addresses.length > MAX_RECEIVERS) return `Use at most ${MAX_RECEIVERS} addresses.`;
  const wrong = addresses.find((address) => address.length > 254 || !isAddress(address));
  return wrong === undefined ? null : `${cutText(wrong, 100)} isn't an email address.`;
}

function isAddress(text: string): boolean {
  const local = text.slice(0, text.lastIndexOf("@"));
  return ADDRESS.test(text) && !/^\.|\.\.|\.$/.test(local);
}

function subjectOf(message: AlertMessage, template: string): string {
  if (template === "" || !isForTemplates(message)) return `[${siteNameOf(message)}] ${titleOf(message)}`;
  const subject = oneLine(
    fillTemplate(template, placeholderValuesOf(message), (value) => cutText(oneLine(value), 200)),
  );
  return cutText(message.kind === "test" ? `Test: ${subject}` : subject, 250);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

function messageIdOf({ id, site }: AlertMessage): string {
  const host = URL.parse(site.url ?? "")?.hostname.replace(/[^\w.-]/g, "") || "uptide.invalid";
  return `${id.replace(/[^\w.-]+/g, "-")}@${host}`;
}
