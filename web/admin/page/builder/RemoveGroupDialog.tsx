import { Show } from "solid-js";
import { type AnyNode, membersOf } from "../../../../src/domain/page/layout_edit.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { text } from "../../text/page_builder.ts";
import type { BuilderState } from "./builder_state.ts";
import { useBuilder } from "./context.ts";

const MOST_NAMED = 8;

export function RemoveGroupDialog(props: { state: BuilderState }) {
  const { nameOf } = useBuilder();
  return (
    <Show when={props.state.asked()}>
      {(node) => (
        <ConfirmDialog
          title={text.removeGroup(labelOf(node()))}
          lead={`${text.removeGroupLead(membersOf(node()).length)} ${text.removeGroupAgain}`}
          ends={membersOf(node()).map(nameOf).slice(0, MOST_NAMED)}
          confirm={text.remove}
          onClose={() => props.state.setAsked(undefined)}
          onConfirm={async () => {
            const { id } = node();
            props.state.setAsked(undefined);
            props.state.removeNow(id);
          }}
        />
      )}
    </Show>
  );
}

function labelOf(node: AnyNode): string {
  return node.type === "group" ? node.label : "";
}
