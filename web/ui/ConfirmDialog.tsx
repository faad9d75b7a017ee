import { For, type JSX, Show } from "solid-js";
import { createForm } from "../lib/form.ts";
import { FormDialog } from "./FormDialog.tsx";

export function ConfirmDialog(props: {
  title: string;
  lead: JSX.Element;
  ends?: readonly string[];
  confirm: string;
  cancel?: string;
  isHarmless?: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const form = createForm({}, async () => await props.onConfirm());
  return (
    <FormDialog
      form={form}
      title={props.title}
      submit={props.confirm}
      cancel={props.cancel}
      isDanger={!props.isHarmless}
      onClose={() => props.onClose()}
    >
      <div class="stack stack--tight">
        <p>{props.lead}</p>
        <Show when={props.ends?.length}>
          <ul class="bullets">
            <For each={props.ends}>{(sentence) => <li>{sentence}</li>}</For>
          </ul>
        </Show>
      </div>
    </FormDialog>
  );
}
