import { createSignal, createUniqueId } from "solid-js";
import { copyText } from "../lib/copy_text.ts";
import { Button } from "./Button.tsx";
import { text } from "./text.ts";

const SHOWN_MS = 2500;

export function CopyField(props: { label: string; value: string }) {
  const id = createUniqueId();
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {props.label}
      </label>
      <div class="copy">
        <input
          class="input input--mono"
          id={id}
          readonly
          value={props.value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={props.value} />
      </div>
    </div>
  );
}

export function CopyButton(props: { value: string }) {
  const [isCopied, setIsCopied] = createSignal(false);
  async function copy(): Promise<void> {
    await copyText(props.value);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  }
  return (
    <>
      <Button icon={isCopied() ? "check" : "copy"} onClick={() => void copy()}>
        {isCopied() ? text.copied : text.copy}
      </Button>
      <span class="visually-hidden" role="status">
        {isCopied() ? text.copied : ""}
      </span>
    </>
  );
}
