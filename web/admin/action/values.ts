import type { z } from "zod";
import type { Action, actionConfig, newAction } from "../../../src/schema/action.ts";
import { type Edited, readTimeout } from "../../lib/edit.ts";
import type { Pair } from "../../ui/PairsInput.tsx";
import { getAction } from "../api/action.ts";
import { text } from "../text/action.ts";

export function editOf(stored: Action): Edited<ActionValues, Action> {
  return {
    stored,
    read: async () => await getAction(readTimeout(), stored.id),
    toValues: valuesOf,
    labels: {
      name: text.name,
      enabled: text.enabledLabel,
      failureNotifications: text.failureLabel,
      config: text.request.title,
      "config.url": text.url,
      "config.method": text.method,
      "config.headers": text.headers,
      "config.body": text.body,
      "config.signingSecret": text.signingSecret,
      "config.secrets": text.secrets.title,
    },
    describe: { "config.headers": headersText },
  };
}

/** Values may be secrets: names are enough to show what differs. */
function headersText(headers: readonly Pair[]): string {
  return headers.map(([name]) => name).join(", ");
}

type Config = z.input<typeof actionConfig>;

export const METHODS = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const;

export interface ActionSecret {
  name: string;
  vault: { vault: string; secret: string };
}

export interface ActionValues {
  name: string;
  enabled: boolean;
  failureNotifications: readonly number[];
  config: {
    url: string;
    method: (typeof METHODS)[number];
    headers: readonly Pair[];
    body: string;
    signingSecret: string;
    secrets: readonly ActionSecret[];
  };
}

export function valuesOf(stored: Action | null): ActionValues {
  const config = (stored?.config ?? {}) as Partial<Config>;
  return {
    name: stored?.name ?? "",
    enabled: stored?.enabled ?? true,
    failureNotifications: stored?.failureNotifications ?? [],
    config: {
      url: config.url ?? "",
      method: config.method ?? "POST",
      headers: Object.entries((config.headers ?? {}) as Record<string, string>),
      body: typeof config.body === "string" ? config.body : "",
      signingSecret: config.signingSecret ?? "",
      secrets: (config.secrets ?? []) as ActionSecret[],
    },
  };
}

export function toBody({
  config,
  failureNotifications,
  ...values
}: ActionValues): Omit<z.input<typeof newAction>, "key"> {
  const headers = Object.fromEntries(config.headers.filter(([name, value]) => name !== "" || value !== ""));
  return {
    ...values,
    failureNotifications: [...failureNotifications],
    config: { ...config, headers },
  };
}
