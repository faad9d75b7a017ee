import type { JSX } from "solid-js";
import type { Form } from "../lib/form.ts";
import { Dialog, DialogActions } from "./Dialog.tsx";
import { FormView } from "./FormView.tsx";

export function FormDialog<T extends object>(props: {
  form: Form<T>;
  title: string;
  label?: string;
  submit: string;
  cancel?: string | undefined;
  isDanger?: boolean;
  isWide?: boolean;
  onClose: () => void;
  children: JSX.Element;
}) {
  return (
    <Dialog
      title={props.title}
      isWide={props.isWide ?? false}
      isHeld={props.form.isBusy()}
      onClose={() => props.onClose()}
    >
      <FormView form={props.form} label={props.label ?? props.title}>
        {props.children}
        <DialogActions
          submit={props.submit}
          cancel={props.cancel}
          isDanger={props.isDanger ?? false}
          isBusy={props.form.isBusy()}
          onCancel={() => props.onClose()}
        />
      </FormView>
    </Dialog>
  );
}
