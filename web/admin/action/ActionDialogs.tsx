import { Show } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import { navigate } from "../../lib/router.ts";
import { RemoveDialog } from "../../ui/RemoveDialog.tsx";
import { removeAction } from "../api/action.ts";
import { text } from "../text/action.ts";
import { runnersOf } from "./action_cells.tsx";
import { RunDialog } from "./RunDialog.tsx";

export function ActionDialogs(props: {
  running: Action | undefined;
  removing: Action | undefined;
  onClose: () => void;
  onRemoved: () => void;
}) {
  return (
    <>
      <Show when={props.running}>
        {(action) => (
          <RunDialog
            action={action()}
            onClose={() => props.onClose()}
            onDone={(run) => navigate(`/admin/actions/runs?run=${run.id}`)}
          />
        )}
      </Show>
      <RemoveDialog
        what={props.removing}
        ends={({ monitors }) => text.removeEnds(runnersOf(monitors))}
        words={text}
        remove={({ id }) => removeAction(id)}
        onClose={() => props.onClose()}
        onRemoved={() => props.onRemoved()}
      />
    </>
  );
}
