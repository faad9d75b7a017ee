import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { text } from "../text/schema_form.ts";
import { VaultPicker } from "../vault/picker/VaultPicker.tsx";
import type { ReadPair } from "./pair_values.ts";

export function TakenPair(props: {
  label: string;
  pair: ReadPair;
  problem: (path: string) => string | undefined;
  onChange: (pair: ReadPair | null) => void;
}) {
  return (
    <fieldset class="nested">
      <legend class="group__legend">{text.fromVault(props.label)}</legend>
      <Field label={text.name} error={props.problem(props.pair.name)}>
        <TextInput
          value={props.pair.name}
          autocomplete="off"
          spellcheck={false}
          onInput={(name) => props.onChange({ ...props.pair, name })}
        />
      </Field>
      <VaultPicker
        value={props.pair.vault}
        problem={(part) => props.problem(`${props.pair.name}.vault${part === "" ? "" : `.${part}`}`)}
        onChange={(vault) => props.onChange({ ...props.pair, vault })}
      />
      <div class="row">
        <Button isSmall icon="trash" onClick={() => props.onChange(null)}>
          {text.removeTaken(props.pair.name)}
        </Button>
      </div>
    </fieldset>
  );
}
