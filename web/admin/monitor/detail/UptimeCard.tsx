import { createMemo, For, Show } from "solid-js";
import type { DayUptime } from "../../../../src/domain/uptime/uptime.ts";
import { formatDuration } from "../../../../src/lib/duration.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { now } from "../../../lib/clock.ts";
import type { Load } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { text } from "../../text/monitor_detail.ts";
import { formatShare, type Past, uptimesOf } from "./uptime.ts";

export function UptimeCard(props: { monitor: Monitor; past: Load<Past> }) {
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.uptime.title}</h2>
        <span class="small soft">{text.uptime.days}</span>
      </div>
      <div class="card__body">
        <Loaded load={props.past} lines={3}>
          {(past) => {
            const uptimes = createMemo(() =>
              uptimesOf(props.monitor, { ...past(), now: Math.max(now(), props.monitor.lastCheckedAt ?? 0) }),
            );
            return (
              <div class="stack">
                <ol class="days plain">
                  <For each={uptimes().days}>{(day) => <Day day={day} />}</For>
                </ol>
                <div class="row row--spread small soft" aria-hidden="true">
                  <span>{text.uptime.ago}</span>
                  <span>{text.uptime.today}</span>
                </div>
                <dl class="shares">
                  <For each={uptimes().ranges}>
                    {({ days, uptime }) => (
                      <div>
                        <dt class="small soft">{text.uptime.ranges[days]}</dt>
                        <dd class="shares__figure">{formatShare(uptime.uptime) ?? text.uptime.noData}</dd>
                        <dd class="small soft">
                          {uptime.uptime === null ? "" : text.uptime.outages(uptime.outages)}
                          <Show when={uptime.mttrSeconds}>
                            {(secs) => `, ${text.uptime.mttr(formatDuration(secs() * 1000))}`}
                          </Show>
                        </dd>
                      </div>
                    )}
                  </For>
                </dl>
              </div>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}

function Day(props: { day: DayUptime }) {
  const said = () => text.uptime.day(props.day.date, formatShare(props.day.uptime) ?? text.uptime.noData);
  return (
    <li class={`days__one days__one--${toneOf(props.day)}`} title={said()}>
      <span class="visually-hidden">{said()}</span>
    </li>
  );
}

function toneOf({ uptime, seconds }: DayUptime): string {
  if (uptime === null) return "none";
  if (uptime < 0.95) return "bad";
  if (uptime < 1 || seconds.degraded > 0) return "warn";
  return "good";
}
