import { createEffect, createMemo, createSignal, on, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import type { Form } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { getFilledTemplate, listIncidentTemplates } from "../../api/incident_template.ts";
import { createLanguages } from "../../page/words/page_languages.ts";
import { text } from "../../text/incident.ts";
import type { ComponentChoices } from "./component_words.ts";
import type { LocaleWords } from "./incident_values.ts";
import { LanguageWords } from "./LanguageWords.tsx";
import { TemplateSelect } from "./TemplateSelect.tsx";
import { keepSpoken } from "./template_fill.ts";

export interface UpdateValues {
  status: Incident["status"];
  body: string;
  locales: LocaleWords;
  components: ComponentChoices;
  isLater: boolean;
  publishAt: string;
}

export function UpdateWords(props: { form: Form<UpdateValues>; incident: Incident }) {
  const templates = createLoad(listIncidentTemplates);
  const languages = createLanguages();
  const [chosen, setChosen] = createSignal(0);
  const asked = createMemo(() => {
    const end = props.form.values.status === "resolved" ? "up" : "down";
    return chosen() === 0 ? "" : JSON.stringify({ id: chosen(), end });
  });
  const filled = createLoad(async (signal, from) => {
    if (from === "") return null;
    const { id, end } = JSON.parse(from) as { id: number; end: "up" | "down" };
    const { monitorIds, startedAt } = props.incident;
    const found = await getFilledTemplate(signal, id, { monitorIds, since: startedAt, status: end });
    return { found, part: end === "up" ? ("resolvedBody" as const) : ("body" as const) };
  }, asked);
  createEffect(
    on(filled.data, (response) => {
      const known = languages.data();
      if (!response || !known) return;
      const { found, part } = response;
      const words = Object.entries(found.locales).map(([code, said]) => [code, { body: said[part] }]);
      props.form.set("body")(found[part]);
      props.form.set("locales")(keepSpoken(Object.fromEntries(words), known.codes));
    }),
  );
  return (
    <Disclosure label={text.template.words}>
      <div class="stack">
        <Show when={templates.data()}>
          {(all) => <TemplateSelect templates={all()} chosen={chosen()} onChoose={setChosen} />}
        </Show>
        <LanguageWords
          languages={languages.data()}
          problems={props.form.problems()}
          locales={props.form.values.locales}
          parts={["body"]}
          monitorIds={props.incident.monitorIds}
          onChange={props.form.set("locales")}
        />
      </div>
    </Disclosure>
  );
}
