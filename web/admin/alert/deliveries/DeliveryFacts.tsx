import { For, Show } from "solid-js";
import type { DeliveryDetail } from "../../../../src/schema/delivery.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { channelLabel } from "../../api/channel_names.ts";
import { text } from "../../text/delivery.ts";
import { DeliveryBadge, reasonWords } from "./DeliveryState.tsx";

export function DeliveryFacts(props: { delivery: DeliveryDetail }) {
  const { panel } = text;
  return (
    <dl class="facts">
      <dt>{text.status}</dt>
      <dd>
        <DeliveryBadge status={props.delivery.status} />
      </dd>
      <Show when={props.delivery.reason}>
        {(reason) => (
          <>
            <dt>{panel.reason}</dt>
            <dd>{reasonWords(reason())}</dd>
          </>
        )}
      </Show>
      <Show when={props.delivery.monitorId}>
        {(id) => (
          <>
            <dt>{panel.monitor}</dt>
            <dd>
              <a href={`/admin/monitors/${id()}`}>{props.delivery.monitorName || `#${id()}`}</a>
            </dd>
          </>
        )}
      </Show>
      <dt>{panel.channel}</dt>
      <dd>
        <a href={`/admin/channels/${props.delivery.channelId}`}>{props.delivery.channelName}</a>
        {` (${channelLabel(props.delivery.channelType)})`}
      </dd>
      <dt>{panel.created}</dt>
      <dd>
        <RelativeTime at={props.delivery.createdAt} />
      </dd>
      <Show when={props.delivery.status === "pending" && props.delivery.heldUntil}>
        {(until) => (
          <>
            <dt>{text.heldUntil}</dt>
            <dd>
              <RelativeTime at={until()} />
            </dd>
          </>
        )}
      </Show>
      <Show when={props.delivery.status === "pending" && props.delivery.attemptCount > 0}>
        <dt>{text.nextTry}</dt>
        <dd>
          <RelativeTime at={props.delivery.nextAttemptAt} />
        </dd>
      </Show>
      <Show when={props.delivery.deliveredAt}>
        {(at) => (
          <>
            <dt>{panel.delivered}</dt>
            <dd>
              <RelativeTime at={at()} />
            </dd>
          </>
        )}
      </Show>
      <dt>{panel.tries}</dt>
      <dd>{text.attempts(props.delivery.attemptCount, props.delivery.maxAttempts)}</dd>
    </dl>
  );
}

export function DeliveryAttempts(props: { delivery: DeliveryDetail }) {
  const { panel } = text;
  return (
    <section class="stack stack--tight">
      <h3>{panel.attempts}</h3>
      <ol class="attempts plain">
        <For
          each={props.delivery.attempts}
          fallback={
            <li class="soft small">
              {props.delivery.status === "pending" ? panel.noAttempts : panel.neverTried}
            </li>
          }
        >
          {(attempt) => (
            <li class="attempts__one">
              <span class="row row--spread">
                <Badge tone={attempt.ok ? "good" : "bad"}>{attempt.ok ? panel.ok : panel.refused}</Badge>
                <span class="small soft">
                  <RelativeTime at={attempt.at} /> · {panel.ms(attempt.ms)}
                </span>
              </span>
              <Show when={attempt.error}>
                <span class="small break">{attempt.error}</span>
              </Show>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}
