import { Show } from "solid-js";
import type { Subscriber } from "../../../../src/schema/subscriber_list.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { Fact, TimeFact } from "../../../ui/Facts.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { nameMonitors } from "../../live/monitor_names.ts";
import { pathOfChosen } from "../../page/pages/paths.ts";
import { text } from "../../text/subscriber.ts";
import { SubscriberBadge } from "./SubscriberState.tsx";

const { panel } = text;

export function SubscriberPanel(props: { subscriber: Subscriber; onClose: () => void }) {
  const events = () => props.subscriber.events.map((type) => text.events[type]).join(", ") || text.noEvent;
  const isScoped = () => props.subscriber.monitorIds.length + props.subscriber.tags.length > 0;
  return (
    <SidePanel title={props.subscriber.destination} onClose={() => props.onClose()}>
      <dl class="facts">
        <Fact label={text.status}>
          <SubscriberBadge status={props.subscriber.status} />
        </Fact>
        <Fact label={text.type}>{text.types[props.subscriber.type]}</Fact>
        <Fact label={panel.kinds}>{events()}</Fact>
        <Show when={isScoped()} fallback={<Fact label={text.columns.scope}>{text.wholePage}</Fact>}>
          <Show when={props.subscriber.monitorIds.length > 0}>
            <Fact label={panel.monitors}>{nameMonitors(props.subscriber.monitorIds)}</Fact>
          </Show>
          <Show when={props.subscriber.tags.length > 0}>
            <Fact label={panel.tags}>{props.subscriber.tags.join(", ")}</Fact>
          </Show>
        </Show>
        <Show when={props.subscriber.type === "webhook"}>
          <WebhookFacts subscriber={props.subscriber} />
        </Show>
        <Fact label={panel.language}>{props.subscriber.locale}</Fact>
        <TimeFact label={panel.created} at={props.subscriber.createdAt} />
        <TimeFact label={panel.confirmed} at={props.subscriber.confirmedAt} />
        <TimeFact label={text.columns.lastNotified} at={props.subscriber.lastNotifiedAt} />
        <Show when={props.subscriber.failures}>
          {(failures) => <Fact label={panel.failures}>{text.failures(failures())}</Fact>}
        </Show>
        <Show when={props.subscriber.lastError}>
          {(error) => <Fact label={panel.lastError}>{error()}</Fact>}
        </Show>
      </dl>
      <div>
        <ButtonLink
          icon="send"
          href={`${pathOfChosen("subscribers/deliveries")}?subscriber=${props.subscriber.id}`}
        >
          {text.itsDeliveries}
        </ButtonLink>
      </div>
    </SidePanel>
  );
}

function WebhookFacts(props: { subscriber: Subscriber }) {
  return (
    <>
      <Fact label={panel.contact}>{props.subscriber.email}</Fact>
      <Fact label={panel.method}>{props.subscriber.webhookMethod}</Fact>
      <Show when={props.subscriber.webhookHeaders.length > 0}>
        <Fact label={panel.headers}>{props.subscriber.webhookHeaders.join(", ")}</Fact>
      </Show>
      <Fact label={panel.failureNotice}>
        {props.subscriber.notifyOnFailure ? panel.isWritten : panel.isNotWritten}
      </Fact>
    </>
  );
}
