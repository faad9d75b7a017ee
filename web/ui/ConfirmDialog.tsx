import { For, type JSX, Show } from "solid-js";
import { createForm } from "../lib/form.ts";
import { Dialog, DialogActions } from "./Dialog.tsx";
import { FormView } from "./FormView.tsx";

/** Asks before something ends, and names what ends with it. */
export function ConfirmDialog(props: {
  title: string;
  lead: JSX.Element;
  ends?: readonly string[];
  confirm: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}) {
  const form = createForm({}, async () => await props.onConfirm());
  return (
    <Dialog title={props.title} isHeld={form.isBusy()} onClose={() => props.onClose()}>
      <FormView form={form} label={props.title}>
        <div class="stack stack--tight">
          <p>{props.lead}</p>
          <Show when={props.ends?.length}>
            <ul class="bullets">
              <For each={props.ends}>{(sentence) => <li>{sentence}</li>}</For>
            </ul>
          </Show>
        </div>
        <DialogActions
          submit={props.confirm}
          isDanger
          isBusy={form.isBusy()}
          onCancel={() => props.onClose()}
        />
      </FormView>
    </Dialog>
  );
}
