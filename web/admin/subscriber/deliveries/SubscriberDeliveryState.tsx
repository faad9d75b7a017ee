import { Match, Show, Switch } from "solid-js";
import type { SubscriberDelivery } from "../../../../src/schema/subscriber_delivery.ts";
import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { StateCell } from "../../../ui/StateCell.tsx";
import { text } from "../../text/subscriber_delivery.ts";

const TONES: Record<SubscriberDelivery["status"], BadgeTone> = {
  pending: "accent",
  delivered: "good",
  failed: "bad",
  cancelled: "neutral",
};

export function SubscriberDeliveryBadge(props: { status: SubscriberDelivery["status"] }) {
  return <Badge tone={TONES[props.status]}>{text.statuses[props.status]}</Badge>;
}

export function SubscriberDeliveryState(props: { delivery: SubscriberDelivery }) {
  const waits = () => props.delivery.status === "pending" && props.delivery.lastError !== null;
  return (
    <StateCell
      badge={<SubscriberDeliveryBadge status={props.delivery.status} />}
      why={
        <Switch>
          <Match when={waits() && props.delivery.nextAttemptAt}>
            {(at) => (
              <>
                {text.nextTry} <RelativeTime at={at()} />
              </>
            )}
          </Match>
          <Match when={props.delivery.status === "cancelled"}>{text.cancelled}</Match>
        </Switch>
      }
    >
      <Show when={props.delivery.status === "failed" || waits()}>
        <span class="small break subscriber-deliveries__error">{props.delivery.lastError}</span>
      </Show>
    </StateCell>
  );
}

export function titleOf({ eventType, title }: SubscriberDelivery): string {
  return `${text.events[eventType]}: ${title}`;
}
