import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextArea, TextInput } from "../../../ui/TextInput.tsx";
import { LanguageTabs } from "../../page/words/LanguageTabs.tsx";
import { createLanguages } from "../../page/words/page_languages.ts";
import { text as languageText } from "../../text/language_words.ts";
import { text } from "../../text/maintenance.ts";
import type { MaintenanceValues } from "./maintenance_values.ts";

export function WindowWords(props: { form: Form<MaintenanceValues> }) {
  const languages = createLanguages();
  const isAny = () =>
    (languages.data()?.codes.length ?? 0) > 1 || Object.keys(props.form.values.locales).length > 0;
  return (
    <Show when={isAny() && languages.data()}>
      {(known) => (
        <Section title={languageText.title} lead={languageText.lead}>
          <LanguageTabs
            languages={known()}
            locales={props.form.values.locales}
            onChange={props.form.set("locales")}
          >
            {({ code, words, change, label }) => (
              <>
                <Field
                  label={label(text.name)}
                  hint={languageText.hint}
                  error={problemIn(props.form.problems(), `locales.${code}.name`)}
                >
                  <TextInput
                    value={words()["name"] ?? ""}
                    autocomplete="off"
                    onInput={(value) => change("name", value)}
                  />
                </Field>
                <Field
                  label={label(text.description)}
                  hint={languageText.hint}
                  error={problemIn(props.form.problems(), `locales.${code}.description`)}
                >
                  <TextArea
                    value={words()["description"] ?? ""}
                    onInput={(value) => change("description", value)}
                  />
                </Field>
              </>
            )}
          </LanguageTabs>
        </Section>
      )}
    </Show>
  );
}
