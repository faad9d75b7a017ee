import type { ChartNode, MonitorNode } from "../../../../src/schema/layout.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { useBuilder } from "./context.ts";
import { BARS, fields, type KindProps, VARIANTS } from "./property_options.ts";

export function MonitorField(props: {
  node: MonitorNode | ChartNode;
  error: string | undefined;
  onChange: (monitorId: number) => void;
}) {
  const { monitors } = useBuilder();
  const options = () =>
    monitors
      .filter(({ hasResponseTime }) => props.node.type === "monitor" || hasResponseTime)
      .map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Field label={fields.monitor} error={props.error}>
      <Select
        value={String(props.node.monitorId)}
        options={options()}
        onChange={(id) => props.onChange(Number(id))}
      />
    </Field>
  );
}

export function MonitorFields(props: KindProps<MonitorNode>) {
  const bar = () => (props.node().showUptimeBar ? props.node().uptimeBarPosition : "off");
  return (
    <>
      <MonitorField
        node={props.node()}
        error={props.problem("monitorId")}
        onChange={(monitorId) => props.set({ monitorId })}
      />
      <Field label={fields.cardVariant}>
        <Select
          value={props.node().cardVariant}
          options={VARIANTS}
          onChange={(variant) => props.set({ cardVariant: variant as MonitorNode["cardVariant"] })}
        />
      </Field>
      <Field label={fields.uptimeBar}>
        <Select
          value={bar()}
          options={BARS}
          onChange={(where) =>
            props.set(
              where === "off"
                ? { showUptimeBar: false }
                : {
                    showUptimeBar: true,
                    uptimeBarPosition: where as MonitorNode["uptimeBarPosition"],
                  },
            )
          }
        />
      </Field>
      <ShownSwitches node={props.node()} set={props.set} />
      <Switch
        label={fields.showResponseTime}
        isOn={props.node().showResponseTime}
        onChange={(showResponseTime) => props.set({ showResponseTime })}
      />
    </>
  );
}

export function ShownSwitches(props: {
  node: MonitorNode | ChartNode;
  set: (change: { showUptimePct?: boolean; showMonitorType?: boolean }) => void;
}) {
  return (
    <>
      <Switch
        label={fields.showUptimePct}
        isOn={props.node.showUptimePct}
        onChange={(showUptimePct) => props.set({ showUptimePct })}
      />
      <Switch
        label={fields.showMonitorType}
        isOn={props.node.showMonitorType}
        onChange={(showMonitorType) => props.set({ showMonitorType })}
      />
    </>
  );
}
