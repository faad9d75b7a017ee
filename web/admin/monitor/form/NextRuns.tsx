import { createMemo, For, Show } from "solid-js";
import { parseCron } from "../../../../src/lib/cron.ts";
import { nextRun } from "../../../../src/lib/cron_times.ts";
import { isTimezone } from "../../../../src/lib/wall_clock.ts";
import { now } from "../../../lib/clock.ts";
import { language } from "../../../lib/language.ts";
import { text } from "../../text/cron_job.ts";

const SHOWN = 5;

export function NextRuns(props: { config: Readonly<Record<string, unknown>> }) {
  const zone = () => String(props.config["timezone"] || "UTC");
  const minute = createMemo(() => Math.floor(now() / 60_000) * 60_000);
  const runs = createMemo((): number[] => {
    const cron = parseCron(String(props.config["schedule"] ?? ""));
    if (typeof cron === "string" || !isTimezone(zone())) return [];
    const found: number[] = [];
    for (let at = minute(); found.length < SHOWN; found.push(at)) at = nextRun(cron, zone(), at);
    return found;
  });
  const format = createMemo(
    () =>
      new Intl.DateTimeFormat(language, {
        timeZone: isTimezone(zone()) ? zone() : "UTC",
        weekday: "long",
        day: "numeric",
        month: "long",
        year: "numeric",
        hour: "2-digit",
        minute: "2-digit",
        hourCycle: "h23",
      }),
  );
  return (
    <Show when={runs().length > 0}>
      <div aria-live="polite">
        <p class="field__label">{text.next}</p>
        <ol class="next-runs">
          <For each={runs()}>{(at) => <li>{format().format(at)}</li>}</For>
        </ol>
        <p class="small soft">{text.nextIn(zone())}</p>
      </div>
    </Show>
  );
}
