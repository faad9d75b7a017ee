import type { z } from "zod";
import { getAt } from "../lib/at_path.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import { isMaskWithTail, MASK } from "../lib/mask.ts";
import { text, trimmedText } from "../schema/limits.ts";
import { isWebUrl, secretText, vaultReference } from "../schema/monitor_config.ts";

export const PLACEHOLDER_HINT =
  "You can use placeholders such as {{monitor_name}}, {{status}} and {{error_message}}.";

export const vault = vaultReference.optional();

export const secret = secretText.trim().default("").meta({ format: "password", writeOnly: true });

export const secretUrl = secret
  .refine(
    (text) => text === "" || text === MASK || isWebUrl(text),
    "Use the full http or https webhook address from the service.",
  )
  .meta({
    title: "Webhook URL",
    description: "Anyone with this URL can post to it, so it is stored as a secret.",
  });

export function words(max = 2000) {
  return text(max, "Enter text.")
    .default("")
    .meta({ description: `Replaces the default message. ${PLACEHOLDER_HINT}` });
}

export const tailedSecret = trimmedText(10_000, "Secrets must be text.")
  .refine(
    (text) => text === MASK || isMaskWithTail(text) || !text.includes("•"),
    "Enter the whole secret, or keep the mask.",
  )
  .default("")
  .meta({ format: "password", writeOnly: true });

export function eitherOrVault(field: string, message: string) {
  return (config: Config, context: z.RefinementCtx) => {
    if (config[field] === "" && !config["vault"])
      context.addIssue({ code: "custom", path: [field], message });
  };
}

export function setFields(config: Config, names: readonly string[]): SecretPath[] {
  return names.map((name) => [name]).filter((path) => isSet(getAt(config, path)));
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}
