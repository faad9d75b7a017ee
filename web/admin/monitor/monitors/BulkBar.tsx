import { createSignal, For, Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { text } from "../../text/monitor.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import type { BulkDeed } from "./bulk.ts";
import type { Choice } from "./choice.ts";

const DEEDS = Object.keys(text.bulk) as BulkDeed[];

export function BulkBar(props: { choice: Choice; total: number }) {
  const [deed, setDeed] = createSignal<BulkDeed>();
  const ids = () => props.choice.ids();
  return (
    <>
      <Show when={ids().length > 0}>
        <section class="bulk" aria-label={text.bulkLabel}>
          <span class="row">
            <span class="strong" role="status">
              {props.choice.isAll() ? text.allChosen(ids().length) : text.chosen(ids().length)}
            </span>
            <Show when={!props.choice.isAll() && props.total > ids().length}>
              <Button variant="quiet" isSmall onClick={() => props.choice.setAll(true)}>
                {text.chooseMatching(props.total)}
              </Button>
            </Show>
            <span class="bulk__menu">
              <Menu
                label={text.bulkMenu}
                triggerClass="button button--secondary button--small"
                trigger={
                  <>
                    {text.bulkMenu}
                    <Icon name="down" />
                  </>
                }
                items={DEEDS.map((name) => ({
                  kind: "action",
                  label: text.bulk[name],
                  isDanger: name === "remove",
                  onSelect: () => setDeed(name),
                }))}
              />
            </span>
            <Button variant="quiet" isSmall icon="close" onClick={() => props.choice.setAll(false)}>
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
      </Show>
      {/* Stays open when the chosen monitors no longer match the filter. */}
      <Show when={deed()} keyed>
        {(name) => (
          <BulkDialog
            deed={name}
            ids={ids()}
            isAll={props.choice.isAll()}
            onDone={() => name === "remove" && props.choice.setAll(false)}
            onClose={() => setDeed(undefined)}
          />
        )}
      </Show>
    </>
  );
}
