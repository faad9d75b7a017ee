import { For } from "solid-js";
import { Badge } from "../../../ui/Badge.tsx";
import { text as vaultText } from "../../text/vault.ts";

export const text = vaultText.secrets;

export function FieldNames(props: { names: readonly string[] }) {
  return (
    <span class="row">
      <For each={props.names} fallback={<span class="soft">{text.noFields}</span>}>
        {(name) => (
          <Badge>
            <code>{name}</code>
          </Badge>
        )}
      </For>
    </span>
  );
}
