import { createMemo, For, Show } from "solid-js";
import { formatDuration } from "../../../../src/lib/duration.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { now } from "../../../lib/clock.ts";
import type { Load } from "../../../lib/load.ts";
import { formatShare } from "../../../lib/share.ts";
import { DayStrip } from "../../../ui/DayStrip.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { text } from "../../text/monitor_detail.ts";
import { type Past, uptimesOf } from "./uptime.ts";

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
                <DayStrip days={uptimes().days} />
                <dl class="shares">
                  <For each={uptimes().ranges}>
                    {({ days, uptime }) => (
                      <div>
                        <dt class="small soft">{text.uptime.ranges[days]}</dt>
                        <dd class="shares__figure">{formatShare(uptime.uptime) ?? text.uptime.noData}</dd>
                        <dd class="small soft">
                          {uptime.uptime === null ? "" : text.uptime.outages(uptime.outages)}
                          <Show when={uptime.mttrSeconds}>
                            {(secs) =>
                              `, ${text.uptime.mttr(formatDuration(secs() * 1000).replaceAll(" ", "\u00a0"))}`
                            }
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
