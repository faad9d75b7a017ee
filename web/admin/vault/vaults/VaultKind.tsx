import { Show } from "solid-js";
import type { Vault } from "../../../../src/schema/vault.ts";
import { text } from "../../text/vault.ts";

export function VaultKind(props: { vault: Vault }) {
  return (
    <span class="table__main">
      <span>{text.kinds[props.vault.kind]}</span>
      <Show when={props.vault.kind !== "local"}>
        <span class="small soft break">
          {String(props.vault.settings["address"] ?? props.vault.settings["agentKey"] ?? "")}
        </span>
      </Show>
    </span>
  );
}
