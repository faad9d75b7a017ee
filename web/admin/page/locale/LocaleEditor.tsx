import { createMemo, createSignal, For, Show } from "solid-js";
import { PAGE_TEXT_GROUPS, type PageTextGroup } from "../../../../src/domain/page/text.ts";
import { findTranslationProblems } from "../../../../src/domain/page/translation.ts";
import type { Locale } from "../../../../src/schema/locale.ts";
import { soon } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { sendWithProblems } from "../../../lib/problems.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getLocale, type LocaleKey, updateLocale } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { TextRow } from "./TextRow.tsx";
import { isMissing } from "./wording.ts";
import "./locale.css";

const GROUPS = [
  { value: "", label: text.filter.allGroups },
  ...PAGE_TEXT_GROUPS.map((group) => ({ value: group, label: group })),
];
const SHOWN = (["all", "missing", "own"] as const).map((value) => ({ value, label: text.filter[value] }));
type Shown = (typeof SHOWN)[number]["value"];

type Texts = Readonly<Record<string, string>>;

/** Every text of the page in one language, beside its English. */
export function LocaleEditor(props: { locale: Locale; keys: readonly LocaleKey[] }) {
  const { keys } = props;
  const { code } = props.locale;
  const textsOf = (locale: Locale): Texts =>
    Object.fromEntries(keys.map(({ key }) => [key, locale.translations[key] ?? ""]));
  const valuesOf = (locale: Locale) => {
    return { name: locale.name, published: locale.published, translations: textsOf(locale) };
  };
  const [saved, setSaved] = createSignal(props.locale);

  const changesOf = (texts: Texts) =>
    Object.fromEntries(
      Object.entries(texts).filter(([key, own]) => own !== (saved().translations[key] ?? "")),
    );

  const form = createForm(
    valuesOf(props.locale),
    async ({ name, published, translations }, sent) => {
      const changes = changesOf(translations);
      const answer = await sendWithProblems(findTranslationProblems(changes, keys), async () =>
        updateLocale(code, sent.only({ name, published, translations: changes })),
      );
      setSaved(answer);
      form.reset(valuesOf(answer), answer);
      showToast(answer.published ? text.saved(answer.name) : text.savedHidden(answer.name));
    },
    {
      edit: {
        stored: props.locale,
        read: async () => await getLocale(soon(), code),
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

  const group = () => queryOf("group");
  const search = () => queryOf("search");
  const shown = (): Shown => SHOWN.find(({ value }) => value === queryOf("show"))?.value ?? "all";
  const found = createMemo(() => {
    const words = search().toLowerCase().split(/\s+/).filter(Boolean);
    const view = shown();
    return keys.filter((key) => {
      if (refused().has(`translations.${key.key}`)) return true;
      if (group() !== "" && key.group !== group()) return false;
      // By what is stored: a text does not go away under the hand that writes it.
      const stored = saved().translations[key.key] ?? "";
      if (view === "missing" && !isMissing(code, key, stored)) return false;
      if (view === "own" && stored === "") return false;
      const all = `${key.key} ${key.en} ${stored}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
  });
  const groups = createMemo(() =>
    PAGE_TEXT_GROUPS.filter((name) => found().some((key) => key.group === name)),
  );
  const keysIn = (name: PageTextGroup) => found().filter((key) => key.group === name);
  const count = () => Object.keys(changesOf(form.values.translations)).length;
  const missing = () => keys.filter((key) => isMissing(code, key, own(key.key))).length;

  return (
    <FormView form={form} label={text.editTitle(props.locale.name)}>
      <LeaveGuard isDirty={form.isDirty} />
      <div class="filters">
        <Field label={text.filter.search}>
          <TextInput
            type="search"
            autocomplete="off"
            value={search()}
            onInput={(value) => setQuery({ search: value }, { replace: true })}
          />
        </Field>
        <Field label={text.filter.group}>
          <Select value={group()} options={GROUPS} onChange={(value) => setQuery({ group: value })} />
        </Field>
        <Field label={text.name} error={form.problem("name")}>
          <TextInput value={form.values.name} maxlength={80} autocomplete="off" onInput={form.set("name")} />
        </Field>
      </div>
      <Show when={!saved().isDefault} fallback={<p class="small soft">{text.shownDefault}</p>}>
        <Switch
          label={text.shown}
          hint={missing() > 0 ? text.shownMissing(missing()) : text.shownWhole}
          error={form.problem("published")}
          isOn={form.values.published}
          onChange={form.set("published")}
        />
      </Show>
      <div class="row row--spread">
        <Segments
          legend={text.filter.show}
          value={shown()}
          options={SHOWN}
          onChange={(value) => setQuery({ show: value === "all" ? "" : value })}
        />
        <span class="small soft" role="status">
          {text.found(found().length)}
          {missing() > 0 ? ` · ${text.missing(missing())}` : ` · ${text.whole}`}
        </span>
      </div>
      <Show
        when={found().length > 0}
        fallback={
          <div class="card state">
            <p>{text.none}</p>
            <Button onClick={() => setQuery({ search: "", group: "", show: "" })}>{text.clear}</Button>
          </div>
        }
      >
        <For each={groups()}>
          {(name) => (
            <section class="card wordings" aria-label={name}>
              <div class="card__head">
                <h2>{name}</h2>
              </div>
              <For each={keysIn(name)}>
                {(key) => (
                  <TextRow
                    code={code}
                    known={key}
                    own={own(key.key)}
                    error={problemOf(key.key)}
                    onInput={set(key.key)}
                  />
                )}
              </For>
            </section>
          )}
        </For>
      </Show>
      <div class="sticky-actions">
        <Button type="submit" variant="primary" isBusy={form.isBusy()}>
          {form.values.published ? text.save : text.saveHidden}
        </Button>
        <Show when={form.isDirty()}>
          <Button variant="quiet" onClick={() => form.reset(valuesOf(saved()))}>
            {text.discard}
          </Button>
          <Show when={count() > 0}>
            <span class="small soft">{text.changed(count())}</span>
          </Show>
        </Show>
      </div>
    </FormView>
  );
}
