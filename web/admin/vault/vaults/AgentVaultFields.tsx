import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { listAgentNames } from "../../api/agent.ts";
import { text } from "../../text/vault.ts";
import type { VaultFormValues } from "./vault_values.ts";

export function AgentVaultFields(props: { form: Form<VaultFormValues> }) {
  const agents = createLoad(listAgentNames);
  const chosen = () => props.form.values.settings.agentKey;
  const options = () => {
    const known = (agents.data() ?? []).map(({ key, name }) => ({ value: key, label: name }));
    const isKnown = known.some(({ value }) => value === chosen());
    const own = { value: chosen(), label: chosen() === "" ? text.chooseAgent : chosen() };
    return isKnown ? known : [own, ...known];
  };
  return (
    <>
      <Field label={text.agent} error={problemIn(props.form.problems(), "settings.agentKey")}>
        <Select
          value={chosen()}
          options={options()}
          onChange={(agentKey) => props.form.set("settings")({ ...props.form.values.settings, agentKey })}
        />
      </Field>
      <Show when={agents.data()?.length === 0}>
        <p class="small soft">{text.noAgents}</p>
      </Show>
    </>
  );
}
