import { createMemo } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { FoldedSection } from "../../../ui/FoldedSection.tsx";
import { MultiPicker } from "../../../ui/MultiPicker.tsx";
import { TagInput } from "../../../ui/TagInput.tsx";
import { monitorOptions } from "../../live/monitor_options.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/monitor_form.ts";
import { tagsOf } from "../monitors/list_rules.ts";
import { hasProblem } from "./has_problem.ts";
import type { MonitorValues } from "./values.ts";

export function OrderSection(props: { form: Form<MonitorValues>; ownId: number | undefined }) {
  const { entries, round } = followMonitors();
  const known = createMemo(() => {
    round();
    return tagsOf(entries());
  });
  const now = () => {
    const { tags, dependsOnIds } = props.form.values;
    const depends = dependsOnIds.length > 0 ? [text.order.depends(dependsOnIds.length)] : [];
    return [...tags.map(({ label }) => label), ...depends].join(", ") || text.now.none;
  };
  const options = createMemo(() => monitorOptions().filter(({ id }) => id !== props.ownId));
  return (
    <FoldedSection
      title={text.order.title}
      now={now()}
      isOpen={hasProblem(props.form, ["tags", "dependsOnIds"])}
      lead={text.order.lead}
    >
      <div class="stack">
        <TagInput
          label={text.tags}
          tags={props.form.values.tags}
          known={known()}
          error={props.form.problem("tags")}
          onChange={props.form.set("tags")}
        />
        <MultiPicker
          label={text.dependsOn}
          hint={text.dependsOnHint}
          placeholder={text.dependsOnPlaceholder}
          options={options()}
          chosen={props.form.values.dependsOnIds}
          error={props.form.problem("dependsOnIds")}
          onChange={props.form.set("dependsOnIds")}
        />
      </div>
    </FoldedSection>
  );
}
