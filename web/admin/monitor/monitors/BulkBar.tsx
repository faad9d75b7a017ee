import { createSignal, For, Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { text } from "../../text/monitor.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import type { BulkDeed } from "./bulk.ts";

const DEEDS = Object.keys(text.bulk) as BulkDeed[];

/** What can be done with everything that was chosen at once. */
export function BulkBar(props: {
  ids: readonly number[];
  /** How many match the filter and are not chosen. */
  others: number;
  onAll: () => void;
  onClear: () => void;
}) {
  const [deed, setDeed] = createSignal<BulkDeed>();
  return (
    <>
      <section class="bulk" aria-label={text.bulkLabel}>
        <span class="row">
          <span class="strong" role="status">
            {text.chosen(props.ids.length)}
          </span>
          <Show when={props.others > 0}>
            <Button variant="quiet" isSmall onClick={() => props.onAll()}>
              {text.chooseOthers(props.others)}
            </Button>
          </Show>
          <Button variant="quiet" isSmall icon="close" onClick={() => props.onClear()}>
            {text.clearChosen}
          </Button>
        </span>
        <span class="row bulk__deeds">
          <For each={DEEDS}>
            {(name) => (
              <Button isSmall onClick={() => setDeed(name)}>
                {text.bulk[name]}
              </Button>
            )}
          </For>
        </span>
      </section>
      <Show when={deed()} keyed>
        {(name) => (
          <BulkDialog
            deed={name}
            ids={props.ids}
            onDone={() => name === "remove" && props.onClear()}
            onClose={() => setDeed(undefined)}
          />
        )}
      </Show>
    </>
  );
}
