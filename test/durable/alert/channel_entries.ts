import type { Config } from "../../../src/lib/config.ts";

interface ChannelEntry {
  config(origin: string): Config;
  path: string;
  read(body: string): string;
  namesSite: boolean;
}

function textsOf(body: string): string {
  const texts: string[] = [];
  JSON.parse(body, (_, value: unknown) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n");
}

/** A service with a fixed address gets a path that begins with its host name. */
export const ENTRIES: Readonly<Record<string, ChannelEntry>> = {
  email: { config: () => ({ to: "ops@example.com" }), path: "/mail", read: (body) => body, namesSite: true },
  webhook: {
    config: (origin) => ({ url: `${origin}/webhook` }),
    path: "/webhook",
    read: textsOf,
    namesSite: true,
  },
  slack: {
    config: (origin) => ({ webhookUrl: `${origin}/slack` }),
    path: "/slack",
    read: textsOf,
    namesSite: true,
  },
  discord: {
    config: (origin) => ({ webhookUrl: `${origin}/discord` }),
    path: "/discord",
    read: textsOf,
    namesSite: true,
  },
  teams: {
    config: (origin) => ({ webhookUrl: `${origin}/teams` }),
    path: "/teams",
    read: textsOf,
    namesSite: true,
  },
  telegram: {
    config: () => ({ botToken: "123:abc", chatId: "-100" }),
    path: "/api.telegram.org/bot123:abc/sendMessage",
    read: textsOf,
    namesSite: false,
  },
  on_call: {
    config: () => ({ scheduleKey: "anybody" }),
    path: "/mail",
    read: (body) => body,
    namesSite: true,
  },
  ntfy: {
    config: (origin) => ({ serverUrl: `${origin}/ntfy`, topic: "ops" }),
    path: "/ntfy",
    read: textsOf,
    namesSite: false,
  },
  pushover: {
    config: () => ({ appToken: "app", userKey: "user" }),
    path: "/api.pushover.net/1/messages.json",
    read: (body) => [...new URLSearchParams(body).values()].join("\n"),
    namesSite: false,
  },
};
