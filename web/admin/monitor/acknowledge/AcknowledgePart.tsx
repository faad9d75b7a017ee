import { createSignal, Show } from "solid-js";
import { isFailing } from "../../../../src/domain/monitor/check_result.ts";
import type { ListedMonitor } from "../../../../src/schema/listed_monitor.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { showOutcome, showToast } from "../../../ui/toast.ts";
import { undoAcknowledgement } from "../../live/monitor_deeds.ts";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/acknowledge.ts";
import { AcknowledgeButton } from "./AcknowledgeButton.tsx";
import { AcknowledgeDialog } from "./AcknowledgeDialog.tsx";
import { SnoozeMenu, SnoozeNotice } from "./SnoozeControl.tsx";
import "./acknowledge.css";

export function AcknowledgePart(props: { monitor: ListedMonitor }) {
  const [isAsking, setIsAsking] = createSignal(false);
  const isOpen = () => isFailing(props.monitor.confirmedStatus) && !props.monitor.paused;
  return (
    <section class="seen stack" aria-label={text.part}>
      <Show when={isOpen()}>
        <Show
          when={props.monitor.acknowledgement}
          fallback={<Unseen monitor={props.monitor} onAsk={() => setIsAsking(true)} />}
        >
          {(found) => <Seen monitor={props.monitor} acknowledgement={found()} />}
        </Show>
      </Show>
      <SnoozeNotice monitor={props.monitor} />
      {/* Stays open when the monitor recovers or someone else acknowledges it. */}
      <Show when={isAsking()}>
        <AcknowledgeDialog
          monitor={props.monitor}
          onClose={() => setIsAsking(false)}
          onDone={(taken) => {
            setIsAsking(false);
            monitors.put(taken);
            showToast(text.done(taken.name));
          }}
        />
      </Show>
    </section>
  );
}

function Unseen(props: { monitor: ListedMonitor; onAsk: () => void }) {
  return (
    <Notice tone="warn">
      <div class="seen__line">
        <p>{text.open}</p>
        <div class="row">
          <AcknowledgeButton monitor={props.monitor} />
          <Button isSmall onClick={() => props.onAsk()}>
            {text.withNote}
          </Button>
          <Show when={props.monitor.snoozedUntilMs === null}>
            <SnoozeMenu monitor={props.monitor} />
          </Show>
        </div>
      </div>
    </Notice>
  );
}

function Seen(props: {
  monitor: ListedMonitor;
  acknowledgement: NonNullable<ListedMonitor["acknowledgement"]>;
}) {
  const takeBack = () => showOutcome(async () => await undoAcknowledgement(props.monitor.id));
  return (
    <Notice tone="good">
      <div class="seen__line">
        <div>
          <p>
            <strong class="break">{text.has(props.acknowledgement.by)}</strong>{" "}
            <Show when={props.acknowledgement.untilMs}>
              {(until) => `${text.until(formatMoment(until()))} `}
            </Show>
            <span class="soft">
              <RelativeTime at={props.acknowledgement.at} />
            </span>
          </p>
          <Show when={props.acknowledgement.note}>{(note) => <p class="break">{note()}</p>}</Show>
        </div>
        <Button isSmall onClick={() => void takeBack()}>
          {text.takeBack}
        </Button>
      </div>
    </Notice>
  );
}
