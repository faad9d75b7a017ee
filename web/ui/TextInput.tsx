import { type JSX, splitProps } from "solid-js";
import { useField } from "./Field.tsx";

interface TextInputProps extends Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "onInput"> {
  value: string;
  onInput: (value: string) => void;
  isMono?: boolean;
}

export function TextInput(props: TextInputProps) {
  const field = useField();
  const [own, rest] = splitProps(props, ["value", "onInput", "isMono"]);
  return (
    <input
      type="text"
      {...rest}
      class={`input${own.isMono ? " input--mono" : ""}`}
      id={field.id}
      aria-describedby={field.describedBy()}
      aria-invalid={field.isInvalid()}
      value={own.value}
      onInput={(event) => own.onInput(event.currentTarget.value)}
    />
  );
}

export function TextArea(props: {
  value: string;
  onInput: (value: string) => void;
  rows?: number;
  placeholder?: string;
  isMono?: boolean;
}) {
  const field = useField();
  return (
    <textarea
      class={`input${props.isMono ? " input--mono" : ""}`}
      id={field.id}
      rows={props.rows ?? 4}
      placeholder={props.placeholder}
      spellcheck={!props.isMono}
      aria-describedby={field.describedBy()}
      aria-invalid={field.isInvalid()}
      value={props.value}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
  );
}
