import { Show } from "solid-js";
import type { ManagedUser } from "../../../../src/schema/user.ts";
import { nameOf } from "../../../lib/person.ts";
import { currentUser } from "../../../lib/session.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { BreakableText } from "../../../ui/BreakableText.tsx";
import { PersonMark } from "../../../ui/PersonMark.tsx";
import { text } from "../../text/user.ts";

export function UserName(props: { user: ManagedUser }) {
  return (
    <span class="table__marked">
      <PersonMark {...props.user} />
      <span class="table__main">
        <span class="row">
          <span class="strong break">
            <BreakableText text={nameOf(props.user)} />
          </span>
          <Show when={props.user.id === currentUser().id}>
            <Badge tone="accent">{text.you}</Badge>
          </Show>
        </span>
        <Show when={props.user.name}>
          <span class="small soft break">
            <BreakableText text={props.user.email} />
          </span>
        </Show>
      </span>
    </span>
  );
}

export function UserSecurity(props: { user: ManagedUser }) {
  const isPlain = () => {
    const { twoFactor, sso, mustChangePassword, invitedUntil } = props.user;
    return !twoFactor && !sso && !mustChangePassword && invitedUntil === null;
  };
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
      <Show when={props.user.invitedUntil}>
        {(until) => (
          <Badge tone={until() > Date.now() ? "accent" : "warn"}>
            {until() > Date.now() ? text.invited : text.invitationOver}
          </Badge>
        )}
      </Show>
      <Show when={isPlain()}>
        <span class="soft">{text.passwordOnly}</span>
      </Show>
    </span>
  );
}
