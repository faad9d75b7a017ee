import { createSignal, For, Show } from "solid-js";
import { BUILT_IN_LANGUAGES } from "../../../../src/domain/page/language.ts";
import type { Locale, NewLocale } from "../../../../src/schema/locale.ts";
import { createForm } from "../../../lib/form.ts";
import { navigate } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { createLocale } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { hasBuiltInCopy } from "./wording.ts";
import "./locale.css";

export const ROOT = "/admin/localization";

export function AddLocaleDialog(props: {
  present: readonly Locale[];
  onClose: () => void;
  onAdded: () => void;
}) {
  async function add(locale: NewLocale): Promise<Locale> {
    const added = await createLocale(locale);
    props.onClose();
    showToast(text.added(added.name, added.published));
    return added;
  }
  const form = createForm({ name: "", code: "" }, async ({ name, code }) => {
    const wanted = code.trim().toLowerCase();
    const added = await add({ name, code: wanted, published: hasBuiltInCopy(wanted) });
    navigate(`${ROOT}/${added.code}`);
  });
  const [adding, setAdding] = createSignal("");
  async function addComplete({ code, name }: Pick<Locale, "code" | "name">): Promise<void> {
    if (adding() !== "" || form.isBusy()) return;
    setAdding(code);
    try {
      await add({ code, name });
      props.onAdded();
    } catch (thrown) {
      form.fail(thrown);
    } finally {
      setAdding("");
    }
  }
  const complete = () =>
    BUILT_IN_LANGUAGES.filter(({ code }) => !props.present.some((locale) => locale.code === code));
  return (
    <FormDialog form={form} title={text.addTitle} submit={text.add} onClose={() => props.onClose()}>
      <Show when={complete().length > 0}>
        <fieldset class="language-choice">
          <legend>{text.complete}</legend>
          <For each={complete()}>
            {(language) => (
              <Button isBusy={adding() === language.code} onClick={() => void addComplete(language)}>
                <span lang={language.code}>{language.name}</span>
              </Button>
            )}
          </For>
        </fieldset>
        <h3 class="language-choice__other">{text.other}</h3>
      </Show>
      <Field label={text.name} hint={text.nameHint} error={form.problem("name")}>
        <TextInput
          value={form.values.name}
          autocomplete="off"
          placeholder={text.namePlaceholder}
          onInput={form.set("name")}
        />
      </Field>
      <Field label={text.code} hint={text.codeHint} error={form.problem("code")}>
        <TextInput
          value={form.values.code}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={text.codePlaceholder}
          isMono
          onInput={form.set("code")}
        />
      </Field>
    </FormDialog>
  );
}
