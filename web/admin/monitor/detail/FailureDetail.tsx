import { For, Show } from "solid-js";
import type { LastChecks } from "../../../../src/schema/monitor.ts";
import type { ShownStatus } from "../../../../src/schema/shown_status.ts";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_detail.ts";
import { StatusMark } from "../monitors/StatusMark.tsx";

/** What the check said, and what it did step by step. */
export function FailureDetail(props: { failure: NonNullable<LastChecks["failure"]> }) {
  return (
    <div class="stack stack--tight">
      <p class="break">
        <strong>{props.failure.message}</strong>
      </p>
      <p class="small soft">
        {text.failure.first} <RelativeTime at={props.failure.at} />
        {props.failure.responseMs === null ? "" : `, ${monitorText.ms(props.failure.responseMs)}`}
      </p>
      <Show when={props.failure.steps.length > 0}>
        <ol class="steps plain">
          <For each={props.failure.steps}>
            {(step) => (
              <li class="steps__one">
                <StatusMark status={step.status as ShownStatus} />
                <span class="strong break">{step.label}</span>
                <span class="small soft">{monitorText.ms(step.durationMs)}</span>
                <span class="break steps__detail">{step.detail}</span>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </div>
  );
}
