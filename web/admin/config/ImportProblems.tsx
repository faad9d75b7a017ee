import { For, Show } from "solid-js";
import type { ApiError } from "../../lib/api.ts";
import { Notice } from "../../ui/Notice.tsx";
import { text } from "../text/config.ts";

export function ImportProblems(props: { error: ApiError }) {
  return (
    <Notice tone="bad">
      <Show when={props.error.problems.length > 0} fallback={<p>{props.error.message}</p>}>
        <strong>{text.problems(props.error.problems.length)}</strong>
        <ul class="problems plain">
          <For each={props.error.problems}>
            {(problem) => (
              <li>
                <code>{problem.path}</code>
                <span>{problem.message}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Notice>
  );
}
