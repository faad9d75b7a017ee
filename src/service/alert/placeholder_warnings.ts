import {
  ACTION_PLACEHOLDERS,
  CHANNEL_PLACEHOLDERS,
  INCIDENT_PLACEHOLDERS,
  listPlaceholderWarnings,
  type Placeholder,
  type PlaceholderWarning,
  secretPlaceholders,
} from "../../domain/alert/placeholders.ts";
import type { Config } from "../../lib/config.ts";
import { isCredentialName } from "../../lib/credential_name.ts";
import { formatPath } from "../../lib/format_path.ts";
import { findChannelType } from "../../notify/registry.ts";
import type { Action } from "../../schema/action.ts";
import type { Channel } from "../../schema/channel.ts";
import type { IncidentTemplate } from "../../schema/incident_template.ts";

type WithWarnings<T> = T & { warnings?: PlaceholderWarning[] };
type FieldText = { path: string; text: string };

const ACTION_FIELDS = ["url", "headers", "body"];
const WORDING_PARTS = ["title", "body", "resolvedBody"] as const;

export function warnOfChannel(channel: Channel): WithWarnings<Channel> {
  const fields = findChannelType(channel.type)?.filled ?? [];
  return warn(channel, textsOf(channel.config, fields), CHANNEL_PLACEHOLDERS);
}

export function warnOfAction(action: Action): WithWarnings<Action> {
  const secrets = (action.config["secrets"] ?? []) as readonly { name: string }[];
  const own = secrets.flatMap(({ name }) => secretPlaceholders(name));
  return warn(action, textsOf(action.config, ACTION_FIELDS), [...ACTION_PLACEHOLDERS, ...own]);
}

export function warnOfTemplate(template: IncidentTemplate): WithWarnings<IncidentTemplate> {
  const wordings = [["", template] as const, ...Object.entries(template.locales)];
  const texts = wordings.flatMap(([code, wording]) =>
    WORDING_PARTS.map((part) => ({
      path: code === "" ? part : `locales.${code}.${part}`,
      text: wording[part] ?? "",
    })),
  );
  return warn(template, texts, INCIDENT_PLACEHOLDERS);
}

function warn<T extends object>(
  saved: T,
  texts: readonly FieldText[],
  known: readonly Placeholder[],
): WithWarnings<T> {
  const warnings = listPlaceholderWarnings(texts, known);
  return warnings.length > 0 ? { ...saved, warnings } : saved;
}

function textsOf(config: Config, fields: readonly string[]): FieldText[] {
  return fields.flatMap((field) => {
    const value = config[field];
    if (typeof value === "string") return [{ path: formatPath(["config", field]), text: value }];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, text]) =>
      typeof text === "string" && !isCredentialName(name)
        ? [{ path: formatPath(["config", field, name]), text }]
        : [],
    );
  });
}
