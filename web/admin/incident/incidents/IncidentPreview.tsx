import { createMemo, createSignal, Show } from "solid-js";
import type { PublicIncident, PublicPage } from "../../../../src/schema/public_page.ts";
import { createLoad } from "../../../lib/load.ts";
import { parseLocalInput } from "../../../lib/time.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { getPublicPage } from "../../api/layout.ts";
import { PagePreview } from "../../page/preview/PagePreview.tsx";
import { languageName } from "../../page/words/language_name.ts";
import type { PageLanguages } from "../../page/words/page_languages.ts";
import { text } from "../../text/incident.ts";
import type { IncidentValues } from "./incident_values.ts";

const UNSAVED = 0;

export default function IncidentPreview(props: { values: IncidentValues; languages: PageLanguages }) {
  const [language, setLanguage] = createSignal(props.languages.main);
  const page = createLoad(async (signal, code) => await getPublicPage(signal, code), language);
  const openedAt = Date.now();
  return (
    <div class="stack">
      <Show when={props.languages.codes.length > 1}>
        <Segments
          legend={text.preview.language}
          value={language()}
          options={props.languages.codes.map((value) => ({ value, label: languageName(value) }))}
          onChange={setLanguage}
        />
      </Show>
      <Loaded load={page}>
        {(found) => {
          const incident = createMemo(() => toShown(props.values, { page: found(), openedAt }));
          const shown = createMemo(() => ({ ...found(), incidents: [incident()] }));
          return (
            <PagePreview page={shown()} view={{ kind: "incident", incident: incident() }} start="phone" />
          );
        }}
      </Loaded>
    </div>
  );
}

function toShown(
  { title, body, status, impact, monitorIds, components, locales, startedAt }: IncidentValues,
  { page, openedAt }: { page: PublicPage; openedAt: number },
): PublicIncident {
  const base = locales[page.locale.split("-")[0] ?? ""];
  const words = { ...base, ...locales[page.locale] };
  const at = new Date(openedAt).toISOString();
  const text = words.body || body;
  return {
    id: UNSAVED,
    title: words.title || title,
    status,
    impact,
    url: "",
    createdAt: at,
    updatedAt: at,
    startedAt: new Date(parseLocalInput(startedAt) ?? openedAt).toISOString(),
    resolvedAt: status === "resolved" ? at : null,
    components: page.monitors
      .filter(({ id }) => monitorIds.includes(id))
      .map(({ id, name }) => ({ id, name, status: components[id] || undefined })),
    updates: text.trim() === "" ? [] : [{ id: UNSAVED, body: text, status, postedAt: at }],
  };
}
