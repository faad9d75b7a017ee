import { Button } from "../../ui/Button.tsx";
import { text } from "../text/backup.ts";

export function FileChoice(props: { file: File | undefined; onFile: (file: File | undefined) => void }) {
  let input!: HTMLInputElement;
  return (
    <div class="row">
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        tabindex={-1}
        accept=".uptide,application/octet-stream"
        aria-label={text.file}
        onChange={(event) => props.onFile(event.currentTarget.files?.[0])}
      />
      <Button icon="file" onClick={() => input.click()}>
        {text.chooseFile}
      </Button>
      <span class="small soft break">{props.file?.name}</span>
    </div>
  );
}
