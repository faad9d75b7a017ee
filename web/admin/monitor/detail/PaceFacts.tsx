import { Show } from "solid-js";
import { isProbed } from "../../../../src/domain/monitor/rule.ts";
import { formatDuration } from "../../../../src/lib/duration.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { Fact } from "../../../ui/Facts.tsx";
import { text as cronText } from "../../text/cron_job.ts";
import { text } from "../../text/monitor_detail.ts";
import { scheduleOf } from "./schedule.ts";

export function PaceFacts(props: { monitor: Monitor }) {
  const isHeartbeat = () => props.monitor.heartbeatUrl !== undefined;
  const paceLabel = () => {
    if (scheduleOf(props.monitor)) return cronText.schedule;
    return isHeartbeat() ? text.facts.intervalHeartbeat : text.facts.interval;
  };
  return (
    <>
      <Fact label={paceLabel()}>
        {scheduleOf(props.monitor) ?? formatDuration(props.monitor.intervalSecs * 1000)}
      </Fact>
      <Show when={isProbed(props.monitor)}>
        <Fact label={text.facts.waits}>
          {text.facts.waitsOf(formatDuration(props.monitor.timeoutMs), props.monitor.retries)}
        </Fact>
      </Show>
      <Fact label={text.facts.thresholds}>
        {text.facts.thresholdsOf(props.monitor.failureThreshold, props.monitor.recoveryThreshold)}
      </Fact>
    </>
  );
}
