import { Show } from "solid-js";
import type { Page } from "../../../../src/schema/page.ts";
import { createForm } from "../../../lib/form.ts";
import { navigate } from "../../../lib/router.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { createPage } from "../../api/page.ts";
import { text } from "../../text/pages.ts";
import { pathOf } from "./paths.ts";

export function AddPageDialog(props: { copyFrom: Page | undefined; onClose: () => void }) {
  const form = createForm({ name: "", key: "" }, async ({ name, key }) => {
    const copied = props.copyFrom;
    const added = await createPage({
      name,
      ...(key.trim() && { key: key.trim() }),
      ...(copied && { copyFrom: copied.key }),
    });
    props.onClose();
    showToast(text.added(added.name));
    navigate(pathOf(added.key, "settings"));
  });
  const title = () => (props.copyFrom ? text.duplicateTitle(props.copyFrom.name) : text.addTitle);
  const submit = () => (props.copyFrom ? text.duplicate : text.add);
  return (
    <FormDialog form={form} title={title()} submit={submit()} onClose={() => props.onClose()}>
      <Show when={props.copyFrom}>
        <p>{text.duplicateLead}</p>
      </Show>
      <Field label={text.name} error={form.problem("name")}>
        <TextInput value={form.values.name} autocomplete="off" onInput={form.set("name")} />
      </Field>
      <Field label={text.key} hint={text.keyHint} error={form.problem("key")}>
        <TextInput
          value={form.values.key}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          isMono
          onInput={form.set("key")}
        />
      </Field>
    </FormDialog>
  );
}
