import { type Accessor, Switch as Choose, Match, Show } from "solid-js";
import {
  type AnyNode,
  findNode,
  gridOf,
  resizeNode,
  updateNode,
} from "../../../../src/domain/page/layout_edit.ts";
import { CHART_HOURS } from "../../../../src/schema/block_defaults.ts";
import type {
  ChartNode,
  GroupNode,
  IncidentsNode,
  MonitorNode,
  TextNode,
} from "../../../../src/schema/layout.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/page_builder.ts";
import { focusBlock, useWorkshop } from "./context.ts";
import { ICONS } from "./kinds.ts";

interface KindProps<T extends AnyNode> {
  node: Accessor<T>;
  set: (change: Partial<T>) => void;
  problem: (setting: keyof T & string) => string | undefined;
}

const optionsOf = <T extends string | number>(values: readonly T[], labelOf: (value: T) => string) =>
  values.map((value) => ({ value: String(value), label: labelOf(value) }));

const { fields } = text;
const WIDTHS = optionsOf([1, 2, 3] as const, (w) => fields.columns[w]);
const VARIANTS = optionsOf(["default", "compact"] as const, (one) => fields.variants[one]);
const BARS = optionsOf(["below", "right", "off"] as const, (one) => fields.bars[one]);
const HOURS = optionsOf(CHART_HOURS, fields.range);
const BUCKETS = optionsOf([20, 30, 50], String);
const AGGREGATIONS = optionsOf(["avg", "p95", "max"] as const, (one) => fields.aggregations[one]);
const HEIGHTS = optionsOf([3, 5, 7] as const, (one) => fields.heights[one]);
const FILTERS = optionsOf(["all", "active", "resolved"] as const, (one) => fields.filters[one]);

/** Everything that can be set of the chosen block. */
export function Properties(props: { id: string }) {
  const { builder, nameOf, remove } = useWorkshop();
  const node = () => builder.nodeOf(props.id);
  const isTop = () => findNode(builder.tree(), props.id)?.group === null;
  const set = (change: Partial<AnyNode>) =>
    void builder.apply(updateNode(builder.tree(), props.id, change), {
      key: `${props.id} ${Object.keys(change).join(" ")}`,
    });
  const problem = (setting: string) => builder.problemOf(props.id, setting);
  /** The button goes away with the properties: the focus goes back to the block. */
  function done(): void {
    builder.select(null);
    focusBlock(props.id);
  }
  const as = <T extends AnyNode>(type: T["type"]) => {
    const found = node();
    return found?.type === type ? (found as T) : undefined;
  };
  return (
    <Show when={node()}>
      {(found) => (
        <div class="stack">
          <h2 class="properties__title" tabindex={-1} id="properties">
            <Icon name={ICONS[found().type]} />
            <span class="break">{nameOf(found())}</span>
          </h2>
          <Choose>
            <Match when={as<GroupNode>("group")}>
              {(group) => <GroupFields node={group} set={set} problem={problem} />}
            </Match>
            <Match when={as<MonitorNode>("monitor")}>
              {(monitor) => <MonitorFields node={monitor} set={set} problem={problem} />}
            </Match>
            <Match when={as<ChartNode>("chart")}>
              {(chart) => <ChartFields node={chart} set={set} problem={problem} />}
            </Match>
            <Match when={as<TextNode>("text")}>
              {(block) => <TextFields node={block} set={set} problem={problem} />}
            </Match>
            <Match when={as<IncidentsNode>("incidents")}>
              {(block) => <IncidentsFields node={block} set={set} problem={problem} />}
            </Match>
            <Match when={found().type === "divider"}>
              <p class="small soft">{fields.divider}</p>
            </Match>
          </Choose>
          <Show when={isTop()}>
            <div class="field">
              <span class="field__label">{fields.width}</span>
              <Segments
                legend={fields.width}
                value={String(gridOf(found()).w)}
                options={WIDTHS}
                onChange={(w) => void builder.apply(resizeNode(builder.tree(), props.id, Number(w)))}
              />
            </div>
          </Show>
          <div class="row row--spread">
            <Button onClick={done}>{text.done}</Button>
            <Button variant="quiet" icon="trash" onClick={() => remove(props.id)}>
              {text.remove}
            </Button>
          </div>
        </div>
      )}
    </Show>
  );
}

function GroupFields(props: KindProps<GroupNode>) {
  return (
    <>
      <Field label={fields.label} error={props.problem("label")}>
        <TextInput
          value={props.node().label}
          maxlength={200}
          autocomplete="off"
          onInput={(label) => props.set({ label })}
        />
      </Field>
      <Switch
        label={fields.collapsible}
        isOn={props.node().collapsible}
        onChange={(collapsible) => props.set({ collapsible })}
      />
    </>
  );
}

function MonitorField(props: {
  node: MonitorNode | ChartNode;
  error: string | undefined;
  onChange: (monitorId: number) => void;
}) {
  const { monitors } = useWorkshop();
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

function MonitorFields(props: KindProps<MonitorNode>) {
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
    </>
  );
}

function ShownSwitches(props: {
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

function ChartFields(props: KindProps<ChartNode>) {
  return (
    <>
      <MonitorField
        node={props.node()}
        error={props.problem("monitorId")}
        onChange={(monitorId) => props.set({ monitorId })}
      />
      <Field label={fields.title} hint={fields.titleHint} error={props.problem("title")}>
        <TextInput
          value={props.node().title}
          maxlength={200}
          autocomplete="off"
          onInput={(title) => props.set({ title })}
        />
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

function TextFields(props: KindProps<TextNode>) {
  return (
    <>
      <Field label={fields.name} hint={fields.nameHint} error={props.problem("name")}>
        <TextInput
          value={props.node().name}
          maxlength={200}
          autocomplete="off"
          onInput={(name) => props.set({ name })}
        />
      </Field>
      <Field label={fields.markdown} hint={fields.markdownHint} error={props.problem("markdown")}>
        <TextArea rows={8} value={props.node().markdown} onInput={(markdown) => props.set({ markdown })} />
      </Field>
    </>
  );
}

function IncidentsFields(props: KindProps<IncidentsNode>) {
  return (
    <>
      <Field label={fields.limit} error={props.problem("limit")}>
        <NumberInput
          value={props.node().limit}
          unit={fields.limitUnit}
          onInput={(limit) => props.set({ limit: limit as number })}
        />
      </Field>
      <Field label={fields.filter}>
        <Select
          value={props.node().filter}
          options={FILTERS}
          onChange={(filter) => props.set({ filter: filter as IncidentsNode["filter"] })}
        />
      </Field>
    </>
  );
}
