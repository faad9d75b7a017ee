import { createSignal, createUniqueId, type JSX } from "solid-js";
import { useSubscribing } from "./words.ts";

export function CopyLine(props: { label: string; text: string }): JSX.Element {
  const { t } = useSubscribing();
  const [isCopied, setCopied] = createSignal(false);
  const id = createUniqueId();
  let field: HTMLInputElement | undefined;
  async function copy(): Promise<void> {
    field?.select();
    try {
      await navigator.clipboard.writeText(props.text);
      setCopied(true);
    } catch {
      // Clipboard access was denied: the text is selected for copying by hand.
    }
  }
  return (
    <div class="copy-line">
      <label for={id}>{props.label}</label>
      <div>
        <input ref={field} id={id} readonly value={props.text} />
        <button type="button" class="button outlined needs-js" onClick={copy}>
          <span aria-live="polite">{t(isCopied() ? "subscribe.copied" : "subscribe.copy")}</span>
        </button>
      </div>
    </div>
  );
}
