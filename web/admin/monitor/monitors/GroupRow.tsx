import type { Accessor } from "solid-js";
import { Show } from "solid-js";
import { Icon } from "../../../ui/Icon.tsx";
import { TagMark } from "../../../ui/TagMark.tsx";
import { text } from "../../text/monitor.ts";
import { isFolded, setGroupFolded } from "./folded_groups.ts";
import type { Line } from "./list_rules.ts";

export function GroupRow(props: { line: Extract<Line, { kind: "group" }>; index: Accessor<number> }) {
  const tag = () => {
    const { label, color } = props.line;
    return color === null ? null : { label, color };
  };
  return (
    <tr class="mrow mrow--group" aria-rowindex={props.index() + 2}>
      <th scope="rowgroup" colSpan={9}>
        <button
          type="button"
          class="mrow__fold"
          aria-expanded={!isFolded(props.line.key)}
          onClick={() => setGroupFolded(props.line.key, !isFolded(props.line.key))}
        >
          <Icon name={isFolded(props.line.key) ? "right" : "down"} />
          <Show when={tag()} fallback={text.noTag}>
            {(own) => <TagMark tag={own()} isBare />}
          </Show>
          <span class="small soft">{text.group(text.monitors(props.line.count), props.line.failing)}</span>
        </button>
      </th>
    </tr>
  );
}
