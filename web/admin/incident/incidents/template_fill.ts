import { type Accessor, createEffect, createMemo, createSignal, on } from "solid-js";
import type { FilledTemplate } from "../../../../src/schema/incident_template.ts";
import type { Form } from "../../../lib/form.ts";
import { createLoad, type Load } from "../../../lib/load.ts";
import { isSame } from "../../../lib/merge.ts";
import { queryOf } from "../../../lib/router.ts";
import { toLocalInput } from "../../../lib/time.ts";
import { getFilledTemplate, listIncidentTemplates } from "../../api/incident_template.ts";
import type { IncidentValues, LocaleWords } from "./incident_values.ts";

type Filled = Pick<IncidentValues, "title" | "body" | "impact" | "locales" | "startedAt">;

interface TemplateFill {
  templates: Load<Awaited<ReturnType<typeof listIncidentTemplates>>>;
  chosen: Accessor<number>;
  choose: (id: number) => void;
  startedAt: Accessor<number | undefined>;
}

/** Choosing other monitors refills each field until somebody edits it. */
export function createTemplateFill(
  form: Form<IncidentValues>,
  languages: Accessor<readonly string[] | undefined>,
): TemplateFill {
  const templates = createLoad(listIncidentTemplates);
  const [chosen, setChosen] = createSignal(0);
  const [startedAt, setStartedAt] = createSignal<number>();
  let filled = filledIn(form.values);
  let isFirst = true;
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

  function refill(next: Filled): void {
    for (const name of Object.keys(next) as (keyof Filled)[])
      if (isByHand || isSame(form.values[name], filled[name])) form.set(name)(next[name] as never);
  }

  createEffect(
    on(response.data, (found) => {
      if (!found) return;
      const next = toFilled(found, languages() ?? []);
      setStartedAt(found.startedAt);
      // Filled-in text isn't unsaved work.
      if (isFirst && !isByHand && !form.isDirty()) form.reset({ ...form.values, ...next });
      else refill(next);
      filled = next;
      isFirst = false;
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

function filledIn({ title, body, impact, locales, startedAt }: IncidentValues): Filled {
  return { title, body, impact, locales, startedAt };
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
