import { createEffect, createSignal, For, onCleanup } from "solid-js";
import { VirtualRows } from "../../../ui/VirtualRows.tsx";
import { text } from "../../text/monitor.ts";
import type { Choice } from "./choice.ts";
import { GroupRow } from "./GroupRow.tsx";
import { makeGlances } from "./glances.ts";
import type { Line } from "./list_rules.ts";
import { MonitorRow } from "./MonitorRow.tsx";

const WIDE = "(min-width: 60rem)";
/** As in monitors.css: twenty rows and the header fit on a laptop screen. */
const HEIGHTS = { wide: { monitor: 27, group: 30 }, narrow: { monitor: 100, group: 40 } };
const COLUMNS = ["name", "status", "beats", "uptime", "response", "checked", "type"] as const;

export function MonitorList(props: { lines: readonly Line[]; total: number; choice: Choice }) {
  const media = window.matchMedia(WIDE);
  const [isWide, setIsWide] = createSignal(media.matches);
  const follow = () => setIsWide(media.matches);
  media.addEventListener("change", follow);
  const glances = makeGlances();
  onCleanup(() => {
    media.removeEventListener("change", follow);
    glances.stop();
  });

  const chosen = () => props.choice.ids().length;
  const isAll = () => chosen() > 0 && chosen() === props.total;
  const heights = () => (isWide() ? HEIGHTS.wide : HEIGHTS.narrow);

  return (
    <table class="mlist" aria-label={text.title} aria-rowcount={props.lines.length + 1}>
      <thead>
        <tr class="mrow mrow--head" aria-rowindex={1}>
          <th scope="col" class="mrow__choose">
            <input
              type="checkbox"
              aria-label={text.chooseAll}
              checked={isAll()}
              ref={(box) => createEffect(() => (box.indeterminate = chosen() > 0 && !isAll()))}
              onChange={(event) => props.choice.setAll(event.currentTarget.checked)}
            />
          </th>
          <For each={COLUMNS}>
            {(column) => (
              <th scope="col" class={`mrow__${column}`}>
                {text.columns[column]}
              </th>
            )}
          </For>
        </tr>
      </thead>
      <VirtualRows
        class="mlist__rows"
        items={props.lines}
        heightOf={({ kind }) => heights()[kind]}
        onShow={(lines) =>
          glances.want(lines.flatMap((line) => (line.kind === "monitor" ? [line.entry.id] : [])))
        }
      >
        {(line, index) =>
          line.kind === "group" ? (
            <GroupRow line={line} index={index} />
          ) : (
            <MonitorRow
              entry={line.entry}
              index={index}
              isChosen={props.choice.has(line.entry.id)}
              onChoose={(isChosen) => props.choice.set(line.entry.id, isChosen)}
            />
          )
        }
      </VirtualRows>
    </table>
  );
}
