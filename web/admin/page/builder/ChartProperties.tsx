import type { ChartNode } from "../../../../src/schema/layout.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { MonitorField, ShownSwitches } from "./MonitorProperties.tsx";
import { AGGREGATIONS, BUCKETS, fields, HEIGHTS, HOURS, type KindProps } from "./property_options.ts";

export function ChartFields(props: KindProps<ChartNode>) {
  return (
    <>
      <MonitorField
        node={props.node()}
        error={props.problem("monitorId")}
        onChange={(monitorId) => props.set({ monitorId })}
      />
      <Field label={fields.title} hint={fields.titleHint} error={props.problem("title")}>
        <TextInput value={props.node().title} autocomplete="off" onInput={(title) => props.set({ title })} />
      </Field>
      <Field label={fields.hours}>
        <Select
          value={String(props.node().hours)}
          options={HOURS}
          onChange={(hours) => props.set({ hours: Number(hours) as ChartNode["hours"] })}
        />
      </Field>
      <Field label={fields.buckets}>
        <Select
          value={String(props.node().buckets)}
          options={BUCKETS}
          onChange={(count) => props.set({ buckets: Number(count) as ChartNode["buckets"] })}
        />
      </Field>
      <Field label={fields.aggregation}>
        <Select
          value={props.node().aggregation}
          options={AGGREGATIONS}
          onChange={(one) => props.set({ aggregation: one as ChartNode["aggregation"] })}
        />
      </Field>
      <Field label={fields.chartH}>
        <Select
          value={String(props.node().chartH)}
          options={HEIGHTS}
          onChange={(height) => props.set({ chartH: Number(height) as ChartNode["chartH"] })}
        />
      </Field>
      <Switch
        label={fields.showArea}
        isOn={props.node().showArea}
        onChange={(showArea) => props.set({ showArea })}
      />
      <ShownSwitches node={props.node()} set={props.set} />
    </>
  );
}
