import { Show } from "solid-js";
import { isFailing } from "../../../../src/domain/monitor/check_result.ts";
import type { ListedMonitor } from "../../../../src/schema/listed_monitor.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { endSnoozeNow, snoozeUntil } from "../../live/monitor_deeds.ts";
import { text } from "../../text/acknowledge.ts";
import { DURATIONS, type Duration, endOf } from "./duration.ts";

export function isCalm({ confirmedStatus, paused, alertsNobody, snoozedUntilMs }: ListedMonitor): boolean {
  return !isFailing(confirmedStatus) && !paused && !alertsNobody && snoozedUntilMs === null;
}

export function SnoozeMenu(props: { monitor: ListedMonitor; isLarge?: boolean }) {
  const choose = (duration: Duration) =>
    showOutcome(async () => {
      const now = Date.now();
      const untilMs = endOf(duration, now) ?? now;
      return await snoozeUntil(props.monitor, { untilMs, formatted: formatMoment(untilMs) });
    });
  return (
    <Menu
      label={text.snoozeLabel(props.monitor.name)}
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

export function SnoozeNotice(props: { monitor: ListedMonitor }) {
  const end = () => showOutcome(async () => await endSnoozeNow(props.monitor));
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
