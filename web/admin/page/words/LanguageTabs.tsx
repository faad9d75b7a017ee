import { createMemo, createSignal, type JSX, Show } from "solid-js";
import { Tabs } from "../../../ui/Tabs.tsx";
import { text } from "../../text/language_words.ts";
import { languageName } from "./language_name.ts";
import type { PageLanguages } from "./page_languages.ts";

type Words = Readonly<Record<string, string | undefined>>;
type Locales = Readonly<Record<string, Words>>;

interface LanguagePart {
  code: string;
  words: () => Words;
  change: (part: string, value: string) => void;
  label: (what: string) => string;
}

export function LanguageTabs(props: {
  languages: PageLanguages;
  locales: Locales | undefined;
  onChange: (locales: Locales) => void;
  children: (part: LanguagePart) => JSX.Element;
}) {
  const codes = createMemo(() => {
    const others = props.languages.codes.filter((code) => code !== props.languages.main);
    return [...new Set([...others, ...Object.keys(props.locales ?? {})])];
  });
  const [wanted, setWanted] = createSignal("");
  const current = createMemo(() => (codes().includes(wanted()) ? wanted() : (codes()[0] ?? "")));
  const words = () => props.locales?.[current()] ?? {};
  const partOf = (code: string): LanguagePart => ({
    code,
    words,
    change: (part, value) =>
      props.onChange(withoutEmpty({ ...props.locales, [code]: { ...words(), [part]: value } })),
    label: (what) => text.of(what, languageName(code)),
  });
  return (
    <Show when={codes().length > 0}>
      <Tabs
        label={text.title}
        tabs={codes().map((code) => ({ id: code, label: languageName(code) }))}
        current={current()}
        onChange={setWanted}
      >
        <Show when={current()} keyed>
          {(code) => <div class="stack">{props.children(partOf(code))}</div>}
        </Show>
      </Tabs>
    </Show>
  );
}

function withoutEmpty(locales: Locales): Locales {
  return Object.fromEntries(
    Object.entries(locales).flatMap(([code, words]) => {
      const given = Object.entries(words).filter(([, said]) => said !== undefined && said.trim() !== "");
      return given.length > 0 ? [[code, Object.fromEntries(given)]] : [];
    }),
  );
}
