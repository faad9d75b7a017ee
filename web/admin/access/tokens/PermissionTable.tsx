import { createUniqueId, For, Show } from "solid-js";
import type { Level, Part, Permission } from "../../../../src/schema/permission.ts";
import { text } from "../../text/api_token.ts";
import { hasLevel, levelIn, PART_NAMES, withLevel } from "./permission_choice.ts";
import "./tokens.css";

const LEVELS = [null, "read", "write"] as const;

export function PermissionTable(props: {
  permissions: readonly Permission[];
  onChange: (permissions: Permission[]) => void;
}) {
  return (
    <table class="table table--grid permissions">
      <caption class="visually-hidden">{text.permissions}</caption>
      <thead>
        <tr>
          <th scope="col">{text.part}</th>
          <For each={LEVELS}>{(level) => <th scope="col">{text[level ?? "none"]}</th>}</For>
        </tr>
      </thead>
      <tbody>
        <For each={PART_NAMES}>
          {(part) => (
            <PartRow
              part={part}
              level={levelIn(props.permissions, part)}
              onChange={(level) => props.onChange(withLevel(props.permissions, part, level))}
            />
          )}
        </For>
      </tbody>
    </table>
  );
}

function PartRow(props: { part: Part; level: Level | null; onChange: (level: Level | null) => void }) {
  const name = createUniqueId();
  const { label, covers } = text.parts[props.part];
  return (
    <tr>
      <th scope="row">
        {label}
        <span class="permissions__covers">{covers}</span>
      </th>
      <For each={LEVELS}>
        {(level) => (
          <td>
            <Show when={level === null || hasLevel(props.part, level)}>
              <input
                type="radio"
                name={name}
                checked={props.level === level}
                aria-label={text.levelOf(label, text[level ?? "none"])}
                onChange={() => props.onChange(level)}
              />
            </Show>
          </td>
        )}
      </For>
    </tr>
  );
}
