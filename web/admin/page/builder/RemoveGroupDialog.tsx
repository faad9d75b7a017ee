import { Show } from "solid-js";
import { type AnyNode, membersOf } from "../../../../src/domain/page/layout_edit.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { text } from "../../text/page_builder.ts";
import type { BuilderState } from "./builder_state.ts";
import { useBuilder } from "./context.ts";

const MOST_NAMED = 8;

export function RemoveGroupDialog(props: { state: BuilderState }) {
  const { nameOf } = useBuilder();
  const within = (nodes: readonly AnyNode[]) => nodes.flatMap(membersOf);
  return (
    <Show when={props.state.toConfirm()}>
      {(nodes) => (
        <ConfirmDialog
          title={titleOf(nodes())}
          lead={`${text.removeGroupLead(within(nodes()).length)} ${text.removeGroupAgain}`}
          ends={within(nodes()).map(nameOf).slice(0, MOST_NAMED)}
          confirm={text.remove}
          onClose={() => props.state.setToConfirm(undefined)}
          onConfirm={async () => {
            const confirmed = nodes();
            props.state.setToConfirm(undefined);
            props.state.removeNow(confirmed);
          }}
        />
      )}
    </Show>
  );
}

function titleOf(nodes: readonly AnyNode[]): string {
  const [only, ...others] = nodes;
  if (only?.type === "group" && others.length === 0) return text.removeGroup(only.label);
  return text.many.removeTitle(nodes.length);
}
