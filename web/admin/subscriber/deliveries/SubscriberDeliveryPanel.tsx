import { Show } from "solid-js";
import type { SubscriberDeliveryDetail } from "../../../../src/schema/subscriber_delivery.ts";
import { createLoad, followUntil } from "../../../lib/load.ts";
import { AttemptList, Fact, TimeFact } from "../../../ui/Facts.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RetryButton } from "../../../ui/RetryButton.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { getSubscriberDelivery, retrySubscriberDelivery } from "../../api/subscriber_delivery.ts";
import { text as subscriber } from "../../text/subscriber.ts";
import { text } from "../../text/subscriber_delivery.ts";
import { SubscriberDeliveryBadge, titleOf } from "./SubscriberDeliveryState.tsx";

const FOLLOW_MS = 3000;
const { panel } = text;

export function SubscriberDeliveryPanel(props: { id: number; onClose: () => void; onChanged: () => void }) {
  const found = createLoad(
    async (signal, id) => await getSubscriberDelivery(id, signal),
    () => props.id,
  );
  followUntil(found, {
    isOver: ({ status }) => status !== "pending",
    everyMs: FOLLOW_MS,
    onOver: () => props.onChanged(),
  });
  const title = () => {
    const delivery = found.data();
    return delivery ? titleOf(delivery) : text.title;
  };
  function retried(): void {
    found.reload();
    props.onChanged();
  }
  return (
    <SidePanel title={title()} onClose={() => props.onClose()}>
      <Loaded load={found}>
        {(delivery) => (
          <>
            <DeliveryFacts delivery={delivery()} />
            <Show when={delivery().status === "failed"}>
              <div>
                <RetryButton
                  words={text}
                  retry={() => retrySubscriberDelivery(delivery().id)}
                  onDone={retried}
                />
              </div>
            </Show>
            <AttemptList
              title={panel.attempts}
              none={delivery().status === "pending" ? panel.noAttempts : panel.neverTried}
              attempts={delivery().attempts}
              isGood={({ ok }) => ok}
              wordsOf={({ ok }) => (ok ? panel.ok : panel.refused)}
              tookOf={({ ms }) => panel.ms(ms)}
            />
          </>
        )}
      </Loaded>
    </SidePanel>
  );
}

function DeliveryFacts(props: { delivery: SubscriberDeliveryDetail }) {
  return (
    <dl class="facts">
      <Fact label={panel.status}>
        <SubscriberDeliveryBadge status={props.delivery.status} />
      </Fact>
      <Fact label={panel.to}>
        <span class="break">{props.delivery.destination}</span>
      </Fact>
      <Fact label={panel.by}>{subscriber.types[props.delivery.type]}</Fact>
      <TimeFact label={panel.created} at={props.delivery.createdAt} />
      <TimeFact label={text.nextTry} at={props.delivery.lastError !== null && props.delivery.nextAttemptAt} />
      <TimeFact label={panel.delivered} at={props.delivery.deliveredAt} />
      <Show when={props.delivery.responseStatus}>
        {(status) => <Fact label={panel.response}>{panel.httpStatus(status())}</Fact>}
      </Show>
      <Fact label={panel.tries}>
        {text.attempts(props.delivery.attemptCount, props.delivery.maxAttempts)}
      </Fact>
    </dl>
  );
}
