import { createMemo, createSignal, For, Show } from "solid-js";
import type { Problem } from "../../../lib/api.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Field } from "../../../ui/Field.tsx";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { languageName } from "../../page/words/language_name.ts";
import type { PageLanguages } from "../../page/words/page_languages.ts";
import { text } from "../../text/incident.ts";
import { CheckMessages } from "./CheckMessages.tsx";
import type { LocaleWords } from "./incident_values.ts";

type Part = "title" | "body";

export function LanguageWords(props: {
  languages: PageLanguages | undefined;
  locales: LocaleWords;
  parts: readonly Part[];
  problems: readonly Problem[];
  monitorIds?: readonly number[];
  onChange: (locales: LocaleWords) => void;
}) {
  const codes = createMemo(() => {
    if (!props.languages) return [];
    const { codes: all, main } = props.languages;
    return [...new Set([...all.filter((code) => code !== main), ...Object.keys(props.locales)])];
  });
  const [wanted, setWanted] = createSignal("");
  const current = () => (codes().includes(wanted()) ? wanted() : (codes()[0] ?? ""));
  const words = () => props.locales[current()] ?? {};
  const change = (part: Part, value: string) =>
    props.onChange({ ...props.locales, [current()]: { ...words(), [part]: value } });
  const problem = (part: Part) => problemIn(props.problems, `locales.${current()}.${part}`);
  const has = (part: Part) => props.parts.includes(part);

  return (
    <Show when={codes().length > 0}>
      <Tabs
        label={text.languages.title}
        tabs={codes().map((code) => ({ id: code, label: languageName(code) }))}
        current={current()}
        onChange={setWanted}
      >
        <div class="stack">
          <Show when={has("title")}>
            <Field
              label={text.languages.name(languageName(current()))}
              hint={text.languages.hint}
              error={problem("title")}
            >
              <TextInput
                value={words().title ?? ""}
                autocomplete="off"
                onInput={(value) => change("title", value)}
              />
            </Field>
          </Show>
          <Show when={has("body")}>
            <For each={[current()]}>
              {(code) => (
                <MarkdownInput
                  label={text.languages.body(languageName(code))}
                  hint={text.languages.hint}
                  error={problem("body")}
                  rows={4}
                  value={words().body ?? ""}
                  offers={<CheckMessages monitorIds={props.monitorIds ?? []} />}
                  onInput={(value) => change("body", value)}
                />
              )}
            </For>
          </Show>
        </div>
      </Tabs>
    </Show>
  );
}
