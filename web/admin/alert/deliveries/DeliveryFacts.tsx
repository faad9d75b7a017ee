import { Show } from "solid-js";
import type { DeliveryDetail } from "../../../../src/schema/delivery.ts";
import { AttemptList, Fact, TimeFact } from "../../../ui/Facts.tsx";
import { channelLabel } from "../../api/channel_names.ts";
import { MonitorFact } from "../../live/MonitorFact.tsx";
import { text } from "../../text/delivery.ts";
import { DeliveryBadge, reasonWords } from "./DeliveryState.tsx";

const { panel } = text;

export function DeliveryFacts(props: { delivery: DeliveryDetail }) {
  const isPending = () => props.delivery.status === "pending";
  return (
    <dl class="facts">
      <Fact label={text.status}>
        <DeliveryBadge status={props.delivery.status} />
      </Fact>
      <Show when={props.delivery.reason}>
        {(reason) => <Fact label={panel.reason}>{reasonWords(reason())}</Fact>}
      </Show>
      <MonitorFact label={panel.monitor} id={props.delivery.monitorId} name={props.delivery.monitorName} />
      <Fact label={panel.channel}>
        <a href={`/admin/channels/${props.delivery.channelId}`}>{props.delivery.channelName}</a>
        {` (${channelLabel(props.delivery.channelType)})`}
      </Fact>
      <Show when={props.delivery.recipient}>
        {(recipient) => <Fact label={panel.recipient}>{recipient()}</Fact>}
      </Show>
      <TimeFact label={panel.created} at={props.delivery.createdAt} />
      <TimeFact label={text.heldUntil} at={isPending() && props.delivery.heldUntil} />
      <TimeFact
        label={text.nextTry}
        at={isPending() && props.delivery.attemptCount > 0 && props.delivery.nextAttemptAt}
      />
      <TimeFact label={panel.delivered} at={props.delivery.deliveredAt} />
      <Fact label={panel.tries}>
        {text.attempts(props.delivery.attemptCount, props.delivery.maxAttempts)}
      </Fact>
    </dl>
  );
}

export function DeliveryAttempts(props: { delivery: DeliveryDetail }) {
  return (
    <AttemptList
      title={panel.attempts}
      none={props.delivery.status === "pending" ? panel.noAttempts : panel.neverTried}
      attempts={props.delivery.attempts}
      isGood={({ ok }) => ok}
      wordsOf={({ ok }) => (ok ? panel.ok : panel.refused)}
      tookOf={({ ms }) => panel.ms(ms)}
    />
  );
}

export function SentMessage(props: { delivery: DeliveryDetail }) {
  const isUnsent = () => props.delivery.attempts.length === 0;
  return (
    <Show when={props.delivery.sent !== ""}>
      <section class="stack stack--tight">
        <h3>{isUnsent() ? panel.sentNever : panel.sent}</h3>
        <Show when={props.delivery.isChannelNewer}>
          <p class="small soft">{panel.sentSince}</p>
        </Show>
        <pre class="sent">{props.delivery.sent}</pre>
      </section>
    </Show>
  );
}
