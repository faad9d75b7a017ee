import { Show } from "solid-js";
import type { User } from "../../../../src/schema/user.ts";
import { currentUser } from "../../../lib/session.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { text } from "../../text/user.ts";

export function UserName(props: { user: User }) {
  return (
    <span class="row">
      <span class="strong break">{props.user.email}</span>
      <Show when={props.user.id === currentUser().id}>
        <Badge tone="accent">{text.you}</Badge>
      </Show>
    </span>
  );
}

export function UserSecurity(props: { user: User }) {
  return (
    <span class="row">
      <Show when={props.user.twoFactor}>
        <Badge tone="good">{text.twoFactor}</Badge>
      </Show>
      <Show when={props.user.sso}>
        <Badge>{text.sso}</Badge>
      </Show>
      <Show when={props.user.mustChangePassword}>
        <Badge tone="warn">{text.temporary}</Badge>
      </Show>
      <Show when={!props.user.twoFactor && !props.user.sso && !props.user.mustChangePassword}>
        <span class="soft">{text.passwordOnly}</span>
      </Show>
    </span>
  );
}
