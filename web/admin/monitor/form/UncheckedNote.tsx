import { Match, Switch } from "solid-js";
import { HEARTBEAT_TYPE, MANUAL_TYPE } from "../../../../src/domain/monitor/rule.ts";
import { text as manualText } from "../../text/manual_status.ts";
import { text } from "../../text/monitor_form.ts";
import { NextRuns } from "./NextRuns.tsx";
import type { MonitorValues } from "./values.ts";

/** Of types that wait for others instead of checking, and so have no test. */
export function UncheckedNote(props: { values: MonitorValues }) {
  return (
    <Switch>
      <Match when={props.values.type === HEARTBEAT_TYPE}>
        <NextRuns config={props.values.config} />
        <p class="small soft">{text.testNone}</p>
      </Match>
      <Match when={props.values.type === MANUAL_TYPE}>
        <p class="small soft">{manualText.nothingToTry}</p>
      </Match>
    </Switch>
  );
}
