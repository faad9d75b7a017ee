import { createSignal, createUniqueId } from "solid-js";
import { copyText } from "../lib/copy_text.ts";
import { Button } from "./Button.tsx";
import { describedBy, FieldError } from "./Field.tsx";
import { text } from "./text.ts";

const SHOWN_MS = 2500;

export function CopyField(props: { label: string; value: string }) {
  const id = createUniqueId();
  const [error, setError] = createSignal<string>();
  let field!: HTMLInputElement;
  function onCopied(isCopied: boolean): void {
    setError(isCopied ? undefined : text.copyYourself);
    if (!isCopied) field.focus();
  }
  return (
    <div class="field">
      <label class="field__label" for={id}>
        {props.label}
      </label>
      <div class="copy">
        <input
          ref={field}
          class="input input--mono"
          id={id}
          readonly
          aria-describedby={describedBy(id, { error: error() })}
          value={props.value}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={props.value} of={props.label} onCopied={onCopied} />
      </div>
      <FieldError id={`${id}-error`} message={error()} />
    </div>
  );
}

const ICONS = { copy: "copy", copied: "check", notCopied: "warning" } as const;

export function CopyButton(props: { value: string; of?: string; onCopied?: (isCopied: boolean) => void }) {
  const [outcome, setOutcome] = createSignal<keyof typeof ICONS>("copy");
  async function copy(): Promise<void> {
    const isCopied = await copyText(props.value).then(
      () => true,
      () => false,
    );
    setOutcome(isCopied ? "copied" : "notCopied");
    props.onCopied?.(isCopied);
    setTimeout(() => setOutcome("copy"), SHOWN_MS);
  }
  return (
    <>
      <Button icon={ICONS[outcome()]} of={props.of} onClick={() => void copy()}>
        {text[outcome()]}
      </Button>
      <span class="visually-hidden" role="status">
        {outcome() === "copy" ? "" : text[outcome()]}
      </span>
    </>
  );
}
