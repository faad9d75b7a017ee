import { createEffect, createMemo, For, Show, useContext } from "solid-js";
import { listUnknownPlaceholders, type Placeholder } from "../../src/domain/alert/placeholders.ts";
import { sayServed } from "../lib/served.ts";
import { SeenWarnings } from "../lib/warnings.ts";
import { Disclosure } from "./Disclosure.tsx";
import { useField } from "./Field.tsx";
import { Icon } from "./Icon.tsx";
import { text } from "./text.ts";

const { placeholders: words } = text;
const MOST_NAMED = 5;

export function PlaceholderHelp(props: { value: string; known: readonly Placeholder[]; path: string }) {
  const field = useField();
  const seen = useContext(SeenWarnings);
  const unknown = createMemo(() => listUnknownPlaceholders(props.value, props.known).slice(0, MOST_NAMED));
  createEffect(() => {
    if (unknown().length > 0) seen?.add(props.path);
  });

  return (
    <div class="fill">
      <div aria-live="polite">
        <For each={unknown()}>
          {({ name, nearest, isNear }) => (
            <p class="fill__warning">
              <Icon name="warning" />
              <span>
                {words.unknown(name)}
                <Show when={isNear}>{` ${words.nearest(nearest)}`}</Show>
              </span>
            </p>
          )}
        </For>
      </div>
      <Disclosure label={words.all}>
        <ul class="fill__list plain">
          <For each={props.known}>
            {({ name, description }) => (
              <li>
                <button
                  type="button"
                  class="fill__one"
                  title={words.insert(name)}
                  onClick={() => field.insert(`{{${name}}}`)}
                >
                  <code>{`{{${name}}}`}</code>
                </button>
                <span class="small soft">{sayServed(description)}</span>
              </li>
            )}
          </For>
        </ul>
      </Disclosure>
    </div>
  );
}
