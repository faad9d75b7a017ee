import { For, Show } from "solid-js";
import { createLoad } from "../../lib/load.ts";
import { listPages } from "../api/page.ts";
import { OverallBadge } from "../page/pages/OverallBadge.tsx";
import { pathOf, ROOT } from "../page/pages/paths.ts";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";

export default function PagesCard() {
  const load = createLoad(listPages);
  return (
    <Show when={load.data()}>
      <BoardCard title={text.pages} link={{ href: ROOT, label: text.pagesAll }}>
        <ul class="lines plain">
          <For each={load.data()}>
            {({ key, name, overall }) => (
              <li>
                <a href={pathOf(key, "settings")}>{name}</a>
                <OverallBadge overall={overall} />
              </li>
            )}
          </For>
        </ul>
      </BoardCard>
    </Show>
  );
}
