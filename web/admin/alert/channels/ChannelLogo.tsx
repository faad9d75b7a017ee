import { Show } from "solid-js";
import { Icon, type IconName } from "../../../ui/Icon.tsx";
import discord from "./logos/discord.svg?inline";
import ntfy from "./logos/ntfy.svg?inline";
import pushover from "./logos/pushover.svg?inline";
import slack from "./logos/slack.svg?inline";
import teams from "./logos/teams.svg?inline";
import telegram from "./logos/telegram.svg?inline";

const LOGOS: Readonly<Record<string, string>> = { discord, ntfy, pushover, slack, teams, telegram };
const ICONS: Readonly<Record<string, IconName>> = { email: "mail", on_call: "users", webhook: "link" };

export function ChannelLogo(props: { type: string }) {
  return (
    <span class="type-icon">
      <Show when={LOGOS[props.type]} fallback={<Icon name={ICONS[props.type] ?? "bell"} />}>
        {(logo) => <img src={logo()} alt="" width="20" height="20" />}
      </Show>
    </span>
  );
}
