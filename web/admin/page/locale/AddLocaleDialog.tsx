import { createForm } from "../../../lib/form.ts";
import { navigate } from "../../../lib/router.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { createLocale } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { hasBuiltInCopy } from "./wording.ts";

export const ROOT = "/admin/localization";

export function AddLocaleDialog(props: { onClose: () => void }) {
  const form = createForm({ name: "", code: "" }, async ({ name, code }) => {
    const wanted = code.trim().toLowerCase();
    const added = await createLocale({ name, code: wanted, published: hasBuiltInCopy(wanted) });
    props.onClose();
    showToast(text.added(added.name, added.published));
    navigate(`${ROOT}/${added.code}`);
  });
  return (
    <FormDialog form={form} title={text.addTitle} submit={text.add} onClose={() => props.onClose()}>
      <Field label={text.name} hint={text.nameHint} error={form.problem("name")}>
        <TextInput
          value={form.values.name}
          maxlength={80}
          autocomplete="off"
          placeholder={text.namePlaceholder}
          onInput={form.set("name")}
        />
      </Field>
      <Field label={text.code} hint={text.codeHint} error={form.problem("code")}>
        <TextInput
          value={form.values.code}
          maxlength={8}
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
