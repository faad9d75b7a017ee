import { For } from "solid-js";
import type { Locale } from "../../../../src/schema/locale.ts";
import type { PageLanguagesResponse } from "../../../../src/schema/page_languages.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { Select } from "../../../ui/Select.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getOfferedLanguages, updateOfferedLanguages } from "../../api/page.ts";
import { text } from "../../text/pages.ts";

interface Values {
  offered: string[];
  default: string;
}

export function LanguagesForm(props: {
  pageKey: string;
  stored: PageLanguagesResponse;
  locales: readonly Locale[];
}) {
  const toValues = ({ offered, default: main }: PageLanguagesResponse): Values => ({
    offered,
    default: main,
  });
  const form = createForm(
    toValues(props.stored),
    async (values, sent) => {
      const stored = await updateOfferedLanguages(props.pageKey, sent.all({ ...values }));
      form.reset(toValues(stored), stored);
      showToast(text.languages.saved);
    },
    {
      edit: {
        stored: props.stored,
        read: async () => await getOfferedLanguages(readTimeout(), props.pageKey),
        toValues,
        labels: { offered: text.languages.title, default: text.languages.default },
      },
    },
  );
  const options = () =>
    props.locales
      .filter(({ code }) => form.values.offered.includes(code))
      .map(({ code, name }) => ({ value: code, label: name }));
  function choose(code: string, isOffered: boolean): void {
    const offered = props.locales
      .map((locale) => locale.code)
      .filter((one) => (one === code ? isOffered : form.values.offered.includes(one)));
    form.set("offered")(offered);
    if (!offered.includes(form.values.default)) form.set("default")(offered[0] ?? "");
  }
  return (
    <SectionForm form={form} label={text.languages.title} submit={text.languages.submit}>
      <Section title={text.languages.title} lead={text.languages.lead}>
        <div class="stack">
          <For each={props.locales}>
            {({ code, name }) => (
              <Checkbox
                label={name}
                isChecked={form.values.offered.includes(code)}
                onChange={(isOffered) => choose(code, isOffered)}
              />
            )}
          </For>
          <Field label={text.languages.default} error={form.problem("default") ?? form.problem("offered")}>
            <Select value={form.values.default} options={options()} onChange={form.set("default")} />
          </Field>
        </div>
      </Section>
    </SectionForm>
  );
}
