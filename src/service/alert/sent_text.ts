import type { ChannelRow } from "../../data/channel.ts";
import type { AlertMessage } from "../../domain/alert/message.ts";
import { factsOf, summaryOf, titleOf } from "../../domain/alert/text.ts";
import { getAt, setAt } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";
import { cutText } from "../../lib/cut.ts";
import { log } from "../../lib/log.ts";
import { REDACTED, redact } from "../../lib/redact.ts";
import { isSecret } from "../../lib/redact_text.ts";
import type { ChannelType } from "../../notify/channel_type.ts";
import type { Mail } from "../../notify/mail.ts";
import { findChannelType } from "../../notify/registry.ts";
import { maskSecrets } from "../record/sealing.ts";

const LONGEST = 20_000;

export async function showSentText(channel: ChannelRow | null, message: AlertMessage): Promise<string> {
  const type = channel && findChannelType(channel.type);
  try {
    const made = type ? await makeText(type, { config: channel.config, message }) : null;
    return cutText(made ?? plainWords(message), LONGEST);
  } catch (error) {
    // Stored by another version: the rest of the delivery is still shown.
    log("warn", "failed to describe a stored message", { error });
    return "";
  }
}

async function makeText(
  type: ChannelType,
  { config, message }: { config: Config; message: AlertMessage },
): Promise<string | null> {
  const parsed = type.config.safeParse(maskSecrets(type, config));
  if (!parsed.success) return null;
  const caught: { body?: string; mail?: Mail } = {};
  const keepBody: typeof fetch = async (_input, init) => {
    caught.body = String(init?.body ?? "");
    throw new Error("This is made to be read: nothing is sent.");
  };
  await type
    .send({
      config: withoutSecrets(type, parsed.data as Config),
      message,
      now: message.at,
      signal: AbortSignal.abort(),
      fetch: keepBody,
      sendMail: async (mail) => {
        caught.mail = mail;
      },
    })
    .catch(() => undefined);
  if (caught.mail) return `${caught.mail.subject}\n\n${redact(caught.mail.text)}`;
  return caught.body === undefined ? null : showBody(caught.body);
}

function showBody(body: string): string {
  try {
    return JSON.stringify(hideKeys(redact(JSON.parse(body))), null, 2);
  } catch {
    return String(redact(body));
  }
}

function hideKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, isSecret(name) ? REDACTED : hideKeys(part)]),
  );
}

function withoutSecrets(type: ChannelType, config: Config): Config {
  const filled = type.vaultSpots.flatMap(({ at, fills }) =>
    typeof fills === "object" && getAt(config, [...at, "vault"]) ? [[...at, fills.secret]] : [],
  );
  let bare = config;
  for (const path of [...type.findSecrets(config), ...filled]) {
    bare = setAt(bare, path, /url$/i.test(String(path.at(-1))) ? "https://hidden.invalid/" : "hidden");
  }
  return bare;
}

function plainWords(message: AlertMessage): string {
  const facts = factsOf(message).map(({ label, value }) => `${label}: ${value}`);
  return [titleOf(message), summaryOf(message), ...facts].join("\n");
}
