import { createSignal } from "solid-js";
import { CodeInput } from "../../ui/CodeInput.tsx";
import { Field } from "../../ui/Field.tsx";
import { text } from "../text/config.ts";

export function DropField(props: {
  documents: string;
  error: string | undefined;
  onInput: (documents: string) => void;
  onFile: (file: File | undefined) => void;
}) {
  const [isOver, setIsOver] = createSignal(false);
  return (
    <section
      class="configuration__drop"
      classList={{ "configuration__drop--over": isOver() }}
      aria-label={text.in.documents}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        props.onFile(event.dataTransfer?.files[0]);
      }}
    >
      <Field label={text.in.documents} hint={text.in.hint} error={props.error}>
        <CodeInput
          language="yaml"
          rows={18}
          value={props.documents}
          placeholder={text.in.placeholder}
          onInput={(next) => props.onInput(next)}
        />
      </Field>
    </section>
  );
}
