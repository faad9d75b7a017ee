import { type Accessor, createEffect, createMemo, createSignal, on } from "solid-js";
import type { FilledTemplate } from "../../../../src/schema/incident_template.ts";
import type { Form } from "../../../lib/form.ts";
import { createLoad, type Load } from "../../../lib/load.ts";
import { queryOf } from "../../../lib/router.ts";
import { toLocalInput } from "../../../lib/time.ts";
import { getFilledTemplate, listIncidentTemplates } from "../../api/incident_template.ts";
import type { IncidentValues, LocaleWords } from "./incident_values.ts";

type Filled = Pick<IncidentValues, "title" | "body" | "impact" | "locales" | "startedAt">;

interface TemplateFill {
  templates: Load<Awaited<ReturnType<typeof listIncidentTemplates>>>;
  /** 0 for none. */
  chosen: Accessor<number>;
  choose: (id: number) => void;
  startedAt: Accessor<number | undefined>;
}

/** Choosing other monitors refills the template until somebody edits the text. */
export function createTemplateFill(
  form: Form<IncidentValues>,
  languages: Accessor<readonly string[] | undefined>,
): TemplateFill {
  const templates = createLoad(listIncidentTemplates);
  const [chosen, setChosen] = createSignal(0);
  const [startedAt, setStartedAt] = createSignal<number>();
  let filled: Filled | undefined;
  let isByHand = false;

  const isFresh = () => !form.isRestored() && form.values.title === "" && form.values.body === "";
  createEffect(
    on(templates.data, (all) => {
      const wanted = queryOf("template") === "default" ? all?.find(({ isDefault }) => isDefault) : undefined;
      if (wanted && chosen() === 0 && isFresh()) setChosen(wanted.id);
    }),
  );

  const asked = createMemo(() => {
    const known = languages();
    return chosen() === 0 || !known ? "" : JSON.stringify({ id: chosen(), ids: form.values.monitorIds });
  });
  const response = createLoad(async (signal, from) => {
    if (from === "") return null;
    const { id, ids } = JSON.parse(from) as { id: number; ids: number[] };
    return await getFilledTemplate(signal, id, { monitorIds: ids });
  }, asked);

  const isUntouched = () =>
    filled === undefined || (form.values.title === filled.title && form.values.body === filled.body);

  createEffect(
    on(response.data, (found) => {
      if (!found || !(isByHand || isUntouched())) return;
      const isFirst = filled === undefined && !isByHand;
      filled = toFilled(found, languages() ?? []);
      setStartedAt(found.startedAt);
      // Filled-in text isn't unsaved work.
      if (isFirst) form.reset({ ...form.values, ...filled });
      else for (const name of Object.keys(filled) as (keyof Filled)[]) form.set(name)(filled[name] as never);
      isByHand = false;
    }),
  );

  return {
    templates,
    chosen,
    startedAt,
    choose(id) {
      isByHand = true;
      setChosen(id);
    },
  };
}

function toFilled(
  { title, body, impact, locales, startedAt }: FilledTemplate,
  languages: readonly string[],
): Filled {
  return { title, body, impact, locales: keepSpoken(locales, languages), startedAt: toLocalInput(startedAt) };
}

/** Templates may have languages that the page lacks. */
export function keepSpoken(
  locales: Readonly<Record<string, { title?: string | undefined; body?: string | undefined }>>,
  languages: readonly string[],
): LocaleWords {
  const isSpoken = (code: string) => languages.some((own) => own === code || own.split("-")[0] === code);
  return Object.fromEntries(
    Object.entries(locales)
      .filter(([code]) => isSpoken(code))
      .map(([code, { title, body }]) => [code, { ...(title && { title }), ...(body && { body }) }]),
  );
}
