import { Button } from "../../ui/Button.tsx";
import { text } from "../text/config.ts";

export function FileButton(props: { onFile: (file: File | undefined) => void }) {
  let input!: HTMLInputElement;
  /** Empties the field: choosing the same file again would otherwise fire no event. */
  function take(field: HTMLInputElement): void {
    props.onFile(field.files?.[0]);
    field.value = "";
  }
  return (
    <>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabindex={-1}
        accept=".yaml,.yml,application/yaml,text/plain"
        aria-label={text.in.choose}
        onChange={(event) => take(event.currentTarget)}
      />
      <Button icon="file" onClick={() => input.click()}>
        {text.in.choose}
      </Button>
    </>
  );
}
