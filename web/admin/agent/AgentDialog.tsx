import type { Agent, AgentWithToken } from "../../../src/schema/agent.ts";
import { type Edited, readTimeout } from "../../lib/edit.ts";
import { createForm } from "../../lib/form.ts";
import { createLoad } from "../../lib/load.ts";
import { Field } from "../../ui/Field.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { MultiPicker } from "../../ui/MultiPicker.tsx";
import { NameField } from "../../ui/NameField.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import type { NumberText } from "../../ui/number_text.ts";
import { TextInput } from "../../ui/TextInput.tsx";
import { createAgent, getAgent, updateAgent } from "../api/agent.ts";
import { listChannels } from "../api/channel.ts";
import { channelLabel } from "../api/channel_names.ts";
import { text } from "../text/agent.ts";

interface Values {
  name: string;
  description: string;
  awayAfterSecs: NumberText;
  channelIds: readonly number[];
}

export function AgentDialog(props: {
  stored: Agent | null;
  onClose: () => void;
  onCreated: (agent: AgentWithToken) => void;
  onSaved: (agent: Agent) => void;
}) {
  const stored = props.stored;
  const channels = createLoad(listChannels);
  const form = createForm(
    valuesOf(stored),
    async (values, sent) => {
      const { awayAfterSecs, channelIds } = values;
      const body = { ...values, awayAfterSecs: awayAfterSecs as number, channelIds: [...channelIds] };
      if (stored) props.onSaved(await updateAgent(stored.key, sent.only(body)));
      else props.onCreated(await createAgent(body));
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  const options = () =>
    (channels.data() ?? []).map(({ id, name, type }) => ({ id, label: name, note: channelLabel(type) }));
  return (
    <FormDialog
      form={form}
      title={stored ? text.editTitle(stored.name) : text.newTitle}
      submit={stored ? text.save : text.create}
      onClose={() => props.onClose()}
    >
      <NameField form={form} name="name" label={text.name} placeholder={text.namePlaceholder} />
      <Field label={text.description} error={form.problem("description")}>
        <TextInput value={form.values.description} autocomplete="off" onInput={form.set("description")} />
      </Field>
      <MultiPicker
        label={text.channels}
        hint={text.channelsHint}
        placeholder={text.channelsPlaceholder}
        options={options()}
        chosen={form.values.channelIds}
        error={form.problem("channelIds")}
        onChange={form.set("channelIds")}
      />
      <Field label={text.awayAfter} hint={text.awayAfterHint} error={form.problem("awayAfterSecs")}>
        <NumberInput
          unit={text.seconds}
          value={form.values.awayAfterSecs}
          onInput={form.set("awayAfterSecs")}
        />
      </Field>
    </FormDialog>
  );
}

function valuesOf(stored: Agent | null): Values {
  return {
    name: stored?.name ?? "",
    description: stored?.description ?? "",
    awayAfterSecs: stored?.awayAfterSecs ?? 120,
    channelIds: stored?.channelIds ?? [],
  };
}

function editOf(stored: Agent): Edited<Values, Agent> {
  return {
    stored,
    read: async () => await getAgent(stored.key, readTimeout()),
    toValues: valuesOf,
    labels: {
      name: text.name,
      description: text.description,
      awayAfterSecs: text.awayAfter,
      channelIds: text.channels,
    },
  };
}
