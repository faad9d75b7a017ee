import { For, Show } from "solid-js";
import { Badge } from "../../../ui/Badge.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import type { ApiToken } from "../../api/api_token.ts";
import { text } from "../../text/api_token.ts";
import { summarise } from "./permission_choice.ts";

export function TokenName(props: { token: ApiToken }) {
  return (
    <span class="table__main">
      <span class="strong">{props.token.name}</span>
      <span class="mono soft token__prefix">{props.token.prefix}…</span>
    </span>
  );
}

export function TokenPermissions(props: { token: ApiToken }) {
  return (
    <span class="row">
      <For each={summarise(props.token.permissions)}>{(sentence) => <Badge>{sentence}</Badge>}</For>
    </span>
  );
}

export function TokenExpiry(props: { at: number | null }) {
  const isOver = () => props.at !== null && props.at <= Date.now();
  return (
    <Show when={!isOver()} fallback={<Badge tone="bad">{text.expired}</Badge>}>
      <RelativeTime at={props.at} absent={text.neverExpires} />
    </Show>
  );
}

export function TokenCreation(props: { token: ApiToken }) {
  return (
    <span class="table__main">
      <RelativeTime at={props.token.createdAt} />
      <span class="small soft token__by">
        {props.token.createdBy ? text.by(props.token.createdBy) : text.formerUser}
      </span>
    </span>
  );
}
