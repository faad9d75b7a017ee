import { createMemo, createSignal, onCleanup } from "solid-js";
import { VirtualRows } from "../../../ui/VirtualRows.tsx";
import { monitors } from "../../live/monitors.ts";
import { isFailing } from "../../live/shown_status.ts";
import { text } from "../../text/monitor.ts";
import type { Choice } from "./choice.ts";
import { GroupRow } from "./GroupRow.tsx";
import { makeGlances } from "./glances.ts";
import type { Line } from "./list_rules.ts";
import { MonitorListHead, type Sorting } from "./MonitorListHead.tsx";
import { MonitorRow } from "./MonitorRow.tsx";

const WIDE = "(min-width: 60rem)";
/** As in monitors.css: twenty rows and the header fit on a laptop screen. */
const HEIGHTS = {
  wide: { monitor: 27, failing: 48, group: 30 },
  narrow: { monitor: 100, failing: 122, group: 40 },
};

export function MonitorList(props: {
  lines: readonly Line[];
  total: number;
  choice: Choice;
  sort: Sorting;
  hasTags: boolean;
}) {
  const media = window.matchMedia(WIDE);
  const [isWide, setIsWide] = createSignal(media.matches);
  const follow = () => setIsWide(media.matches);
  media.addEventListener("change", follow);
  const glances = makeGlances();
  onCleanup(() => {
    media.removeEventListener("change", follow);
    glances.stop();
  });

  const heightOf = createMemo(() => {
    monitors.round();
    const heights = isWide() ? HEIGHTS.wide : HEIGHTS.narrow;
    return (line: Line) =>
      heights[line.kind === "monitor" && isFailing(line.entry.peek()) ? "failing" : line.kind];
  });

  return (
    <table
      class="mlist"
      classList={{ "mlist--untagged": !props.hasTags }}
      aria-label={text.title}
      aria-rowcount={props.lines.length + 1}
    >
      <MonitorListHead total={props.total} choice={props.choice} sort={props.sort} />
      <VirtualRows
        class="mlist__rows"
        items={props.lines}
        heightOf={heightOf()}
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
