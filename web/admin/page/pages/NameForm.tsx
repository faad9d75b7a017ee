import { createSignal, Show } from "solid-js";
import type { PageDetails } from "../../../../src/schema/page.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getPage, updatePage } from "../../api/page.ts";
import { text } from "../../text/pages.ts";
import { Arrivals } from "./Arrivals.tsx";
import { addressOf } from "./page_columns.tsx";

interface Values {
  name: string;
  hostnames: string;
}

export function NameForm(props: { stored: PageDetails; onSaved: (page: PageDetails) => void }) {
  const { key, isDefault } = props.stored;
  const [saved, setSaved] = createSignal(props.stored);
  const toValues = ({ name, hostnames }: PageDetails): Values => ({ name, hostnames: hostnames.join("\n") });
  const toChange = ({ name, hostnames }: Values) => {
    const names = hostnames.split(/[\s,;]+/).filter(Boolean);
    return isDefault ? { name } : { name, hostnames: names };
  };
  const form = createForm(
    toValues(props.stored),
    async (values, sent) => {
      const stored = await updatePage(key, sent.all(toChange(values)));
      form.reset(toValues(stored), stored);
      setSaved(stored);
      props.onSaved(stored);
      showToast(text.saved);
    },
    {
      edit: {
        stored: props.stored,
        read: async () => await getPage(readTimeout(), key),
        toValues,
        labels: { name: text.name, hostnames: text.address.hostnames },
      },
    },
  );
  return (
    <SectionForm form={form} label={text.address.title} submit={text.submit}>
      <Section
        title={text.address.title}
        lead={isDefault ? text.address.defaultLead : text.address.lead}
        docs="pages.md"
      >
        <div class="stack">
          <p>
            {text.address.current}: <a href={addressOf(saved())}>{addressOf(saved())}</a>
          </p>
          <Field label={text.name} error={form.problem("name")}>
            <TextInput value={form.values.name} onInput={form.set("name")} />
          </Field>
          <Show when={!isDefault}>
            <Field
              label={text.address.hostnames}
              hint={text.address.hostnamesHint}
              error={form.problem("hostnames")}
            >
              <TextArea value={form.values.hostnames} rows={3} isMono onInput={form.set("hostnames")} />
            </Field>
            <Arrivals stored={saved()} />
          </Show>
        </div>
      </Section>
    </SectionForm>
  );
}
