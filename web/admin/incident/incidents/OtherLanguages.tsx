import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { Section } from "../../../ui/Section.tsx";
import type { PageLanguages } from "../../page/words/page_languages.ts";
import { text } from "../../text/incident.ts";
import type { IncidentValues } from "./incident_values.ts";
import { LanguageWords } from "./LanguageWords.tsx";

export function OtherLanguages(props: {
  form: Form<IncidentValues>;
  languages: PageLanguages;
  parts: readonly ("title" | "body")[];
}) {
  const isAny = () => props.languages.codes.length > 1 || Object.keys(props.form.values.locales).length > 0;
  return (
    <Show when={isAny()}>
      <Section title={text.languages.title} lead={text.languages.lead}>
        <LanguageWords
          languages={props.languages}
          problems={props.form.problems()}
          locales={props.form.values.locales}
          parts={props.parts}
          monitorIds={props.form.values.monitorIds}
          onChange={props.form.set("locales")}
        />
      </Section>
    </Show>
  );
}
