import { type JSX, Show } from "solid-js";
import { CopyButton } from "./CopyField.tsx";

export function CopySheet(props: { label: string; value: string; note?: JSX.Element }) {
  return (
    <div class="stack stack--tight">
      <section class="sheet" aria-label={props.label} tabindex={0}>
        <pre>{props.value}</pre>
      </section>
      <Show when={props.note}>
        <p class="small soft">{props.note}</p>
      </Show>
      <div>
        <CopyButton value={props.value} of={props.label} />
      </div>
    </div>
  );
}
