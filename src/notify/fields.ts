import type { z } from "zod";
import { getAt } from "../lib/at_path.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import { isMaskWithTail, MASK } from "../lib/mask.ts";
import { text, trimmedText } from "../schema/limits.ts";
import { isWebUrl, secretText, vaultReference } from "../schema/monitor_config.ts";

export const PLACEHOLDER_HINT =
  "Placeholders such as {{monitor_name}}, {{status}} and {{error_message}} are filled.";

export const vault = vaultReference.optional();

export const secret = secretText.trim().default("").meta({ format: "password", writeOnly: true });

export const secretUrl = secret
  .refine(
    (text) => text === "" || text === MASK || isWebUrl(text),
    "Use the whole http or https address that the service shows for its webhook.",
  )
  .meta({ title: "Webhook URL", description: "Whoever knows it can post there: it is kept as a secret." });

export function words(max = 2000) {
  return text(max, "Write text.")
    .default("")
    .meta({ description: `In place of the message's own words. ${PLACEHOLDER_HINT}` });
}

export const tailedSecret = trimmedText(10_000, "Secrets are text.")
  .refine(
    (text) => text === MASK || isMaskWithTail(text) || !text.includes("•"),
    "Type the whole secret, or leave the mask as it was.",
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
