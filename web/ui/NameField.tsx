import type { Form } from "../lib/form.ts";
import { Field } from "./Field.tsx";
import { TextInput } from "./TextInput.tsx";

export function NameField<N extends string, T extends Record<N, string>>(props: {
  form: Form<T>;
  name: N;
  label: string;
  placeholder: string;
}) {
  return (
    <Field label={props.label} error={props.form.problem(props.name)}>
      <TextInput
        value={props.form.values[props.name]}
        autocomplete="off"
        placeholder={props.placeholder}
        onInput={(value) => props.form.set(props.name)(value as T[N])}
      />
    </Field>
  );
}
