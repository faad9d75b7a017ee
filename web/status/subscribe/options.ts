import type { SubscriptionOptions } from "../../../src/schema/subscription_settings.ts";
import { PREFIX } from "../prefix.ts";
import { ask } from "./ask.ts";

export async function loadTexts(): Promise<Record<string, string>> {
  const response = await fetch(
    `${PREFIX}/api/v1/public/locales/${encodeURIComponent(document.documentElement.lang)}`,
  );
  const { texts } = (await response.json()) as { texts: Record<string, string> };
  return texts;
}

export async function loadOptions(): Promise<SubscriptionOptions | null> {
  const lang = encodeURIComponent(document.documentElement.lang);
  const { value } = await ask<SubscriptionOptions>({ path: `/options?lang=${lang}`, method: "GET" }, String);
  return value ?? null;
}

export const NOTHING_OFFERED: SubscriptionOptions = {
  enabled: false,
  methods: { email: false, webhook: false, teamChat: false, rss: false, api: false },
  events: [],
  components: [],
  teamChatCommand: null,
  urls: { rss: "", atom: "", summary: "", components: "" },
};
