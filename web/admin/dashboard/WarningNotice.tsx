import { For, Show } from "solid-js";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import { Notice } from "../../ui/Notice.tsx";
import { text } from "../text/dashboard.ts";

export function WarningNotice(props: { warnings: Dashboard["warnings"] }) {
  return (
    <Show when={(props.warnings ?? []).length > 0}>
      <Notice tone="warn">
        <For each={props.warnings}>
          {(part) => (
            <p class="break">
              <strong>{part.summary}</strong> {part.advice}
            </p>
          )}
        </For>
        <p>
          <a href="/admin/system">{text.toHealth}</a>
        </p>
      </Notice>
    </Show>
  );
}
