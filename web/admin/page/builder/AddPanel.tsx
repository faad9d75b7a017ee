import { createMemo, For, Show } from "solid-js";
import { placedMonitors } from "../../../../src/domain/page/layout.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text as uiText } from "../../../ui/text.ts";
import { text } from "../../text/page_builder.ts";
import { useBuilder } from "./context.ts";
import { ICONS, makeNode } from "./kinds.ts";
import { LastAdded } from "./LastAdded.tsx";
import "./add_panel.css";

const SIMPLE = ["group", "text", "divider", "incidents"] as const;
const MOST_SHOWN = 40;

/** What there is to place: blocks of every kind, and the monitors. */
export function AddPanel() {
  const { builder, drag, add, monitors, search, setSearch } = useBuilder();
  const found = createMemo(() => {
    const words = search().toLowerCase().split(/\s+/).filter(Boolean);
    return monitors.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  });
  const placed = createMemo(() => new Set(placedMonitors(builder.tree()).map(({ id }) => id)));
  return (
    <div class="stack">
      <LastAdded />
      <ul class="kinds plain" aria-label={text.addTo}>
        <For each={SIMPLE}>
          {(kind) => (
            <li>
              <button
                type="button"
                class="kinds__one"
                onPointerDown={(event) =>
                  event.pointerType !== "touch" && drag.begin(event, makeNode(builder.tree(), kind))
                }
                onClick={() => add(makeNode(builder.tree(), kind))}
              >
                <Icon name={ICONS[kind]} />
                <span>
                  {text.kinds[kind]}
                  <span class="kinds__hint">{text.hints[kind]}</span>
                </span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={monitors.length > 0}>
        <div class="stack stack--tight">
          <Field label={text.addMonitors}>
            <TextInput
              type="search"
              autocomplete="off"
              placeholder={text.search}
              value={search()}
              onInput={setSearch}
            />
          </Field>
          <ul class="kinds kinds--monitors plain" aria-label={text.addMonitors}>
            <For
              each={found().slice(0, MOST_SHOWN)}
              fallback={<li class="small soft kinds__none">{text.noMatch}</li>}
            >
              {(monitor) => (
                <li class="kinds__row">
                  <button
                    type="button"
                    class="kinds__one"
                    title={text.addNamed(text.asCard(monitor.name))}
                    onPointerDown={(event) =>
                      event.pointerType !== "touch" &&
                      drag.begin(event, makeNode(builder.tree(), "monitor", monitor.id))
                    }
                    onClick={() => add(makeNode(builder.tree(), "monitor", monitor.id))}
                  >
                    <Icon name={ICONS.monitor} />
                    <span class="break">{monitor.name}</span>
                    <span class="kinds__placed" title={placed().has(monitor.id) ? text.placed : undefined}>
                      <Show when={placed().has(monitor.id)}>
                        <Icon name="check" />
                        <span class="visually-hidden">{text.placed}</span>
                      </Show>
                    </span>
                  </button>
                  <Show when={monitor.hasResponseTime}>
                    <Button
                      variant="quiet"
                      isSmall
                      icon="chart"
                      label={text.addNamed(text.asChart(monitor.name))}
                      onPointerDown={(event) =>
                        event.pointerType !== "touch" &&
                        drag.begin(event, makeNode(builder.tree(), "chart", monitor.id))
                      }
                      onClick={() => add(makeNode(builder.tree(), "chart", monitor.id))}
                    />
                  </Show>
                </li>
              )}
            </For>
            <Show when={found().length > MOST_SHOWN}>
              <li class="small soft kinds__none">{uiText.more(found().length - MOST_SHOWN)}</li>
            </Show>
          </ul>
        </div>
      </Show>
    </div>
  );
}
