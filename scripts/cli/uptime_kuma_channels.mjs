import { compact } from "./documents.mjs";

const CHANNELS = {
  slack: (own) => ({ type: "slack", config: { webhookUrl: own.slackwebhookURL } }),
  discord: (own) => ({
    type: "discord",
    config: { webhookUrl: own.discordWebhookUrl, username: own.discordUsername || undefined },
  }),
  teams: (own) => ({ type: "teams", config: { webhookUrl: own.webhookUrl } }),
  telegram: (own) => ({
    type: "telegram",
    config: { botToken: own.telegramBotToken, chatId: String(own.telegramChatID) },
  }),
  ntfy: (own) => ({
    type: "ntfy",
    config: {
      serverUrl: own.ntfyserverurl || undefined,
      topic: own.ntfytopic,
      accessToken: own.ntfyaccesstoken || undefined,
      priority: own.ntfyPriority ? Number(own.ntfyPriority) : undefined,
    },
  }),
  pushover: (own) => ({
    type: "pushover",
    config: { appToken: own.pushoverapptoken, userKey: own.pushoveruserkey },
  }),
  webhook: (own) => ({ type: "webhook", config: { url: own.webhookURL } }),
  smtp: (own) => ({ type: "email", config: { to: own.smtpTo } }),
};

export function toChannel({ name, config, active }, { notes, keyOf }) {
  const own = typeof config === "string" ? JSON.parse(config) : (config ?? {});
  const make = CHANNELS[own.type];
  if (!make) {
    notes.push(`channel "${name}": the kind ${own.type} has no counterpart; left out.`);
    return null;
  }
  if (own.type === "smtp") notes.push(`channel "${name}": enter the mail server in the settings.`);
  const { type, config: made } = make(own);
  return {
    kind: "NotificationChannel",
    key: keyOf(name, "channel"),
    name: String(name).slice(0, 200),
    type,
    ...(active === false && { enabled: false }),
    config: compact(made),
  };
}
