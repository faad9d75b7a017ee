import type { ChannelType } from "./channel_type.ts";
import { discord } from "./discord.ts";
import { email } from "./email.ts";
import { ntfy } from "./ntfy.ts";
import { onCall } from "./on_call.ts";
import { pushover } from "./pushover.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { telegram } from "./telegram.ts";
import { webhook } from "./webhook.ts";

export const CHANNEL_TYPES: readonly ChannelType[] = [
  email,
  webhook,
  slack,
  discord,
  teams,
  telegram,
  ntfy,
  pushover,
  onCall,
];

export function findChannelType(type: string): ChannelType | null {
  return CHANNEL_TYPES.find((channelType) => channelType.type === type) ?? null;
}
