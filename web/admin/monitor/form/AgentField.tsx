import { Show } from "solid-js";
import { isProbed } from "../../../../src/domain/monitor/rule.ts";
import type { Form } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { listAgentNames } from "../../api/agent.ts";
import { text } from "../../text/monitor_form.ts";
import type { MonitorValues } from "./values.ts";

export function AgentField(props: { form: Form<MonitorValues> }) {
  const agents = createLoad(listAgentNames);
  const chosen = () => props.form.values.agent ?? "";
  const options = () => {
    const known = agents.data() ?? [];
    const isKnown = chosen() === "" || known.some(({ key }) => key === chosen());
    return [
      { value: "", label: text.agentNone },
      ...(isKnown ? known : [...known, { key: chosen(), name: chosen() }]).map(({ key, name }) => ({
        value: key,
        label: text.agentNamed(name),
      })),
    ];
  };
  return (
    <Show when={isProbed(props.form.values) && options().length > 1}>
      <Field label={text.agent} hint={text.agentHint} error={props.form.problem("agent")}>
        <Select
          value={chosen()}
          options={options()}
          onChange={(key) => props.form.set("agent")(key === "" ? null : key)}
        />
      </Field>
    </Show>
  );
}
