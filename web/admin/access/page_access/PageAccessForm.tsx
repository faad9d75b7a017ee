import { Show } from "solid-js";
import type { PageAccess } from "../../../../src/schema/page_access.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormCheckbox } from "../../../ui/FormCheckbox.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { TextArea } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getPageAccess, updatePageAccess } from "../../api/page_access.ts";
import { text } from "../../text/page_access.ts";

const VISIBILITIES = [
  { value: "public", label: text.visibility.public, hint: text.visibility.publicHint },
  { value: "private", label: text.visibility.private, hint: text.visibility.privateHint },
] as const;

const LABELS = {
  private: text.visibility.legend,
  ssoCreateViewers: text.viewers.create,
  ssoViewerDomains: text.viewers.domains,
};

export function PageAccessForm(props: { stored: PageAccess }) {
  const form = createForm(
    toValues(props.stored),
    async (values, sent) => {
      const stored = await updatePageAccess(sent.all(toAccess(values)));
      form.reset(toValues(stored), stored);
      const { mirrorFilesLeft } = stored;
      showToast(mirrorFilesLeft ? text.doneRemoving(mirrorFilesLeft) : text.done);
    },
    {
      edit: {
        stored: props.stored,
        read: async () => await getPageAccess(readTimeout()),
        toValues,
        labels: LABELS,
      },
    },
  );
  return (
    <SectionForm form={form} label={text.title} submit={text.submit}>
      <Section title={text.visibility.title} lead={text.visibility.lead}>
        <Choices
          legend={text.visibility.legend}
          value={form.values.private}
          choices={VISIBILITIES}
          onChange={form.set("private")}
        />
      </Section>
      <Section title={text.viewers.title} lead={text.viewers.lead}>
        <div class="stack">
          <FormCheckbox
            form={form}
            name="ssoCreateViewers"
            label={text.viewers.create}
            hint={text.viewers.createHint}
          />
          <Show when={form.values.ssoCreateViewers}>
            <Field
              label={text.viewers.domains}
              hint={text.viewers.domainsHint}
              error={form.problem("ssoViewerDomains")}
            >
              <TextArea value={form.values.ssoViewerDomains} onInput={form.set("ssoViewerDomains")} />
            </Field>
          </Show>
        </div>
      </Section>
    </SectionForm>
  );
}

interface Values {
  private: "public" | "private";
  ssoCreateViewers: boolean;
  ssoViewerDomains: string;
}

function toValues(stored: PageAccess): Values {
  return {
    private: stored.private ? "private" : "public",
    ssoCreateViewers: stored.ssoCreateViewers,
    ssoViewerDomains: stored.ssoViewerDomains.join("\n"),
  };
}

function toAccess(values: Values): PageAccess {
  return {
    private: values.private === "private",
    ssoCreateViewers: values.ssoCreateViewers,
    ssoViewerDomains: values.ssoViewerDomains.split(/[\s,;]+/).filter(Boolean),
  };
}
