import { createMemo, For, Show } from "solid-js";
import { placedMonitors } from "../../../../src/domain/page/layout.ts";
import type { AnyNode } from "../../../../src/domain/page/layout_edit.ts";
import type { LayoutTree, PlaceableMonitor } from "../../../../src/schema/layout.ts";
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

export function AddPanel() {
  const { monitors } = useBuilder();
  return (
    <div class="stack">
      <LastAdded />
      <ul class="kinds plain" aria-label={text.addTo}>
        <For each={SIMPLE}>
          {(kind) => (
            <li>
              <button type="button" class="kinds__one" {...placeBy((tree) => makeNode(tree, kind))}>
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
        <MonitorsToAdd />
      </Show>
    </div>
  );
}

function MonitorsToAdd() {
  const { builder, monitors, search, setSearch } = useBuilder();
  const found = createMemo(() => {
    const words = search().toLowerCase().split(/\s+/).filter(Boolean);
    return monitors.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  });
  const placed = createMemo(() => new Set(placedMonitors(builder.tree()).map(({ id }) => id)));
  return (
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
          {(monitor) => <MonitorToAdd monitor={monitor} isPlaced={placed().has(monitor.id)} />}
        </For>
        <Show when={found().length > MOST_SHOWN}>
          <li class="small soft kinds__none">{uiText.more(found().length - MOST_SHOWN)}</li>
        </Show>
      </ul>
    </div>
  );
}

function MonitorToAdd(props: { monitor: PlaceableMonitor; isPlaced: boolean }) {
  const place = (kind: "monitor" | "chart") => placeBy((tree) => makeNode(tree, kind, props.monitor.id));
  return (
    <li class="kinds__row">
      <button
        type="button"
        class="kinds__one"
        title={text.addNamed(text.asCard(props.monitor.name))}
        {...place("monitor")}
      >
        <Icon name={ICONS.monitor} />
        <span class="break">{props.monitor.name}</span>
        <span class="kinds__placed" title={props.isPlaced ? text.placed : undefined}>
          <Show when={props.isPlaced}>
            <Icon name="check" />
            <span class="visually-hidden">{text.placed}</span>
          </Show>
        </span>
      </button>
      <Show when={props.monitor.hasResponseTime}>
        <Button
          variant="quiet"
          isSmall
          icon="chart"
          label={text.addNamed(text.asChart(props.monitor.name))}
          {...place("chart")}
        />
      </Show>
    </li>
  );
}

function placeBy(make: (tree: LayoutTree) => AnyNode) {
  const { builder, drag, add } = useBuilder();
  return {
    onPointerDown: (event: PointerEvent) =>
      event.pointerType !== "touch" && drag.begin(event, make(builder.tree())),
    onClick: () => add(make(builder.tree())),
  };
}
