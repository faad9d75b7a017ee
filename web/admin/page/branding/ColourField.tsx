import { parseColour, toHex } from "../../../../src/domain/page/contrast.ts";
import { Field } from "../../../ui/Field.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/branding.ts";

export function ColourField(props: {
  label: string;
  value: string;
  error: string | undefined;
  onInput: (value: string) => void;
}) {
  const colour = () => parseColour(props.value);
  const error = () => props.error ?? (colour() ? undefined : text.notAColour);
  return (
    <Field label={props.label} error={error()}>
      <span class="colour-field">
        <input
          type="color"
          class="colour"
          aria-label={text.pick(props.label)}
          title={text.pick(props.label)}
          value={toHex(colour() ?? [255, 255, 255, 1])}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
        <TextInput value={props.value} autocomplete="off" spellcheck={false} isMono onInput={props.onInput} />
      </span>
    </Field>
  );
}
