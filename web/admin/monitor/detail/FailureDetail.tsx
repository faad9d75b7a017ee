import { For, Show } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { LastChecks } from "../../../../src/schema/monitor_history.ts";
import { isPlace } from "../../../../src/schema/place.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { monitorTypes } from "../../live/monitor_types.ts";
import { STATUS_ICONS, STATUS_TONES } from "../../live/status_look.ts";
import type { SchemaNode } from "../../schema_form/node.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_detail.ts";
import { text as placeText } from "../../text/place.ts";
import { KeptBodyView } from "../body/KeptBodyView.tsx";
import { placeName } from "../place_name.ts";

export function FailureDetail(props: { monitor: Monitor; failure: NonNullable<LastChecks["failure"]> }) {
  const canKeepBody = () => {
    const { type, config } = props.monitor;
    const schema = monitorTypes().find((one) => one.type === type)?.schema as SchemaNode | undefined;
    const hasResponse = props.failure.responseMs !== null && config["method"] !== "HEAD";
    return hasResponse && schema?.properties?.["keepBody"] !== undefined && config["keepBody"] !== true;
  };
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
                <StepMark status={step.status} />
                <span class="strong break">{describeStep(step.label)}</span>
                <span class="small soft">{monitorText.ms(step.durationMs)}</span>
                <span class="break steps__detail">{step.detail}</span>
              </li>
            )}
          </For>
        </ol>
      </Show>
      <Show
        when={props.failure.body}
        fallback={
          <Show when={canKeepBody()}>
            <p class="small soft">
              {text.failure.bodyOff}{" "}
              <a href={`/admin/monitors/${props.monitor.id}/edit#more`}>{text.failure.keepBody}</a>
            </p>
          </Show>
        }
      >
        {(body) => <KeptBodyView body={body()} />}
      </Show>
    </div>
  );
}

function describeStep(label: string): string {
  const place = label.replace(/^From /, "");
  return place !== label && isPlace(place) ? placeText.from(placeName(place)) : label;
}

function StepMark(props: { status: string }) {
  const status = () => (props.status === "up" || props.status === "degraded" ? props.status : "down");
  return (
    <span class={`status status--${STATUS_TONES[status()]}`}>
      <Icon name={STATUS_ICONS[status()]} />
      {text.failure.steps[status()]}
    </span>
  );
}
