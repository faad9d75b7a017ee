import { Show } from "solid-js";
import { isFailing } from "../../../../src/domain/monitor/check_result.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { endSnooze, snooze } from "../../api/acknowledgement.ts";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/acknowledge.ts";
import { DURATIONS, type Duration, endOf } from "./duration.ts";

export function isCalm({ confirmedStatus, paused, alertsNobody, snoozedUntilMs }: Monitor): boolean {
  return !isFailing(confirmedStatus) && !paused && !alertsNobody && snoozedUntilMs === null;
}

export function SnoozeMenu(props: { monitor: Monitor; isLarge?: boolean }) {
  const choose = (duration: Duration) =>
    showOutcome(async () => {
      const now = Date.now();
      const until = endOf(duration, now) ?? now;
      monitors.put(await snooze(props.monitor.id, until));
      return text.snoozeDone(props.monitor.name, formatMoment(until));
    });
  return (
    <Menu
      label={text.snoozeLabel}
      trigger={text.snooze}
      triggerClass={`button button--secondary ${props.isLarge ? "" : "button--small"}`}
      items={DURATIONS.filter(({ value }) => value !== "0").map(({ value, label }) => ({
        kind: "action" as const,
        label,
        icon: "clock" as const,
        onSelect: () => void choose(value),
      }))}
    />
  );
}

export function SnoozeNotice(props: { monitor: Monitor }) {
  const end = () =>
    showOutcome(async () => {
      await endSnooze(props.monitor.id);
      await monitors.take(props.monitor.id);
      return text.snoozeEnded(props.monitor.name);
    });
  return (
    <Show when={props.monitor.snoozedUntilMs}>
      {(until) => (
        <Notice tone="info">
          <div class="seen__line">
            <p>{text.snoozed(formatMoment(until()))}</p>
            <Button isSmall onClick={() => void end()}>
              {text.endSnooze}
            </Button>
          </div>
        </Notice>
      )}
    </Show>
  );
}
