import { Show } from "solid-js";
import { describeZone, parseLocalInput } from "../../../lib/time.ts";
import { Field } from "../../../ui/Field.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/incident_plan.ts";

export function PlanFields(props: {
  isLater: boolean;
  at: string;
  error: string | undefined;
  onLater: (isLater: boolean) => void;
  onAt: (at: string) => void;
}) {
  return (
    <div class="stack">
      <Switch label={text.later} hint={text.laterHint} isOn={props.isLater} onChange={props.onLater} />
      <Show when={props.isLater}>
        <PlanTime at={props.at} error={props.error} onAt={props.onAt} />
      </Show>
    </div>
  );
}

export function PlanTime(props: { at: string; error: string | undefined; onAt: (at: string) => void }) {
  return (
    <Field label={text.at(describeZone())} error={props.error}>
      <TextInput type="datetime-local" value={props.at} onInput={props.onAt} />
    </Field>
  );
}

/** Invalid times are sent as 0, a past time, for the server to reject. */
export function planTimeOf(at: string): number {
  return parseLocalInput(at) ?? 0;
}
