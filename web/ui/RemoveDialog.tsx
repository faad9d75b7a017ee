import { Show } from "solid-js";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { showToast } from "./toast.ts";

interface Words {
  removeTitle: (name: string) => string;
  removeLead: string;
  remove: string;
  removed: (name: string) => string;
}

export function RemoveDialog<T extends { name: string }>(props: {
  what: T | undefined;
  words: Words;
  ends: (what: T) => readonly string[];
  remove: (what: T) => Promise<unknown>;
  onClose: () => void;
  onRemoved: () => void;
}) {
  return (
    <Show when={props.what}>
      {(what) => (
        <ConfirmDialog
          title={props.words.removeTitle(what().name)}
          lead={props.words.removeLead}
          ends={props.ends(what())}
          confirm={props.words.remove}
          onClose={() => props.onClose()}
          onConfirm={async () => {
            const removed = what();
            await props.remove(removed);
            props.onClose();
            props.onRemoved();
            showToast(props.words.removed(removed.name));
          }}
        />
      )}
    </Show>
  );
}
