import type { Form } from "../../../lib/form.ts";
import { FoldedSection } from "../../../ui/FoldedSection.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { text } from "../../text/monitor_form.ts";
import type { MonitorValues } from "./values.ts";

export function StateSection(props: { form: Form<MonitorValues> }) {
  return (
    <FoldedSection
      title={text.state.title}
      now={props.form.values.paused ? text.paused : text.state.active}
      isOpen={false}
    >
      <Switch
        label={text.paused}
        hint={text.pausedHint}
        isOn={props.form.values.paused}
        onChange={props.form.set("paused")}
      />
    </FoldedSection>
  );
}
