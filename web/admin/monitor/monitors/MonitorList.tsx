import { createEffect, createSignal, onCleanup } from "solid-js";
import { VirtualRows } from "../../../ui/VirtualRows.tsx";
import { text } from "../../text/monitor.ts";
import { MonitorRow } from "./MonitorRow.tsx";
import type { Entry } from "./store.ts";

const WIDE = "(min-width: 48rem)";
/** As in monitors.css. */
const ROW_HEIGHT = { wide: 64, narrow: 104 };

export function MonitorList(props: {
  entries: readonly Entry[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
}) {
  const media = window.matchMedia(WIDE);
  const [isWide, setIsWide] = createSignal(media.matches);
  const follow = () => setIsWide(media.matches);
  media.addEventListener("change", follow);
  onCleanup(() => media.removeEventListener("change", follow));

  const isAllChosen = () => props.entries.length > 0 && props.entries.every(({ id }) => props.chosen.has(id));

  function choose(id: number, isChosen: boolean): void {
    const next = new Set(props.chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    props.onChoose(next);
  }

  return (
    <table class="mlist" aria-label={text.title} aria-rowcount={props.entries.length + 1}>
      <thead>
        <tr class="mrow mrow--head" aria-rowindex={1}>
          <th scope="col" class="mrow__choose">
            <input
              type="checkbox"
              aria-label={text.chooseAll}
              checked={isAllChosen()}
              ref={(box) => createEffect(() => (box.indeterminate = props.chosen.size > 0 && !isAllChosen()))}
              onChange={(event) =>
                props.onChoose(new Set(event.currentTarget.checked ? props.entries.map(({ id }) => id) : []))
              }
            />
          </th>
          <th scope="col" class="mrow__name">
            {text.columns.name}
          </th>
          <th scope="col" class="mrow__status">
            {text.columns.status}
          </th>
          <th scope="col" class="mrow__type">
            {text.columns.type}
          </th>
          <th scope="col" class="mrow__checked">
            {text.columns.checked}
          </th>
          <th scope="col" class="mrow__response">
            {text.columns.response}
          </th>
        </tr>
      </thead>
      <VirtualRows
        class="mlist__rows"
        items={props.entries}
        rowHeight={isWide() ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow}
      >
        {(entry, index) => (
          <MonitorRow
            entry={entry}
            index={index}
            isChosen={props.chosen.has(entry.id)}
            onChoose={(isChosen) => choose(entry.id, isChosen)}
          />
        )}
      </VirtualRows>
    </table>
  );
}
