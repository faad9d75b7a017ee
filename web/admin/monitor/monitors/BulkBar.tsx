import { createSignal, For, Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { text } from "../../text/monitor.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import type { BulkDeed } from "./bulk.ts";

const DEEDS = Object.keys(text.bulk) as BulkDeed[];

/** What can be done with everything that was chosen at once. */
export function BulkBar(props: { ids: readonly number[]; onClear: () => void }) {
  const [deed, setDeed] = createSignal<BulkDeed>();
  return (
    <>
      <section class="bulk" aria-label={text.bulkLabel}>
        <span class="strong" role="status">
          {text.chosen(props.ids.length)}
        </span>
        <span class="row">
          <For each={DEEDS}>
            {(name) => (
              <Button isSmall onClick={() => setDeed(name)}>
                {text.bulk[name]}
              </Button>
            )}
          </For>
          <Button variant="quiet" isSmall icon="close" onClick={() => props.onClear()}>
            {text.clearChosen}
          </Button>
        </span>
      </section>
      <Show when={deed()} keyed>
        {(name) => <BulkDialog deed={name} ids={props.ids} onClose={() => setDeed(undefined)} />}
      </Show>
    </>
  );
}
