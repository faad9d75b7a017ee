import { createMemo, createSignal } from "solid-js";
import { findTranslationProblems } from "../../../../src/domain/page/language.ts";
import type { Locale } from "../../../../src/schema/locale.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { sendWithProblems } from "../../../lib/problems.ts";
import { showToast } from "../../../ui/toast.ts";
import { getLocale, type LocaleKey, updateLocale } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { isMissing } from "./wording.ts";

type Texts = Readonly<Record<string, string>>;

export function createLocaleForm(locale: Locale, keys: readonly LocaleKey[]) {
  const { code } = locale;
  const textsOf = (one: Locale): Texts =>
    Object.fromEntries(keys.map(({ key }) => [key, one.translations[key] ?? ""]));
  const valuesOf = (one: Locale) => {
    return { name: one.name, published: one.published, translations: textsOf(one) };
  };
  const [saved, setSaved] = createSignal(locale);

  const changesOf = (texts: Texts) =>
    Object.fromEntries(
      Object.entries(texts).filter(([key, own]) => own !== (saved().translations[key] ?? "")),
    );

  const form = createForm(
    valuesOf(locale),
    async ({ name, published, translations }, sent) => {
      const changes = changesOf(translations);
      const response = await sendWithProblems(findTranslationProblems(changes, keys), async () =>
        updateLocale(code, sent.only({ name, published, translations: changes })),
      );
      setSaved(response);
      form.reset(valuesOf(response), response);
      showToast(response.published ? text.saved(response.name) : text.savedHidden(response.name));
    },
    {
      edit: {
        stored: locale,
        read: async () => await getLocale(readTimeout(), code),
        toValues: valuesOf,
        labels: { name: text.name, published: text.shown },
        onTaken: setSaved,
      },
    },
  );

  const own = (key: string) => form.values.translations[key] ?? "";
  const set = (key: string) => (value: string) =>
    form.set("translations")({ ...form.values.translations, [key]: value });
  const refused = createMemo(() => new Map(form.problems().map(({ path, message }) => [path, message])));
  const lost = createMemo(
    () =>
      new Map(
        findTranslationProblems(changesOf(form.values.translations), keys).map(({ path, message }) => [
          path,
          message,
        ]),
      ),
  );
  const problemOf = (key: string) =>
    lost().get(`translations.${key}`) ?? refused().get(`translations.${key}`);

  const count = () => Object.keys(changesOf(form.values.translations)).length;
  const missing = () => keys.filter(({ key }) => isMissing(code, own(key))).length;
  const discard = () => form.reset(valuesOf(saved()));
  return { form, saved, own, set, refused, problemOf, count, missing, discard };
}
