import { type JSX, Show } from "solid-js";
import type { Form } from "../lib/form.ts";
import { Button, ButtonLink } from "./Button.tsx";
import { FormView } from "./FormView.tsx";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { SectionActions } from "./Section.tsx";

export function SectionForm<T extends object>(props: {
  form: Form<T>;
  label: string;
  submit: string;
  cancel?: { href: string; label: string };
  children: JSX.Element;
}) {
  return (
    <FormView form={props.form} label={props.label}>
      <LeaveGuard isDirty={props.form.isDirty} />
      <div>
        {props.children}
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={props.form.isBusy()}>
            {props.submit}
          </Button>
          <Show when={props.cancel}>
            {(cancel) => (
              <ButtonLink variant="quiet" href={cancel().href}>
                {cancel().label}
              </ButtonLink>
            )}
          </Show>
        </SectionActions>
      </div>
    </FormView>
  );
}
