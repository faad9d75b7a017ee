import { createMemo, For, Show } from "solid-js";
import { TagMark } from "../../ui/TagMark.tsx";
import { STATUS_TONES } from "../live/status_look.ts";
import { text } from "../text/dashboard.ts";
import { text as monitorText } from "../text/monitor.ts";
import { BoardCard } from "./BoardCard.tsx";
import type { LiveBoard } from "./board.ts";
import { stripsOf, type TagStrip } from "./tag_strips.ts";

export function TagsCard(props: { live: LiveBoard }) {
  const found = createMemo(() => {
    props.live.monitors.round();
    return stripsOf(props.live.monitors.entries());
  });
  return (
    <Show when={found().strips.length > 0}>
      <BoardCard
        title={text.tags}
        link={{ href: "/admin/monitors?group=tag", label: text.tagsAll(found().more) }}
      >
        <ul class="lines plain">
          <For each={found().strips}>
            {(strip) => (
              <li>
                <a class="strip" href={`/admin/monitors?tag=${encodeURIComponent(strip.tag.label)}`}>
                  <TagMark tag={strip.tag} isBare />
                  <Bar strip={strip} />
                  <span class="small soft">{describe(strip)}</span>
                </a>
              </li>
            )}
          </For>
        </ul>
      </BoardCard>
    </Show>
  );
}

function Bar(props: { strip: TagStrip }) {
  return (
    <span class="strip__bar" aria-hidden="true">
      <For each={props.strip.counts}>
        {({ status, count }) => (
          <span class={`strip__part strip__part--${STATUS_TONES[status]}`} style={{ "flex-grow": count }} />
        )}
      </For>
    </span>
  );
}

function describe({ counts }: TagStrip): string {
  const [only] = counts;
  const shown = counts.length > 1 ? counts.filter(({ status }) => status !== "up") : only ? [only] : [];
  return shown
    .map(({ status, count }) => monitorText.inStatus(String(count), monitorText.statuses[status]))
    .join(" · ");
}
