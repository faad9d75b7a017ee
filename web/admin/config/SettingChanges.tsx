import { For, Show } from "solid-js";
import { text } from "../text/config.ts";
import type { SettingChange } from "./setting_changes.ts";

const LONGEST = 120;

export function SettingChanges(props: { changes: readonly SettingChange[] }) {
  return (
    <ul class="setting-changes">
      <For each={props.changes}>
        {(change) => (
          <li>
            <span class="mono strong break">{change.path}</span>
            <Show
              when={!change.isSecret}
              fallback={<span class="small soft">{text.result.secretChanged}</span>}
            >
              <Value kind="before" value={change.before} />
              <Value kind="after" value={change.after} note={change.isDefault ? text.result.isDefault : ""} />
            </Show>
          </li>
        )}
      </For>
    </ul>
  );
}

function Value(props: { kind: "before" | "after"; value: unknown; note?: string }) {
  const words = () => {
    const written = JSON.stringify(props.value) ?? "";
    return written.length > LONGEST ? `${written.slice(0, LONGEST - 1)}…` : written;
  };
  return (
    <Show when={props.value !== undefined}>
      <span class={`setting-changes__${props.kind}`}>
        <span class="small soft">{text.result[props.kind]}</span>
        <span class="mono break">{words()}</span>
        <Show when={props.note}>
          <span class="small soft">{props.note}</span>
        </Show>
      </span>
    </Show>
  );
}
