import { For, Show } from "solid-js";
import { INCIDENT_PLACEHOLDERS } from "../../../../src/domain/alert/placeholders.ts";
import type { Form } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { PlaceholderHelp } from "../../../ui/PlaceholderHelp.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { languageName } from "../../page/words/language_name.ts";
import { text } from "../../text/incident_template.ts";
import { LanguagePicker } from "./LanguagePicker.tsx";
import type { TemplateValues } from "./values.ts";
import { createWording, MAIN } from "./wording_state.ts";

/** Texts left empty in a language use the main wording. */
export function WordingSection(props: { form: Form<TemplateValues>; languages: readonly string[] }) {
  const { codes, current, setCurrent, tabs, words, change, addLanguage, removeLanguage, pathOf, problem } =
    createWording(props.form);
  const hint = () => (current() === MAIN ? undefined : text.emptyMeansMain);

  return (
    <Section title={text.words.title} lead={text.words.lead}>
      <div class="wording">
        <Tabs label={text.language} tabs={tabs()} current={current()} onChange={setCurrent}>
          <div class="stack">
            <Field label={text.wordsOf.title} hint={hint()} error={problem("title")}>
              <TextInput
                value={words().title ?? ""}
                autocomplete="off"
                placeholder={current() === MAIN ? "" : props.form.values.title}
                onInput={(value) => change("title", value)}
              />
              <PlaceholderHelp
                value={words().title ?? ""}
                known={INCIDENT_PLACEHOLDERS}
                path={pathOf("title")}
              />
            </Field>
            <For each={["body", "resolvedBody"] as const}>
              {(name) => (
                <MarkdownInput
                  label={text.wordsOf[name]}
                  {...(hint() === undefined ? {} : { hint: text.emptyMeansMain })}
                  value={words()[name] ?? ""}
                  rows={5}
                  fillers={{ known: INCIDENT_PLACEHOLDERS, path: pathOf(name) }}
                  placeholder={current() === MAIN ? "" : props.form.values[name]}
                  error={problem(name)}
                  onInput={(value) => change(name, value)}
                />
              )}
            </For>
            <Show when={current() !== MAIN}>
              <div>
                <Button isSmall icon="trash" onClick={() => removeLanguage(current())}>
                  {text.removeLanguage(languageName(current()))}
                </Button>
              </div>
            </Show>
          </div>
        </Tabs>
        <LanguagePicker known={props.languages} used={codes()} onPick={addLanguage} />
      </div>
    </Section>
  );
}
