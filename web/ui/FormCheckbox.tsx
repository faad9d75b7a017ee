import type { Form } from "../lib/form.ts";
import { Checkbox } from "./Checkbox.tsx";

export function FormCheckbox<N extends string, T extends Record<N, boolean>>(props: {
  form: Form<T>;
  name: N;
  label: string;
  hint?: string;
}) {
  return (
    <Checkbox
      label={props.label}
      hint={props.hint}
      error={props.form.problem(props.name)}
      isChecked={props.form.values[props.name]}
      onChange={(isChecked) => props.form.set(props.name)(isChecked as T[N])}
    />
  );
}
