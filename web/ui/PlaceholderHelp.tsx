import { createMemo, For, Show } from "solid-js";
import { findUnknownPlaceholders, type Placeholders } from "../lib/placeholders.ts";
import { Disclosure } from "./Disclosure.tsx";
import { useField } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { text } from "./text.ts";

const { placeholders: words } = text;

/** Below a field whose text is filled in: what nothing is filled in for, and everything that can be put in. */
export function PlaceholderHelp(props: { value: string; known: Placeholders }) {
  const field = useField();
  const unknown = createMemo(() => findUnknownPlaceholders(props.value, Object.keys(props.known)));

  /** Where the field was left, over what is chosen there. */
  function insert(name: string): void {
    const input = document.getElementById(field.id);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    const from = input.selectionStart ?? input.value.length;
    input.setRangeText(`{{${name}}}`, from, input.selectionEnd ?? from, "end");
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    input.focus();
  }

  return (
    <div class="fill">
      <div aria-live="polite">
        <For each={unknown()}>
          {({ name, nearest }) => (
            <p class="fill__warning">
              <Icon name="warning" />
              <span>
                {words.unknown(name)}
                <Show when={nearest}>{(near) => ` ${words.nearest(near())}`}</Show>
              </span>
            </p>
          )}
        </For>
      </div>
      <Disclosure label={words.all}>
        <ul class="fill__list plain">
          <For each={Object.entries(props.known)}>
            {([name, what]) => (
              <li>
                <button
                  type="button"
                  class="fill__one"
                  title={words.insert(name)}
                  onClick={() => insert(name)}
                >
                  <code>{`{{${name}}}`}</code>
                </button>
                <span class="small soft">{what}</span>
              </li>
            )}
          </For>
        </ul>
      </Disclosure>
    </div>
  );
}
