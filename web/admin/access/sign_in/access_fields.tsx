import { Field } from "../../../ui/Field.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/access.ts";

interface Typed {
  value: string;
  error: string | undefined;
  onInput: (value: string) => void;
}

export function EmailField(props: Typed) {
  return (
    <Field label={text.email} error={props.error}>
      <TextInput
        type="email"
        autocomplete="username"
        value={props.value}
        onInput={(email) => props.onInput(email)}
      />
    </Field>
  );
}

export function NewPasswordField(props: Typed & { label: string; hint: string }) {
  return (
    <Field label={props.label} hint={props.hint} error={props.error}>
      <PasswordInput
        autocomplete="new-password"
        value={props.value}
        onInput={(password) => props.onInput(password)}
      />
    </Field>
  );
}
