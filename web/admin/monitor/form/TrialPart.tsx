import { Match, Switch } from "solid-js";
import { HEARTBEAT_TYPE, MANUAL_TYPE } from "../../../../src/domain/monitor/rule.ts";
import type { Form } from "../../../lib/form.ts";
import { text as manualText } from "../../text/manual_status.ts";
import { text } from "../../text/monitor_form.ts";
import { NextRuns } from "./NextRuns.tsx";
import { TestPanel } from "./TestPanel.tsx";
import type { MonitorValues } from "./values.ts";

export function TrialPart(props: { form: Form<MonitorValues>; monitorId: number | undefined }) {
  return (
    <Switch fallback={<TestPanel form={props.form} monitorId={props.monitorId} />}>
      <Match when={props.form.values.type === HEARTBEAT_TYPE}>
        <NextRuns config={props.form.values.config} />
        <p class="small soft">{text.testNone}</p>
      </Match>
      <Match when={props.form.values.type === MANUAL_TYPE}>
        <p class="small soft">{manualText.nothingToTry}</p>
      </Match>
    </Switch>
  );
}
