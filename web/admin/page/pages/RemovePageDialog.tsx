import { For, Show } from "solid-js";
import type { Page } from "../../../../src/schema/page.ts";
import { ApiError } from "../../../lib/api.ts";
import { createForm } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getPage, removePage } from "../../api/page.ts";
import { text } from "../../text/pages.ts";

export function RemovePageDialog(props: { page: Page; onClose: () => void; onRemoved: () => void }) {
  const details = createLoad(async (signal) => await getPage(signal, props.page.key));
  const form = createForm(
    { confirm: "" },
    async ({ confirm }) => {
      const { key, name } = props.page;
      if (confirm.trim() !== name) {
        const problems = [{ path: "confirm", message: text.wrongName }];
        throw new ApiError(400, { error: text.wrongName, problems });
      }
      await removePage(key, name);
      props.onClose();
      props.onRemoved();
      showToast(text.removed(name));
    },
    { isPassing: true },
  );
  return (
    <FormDialog
      form={form}
      title={text.removeTitle(props.page.name)}
      submit={text.remove}
      isDanger
      onClose={() => props.onClose()}
    >
      <div class="stack stack--tight">
        <p>{text.removeLead}</p>
        <Show when={details.data()}>
          {(found) => (
            <ul class="bullets">
              <For each={text.removeEnds(found().contents)}>{(sentence) => <li>{sentence}</li>}</For>
            </ul>
          )}
        </Show>
      </div>
      <Field label={text.typeName(props.page.name)} error={form.problem("confirm")}>
        <TextInput value={form.values.confirm} autocomplete="off" onInput={form.set("confirm")} />
      </Field>
    </FormDialog>
  );
}
