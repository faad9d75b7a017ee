import { Show } from "solid-js";
import type { Subscriber } from "../../../../src/schema/subscriber_list.ts";
import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { StateCell } from "../../../ui/StateCell.tsx";
import { text } from "../../text/subscriber.ts";

const TONES: Record<Subscriber["status"], BadgeTone> = {
  pending: "accent",
  active: "good",
  disabled: "warn",
  unsubscribed: "neutral",
};

export function SubscriberBadge(props: { status: Subscriber["status"] }) {
  return <Badge tone={TONES[props.status]}>{text.statuses[props.status]}</Badge>;
}

export function SubscriberState(props: { subscriber: Subscriber }) {
  return (
    <StateCell
      badge={<SubscriberBadge status={props.subscriber.status} />}
      why={props.subscriber.failures > 0 && text.failures(props.subscriber.failures)}
    >
      <Show when={props.subscriber.lastError}>
        {(error) => <span class="small break subscriber__error">{error()}</span>}
      </Show>
    </StateCell>
  );
}
