import { createEffect, createMemo, createSignal, For, Show } from "solid-js";
import { INCIDENT_PLACEHOLDERS } from "../../../../src/domain/alert/placeholders.ts";
import type { Form } from "../../../lib/form.ts";
import { problemIn } from "../../../lib/problems.ts";
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

type Words = TemplateValues["locales"][string];

const MAIN = "main";

export function WordingSection(props: { form: Form<TemplateValues>; languages: readonly string[] }) {
  const [wanted, setWanted] = createSignal(MAIN);
  const codes = createMemo(() => Object.keys(props.form.values.locales));
  const current = () => (codes().includes(wanted()) ? wanted() : MAIN);
  const tabs = () => [
    { id: MAIN, label: text.main },
    ...codes().map((code) => ({ id: code, label: languageName(code) })),
  ];
  const words = (): Words =>
    current() === MAIN ? props.form.values : (props.form.values.locales[current()] ?? {});

  function change(name: keyof Words, value: string): void {
    if (current() === MAIN) props.form.set(name)(value);
    else setWords(current(), { ...words(), [name]: value });
  }

  function setWords(code: string, next: Words): void {
    props.form.set("locales")({ ...props.form.values.locales, [code]: next });
  }

  function removeLanguage(code: string): void {
    const { [code]: _, ...others } = props.form.values.locales;
    props.form.set("locales")(others);
  }

  createEffect(() => {
    const [first] = props.form.problems();
    const code = /^locales\.([^.]+)/.exec(first?.path ?? "")?.[1];
    if (first) setWanted(code ?? MAIN);
  });

  const pathOf = (name: keyof Words) => (current() === MAIN ? name : `locales.${current()}.${name}`);
  const problem = (name: keyof Words) => problemIn(props.form.problems(), pathOf(name));
  const hint = () => (current() === MAIN ? undefined : text.emptyMeansMain);

  return (
    <Section title={text.words.title} lead={text.words.lead}>
      <div class="wording">
        <Tabs label={text.language} tabs={tabs()} current={current()} onChange={setWanted}>
          <div class="stack">
            <Field label={text.wordsOf.title} hint={hint()} error={problem("title")}>
              <TextInput
                value={words().title ?? ""}
                autocomplete="off"
                maxlength={200}
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
        <LanguagePicker
          known={props.languages}
          used={codes()}
          onPick={(code) => {
            setWords(code, {});
            setWanted(code);
          }}
        />
      </div>
    </Section>
  );
}
