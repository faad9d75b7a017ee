import { Match, Switch } from "solid-js";
import type { Action } from "../../../src/schema/action.ts";
import { navigate } from "../../lib/router.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { showToast } from "../../ui/toast.ts";
import { removeAction } from "../api/action.ts";
import { text } from "../text/action.ts";
import { countOf } from "./action_cells.tsx";
import { RunDialog } from "./RunDialog.tsx";

export function ActionDialogs(props: {
  running: Action | undefined;
  removing: Action | undefined;
  onClose: () => void;
  onRemoved: () => void;
}) {
  return (
    <Switch>
      <Match when={props.running}>
        {(action) => (
          <RunDialog
            action={action()}
            onClose={() => props.onClose()}
            onDone={(run) => navigate(`/admin/actions/runs?run=${run.id}`)}
          />
        )}
      </Match>
      <Match when={props.removing}>
        {(action) => (
          <ConfirmDialog
            title={text.removeTitle(action().name)}
            lead={text.removeLead}
            ends={text.removeEnds(countOf(action().monitors))}
            confirm={text.remove}
            onClose={() => props.onClose()}
            onConfirm={async () => {
              const { id, name } = action();
              await removeAction(id);
              props.onClose();
              props.onRemoved();
              showToast(text.removed(name));
            }}
          />
        )}
      </Match>
    </Switch>
  );
}
