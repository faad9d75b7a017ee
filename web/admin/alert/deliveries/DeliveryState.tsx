import { Match, Show, Switch } from "solid-js";
import type { Delivery } from "../../../../src/schema/delivery.ts";
import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { StateCell } from "../../../ui/StateCell.tsx";
import { text } from "../../text/delivery.ts";

const TONES: Record<Delivery["status"], BadgeTone> = {
  pending: "accent",
  delivered: "good",
  failed: "bad",
  suppressed: "warn",
  cancelled: "neutral",
};

export function DeliveryBadge(props: { status: Delivery["status"] }) {
  return <Badge tone={TONES[props.status]}>{text.statuses[props.status]}</Badge>;
}

export function DeliveryState(props: { delivery: Delivery }) {
  const isPending = () => props.delivery.status === "pending";
  const why = () => (
    <Switch>
      <Match when={isPending() && props.delivery.heldUntil}>
        {(until) => (
          <>
            {text.heldUntil} <RelativeTime at={until()} />
          </>
        )}
      </Match>
      <Match when={isPending() && props.delivery.attemptCount > 0}>
        {text.nextTry} <RelativeTime at={props.delivery.nextAttemptAt} />
      </Match>
      <Match when={props.delivery.reason}>{(reason) => reasonWords(reason())}</Match>
    </Switch>
  );
  return (
    <StateCell badge={<DeliveryBadge status={props.delivery.status} />} why={why()}>
      <Show when={props.delivery.status === "failed" || isPending()}>
        <span class="small break delivery__error" title={props.delivery.lastError ?? ""}>
          {props.delivery.lastError}
        </span>
      </Show>
    </StateCell>
  );
}

export function reasonWords(reason: string): string {
  return text.reasons[reason] ?? reason;
}

export function titleOf({ eventType, monitorName, monitorId }: Delivery): string {
  if (eventType === "test" || eventType === "own_trouble") return text.events[eventType];
  const about = monitorName || (monitorId === null ? text.several : `#${monitorId}`);
  return `${text.events[eventType]}: ${about}`;
}
