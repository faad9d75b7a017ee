import { createEffect, For, onCleanup, Show } from "solid-js";
import type { DeliveryDetail } from "../../../../src/schema/delivery.ts";
import { createLoad } from "../../../lib/load.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { getDelivery } from "../../api/delivery.ts";
import { text as channelText } from "../../text/channel.ts";
import { text } from "../../text/delivery.ts";
import { DeliveryBadge, reasonWords, titleOf } from "./DeliveryState.tsx";
import { RetryButton } from "./DeliveryTable.tsx";

/** While it is under way it is read again, so that the outcome is seen. */
const FOLLOW_MS = 3000;

export function DeliveryPanel(props: { id: number; onClose: () => void; onChanged: () => void }) {
  const found = createLoad(
    async (signal, id) => await getDelivery(id, signal),
    () => props.id,
  );
  let last: string | undefined;
  createEffect(() => {
    const status = found.data()?.status;
    if (last === "pending" && status !== undefined && status !== last) props.onChanged();
    last = status;
    if (status !== "pending") return;
    const timer = setInterval(() => found.reload(), FOLLOW_MS);
    onCleanup(() => clearInterval(timer));
  });
  const title = () => {
    const delivery = found.data();
    return delivery ? titleOf(delivery) : text.title;
  };
  return (
    <SidePanel title={title()} onClose={() => props.onClose()}>
      <Loaded load={found}>
        {(delivery) => (
          <>
            <Facts delivery={delivery()} />
            <Show when={delivery().status === "failed"}>
              <div>
                <RetryButton
                  id={delivery().id}
                  onDone={() => {
                    found.reload();
                    props.onChanged();
                  }}
                />
              </div>
            </Show>
            <Attempts delivery={delivery()} />
          </>
        )}
      </Loaded>
    </SidePanel>
  );
}

function Facts(props: { delivery: DeliveryDetail }) {
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
        {` (${channelText.types[props.delivery.channelType] ?? props.delivery.channelType})`}
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

function Attempts(props: { delivery: DeliveryDetail }) {
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
