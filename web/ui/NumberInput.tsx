import { Show } from "solid-js";
import type { NumberText } from "./number_text.ts";
import { TextInput } from "./TextInput.tsx";

export function NumberInput(props: {
  value: NumberText;
  onInput: (value: NumberText) => void;
  unit?: string;
  placeholder?: string;
}) {
  return (
    <span class="number">
      <TextInput
        inputmode="numeric"
        autocomplete="off"
        value={String(props.value ?? "")}
        placeholder={props.placeholder}
        onInput={(text) => props.onInput(parse(text.trim()))}
      />
      <Show when={props.unit}>
        <span class="number__unit">{props.unit}</span>
      </Show>
    </span>
  );
}

function parse(text: string): NumberText {
  if (text === "") return null;
  return /^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
