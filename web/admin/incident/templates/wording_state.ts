import { createEffect, createMemo, createSignal } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { problemIn } from "../../../lib/problems.ts";
import { languageName } from "../../page/words/language_name.ts";
import { text } from "../../text/incident_template.ts";
import type { TemplateValues } from "./values.ts";

type Words = TemplateValues["locales"][string];

export const MAIN = "main";

export function createWording(form: Form<TemplateValues>) {
  const [wanted, setCurrent] = createSignal(MAIN);
  const codes = createMemo(() => Object.keys(form.values.locales));
  const current = () => (codes().includes(wanted()) ? wanted() : MAIN);
  const tabs = () => [
    { id: MAIN, label: text.main },
    ...codes().map((code) => ({ id: code, label: languageName(code) })),
  ];
  const words = (): Words => (current() === MAIN ? form.values : (form.values.locales[current()] ?? {}));

  function change(name: keyof Words, value: string): void {
    if (current() === MAIN) form.set(name)(value);
    else setWords(current(), { ...words(), [name]: value });
  }

  function setWords(code: string, next: Words): void {
    form.set("locales")({ ...form.values.locales, [code]: next });
  }

  function addLanguage(code: string): void {
    setWords(code, {});
    setCurrent(code);
  }

  function removeLanguage(code: string): void {
    const { [code]: _, ...others } = form.values.locales;
    form.set("locales")(others);
  }

  createEffect(() => {
    const [first] = form.problems();
    const code = /^locales\.([^.]+)/.exec(first?.path ?? "")?.[1];
    if (first) setCurrent(code ?? MAIN);
  });

  const pathOf = (name: keyof Words) => (current() === MAIN ? name : `locales.${current()}.${name}`);
  const problem = (name: keyof Words) => problemIn(form.problems(), pathOf(name));

  return { codes, current, setCurrent, tabs, words, change, addLanguage, removeLanguage, pathOf, problem };
}
