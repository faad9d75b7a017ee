import { createSignal, onCleanup, Show } from "solid-js";
import { areDraftsKept } from "../lib/open_work.ts";
import { askBeforeLeaving } from "../lib/router.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { text } from "./text.ts";

export function LeaveGuard(props: { isDirty: () => boolean }) {
  const [asked, setAsked] = createSignal<{ go: () => void }>();
  const release = askBeforeLeaving((go) => {
    if (!props.isDirty()) return false;
    setAsked({ go });
    return true;
  });
  const onUnload = (event: BeforeUnloadEvent) => {
    if (props.isDirty() && !areDraftsKept()) event.preventDefault();
  };
  window.addEventListener("beforeunload", onUnload);
  onCleanup(() => {
    release();
    window.removeEventListener("beforeunload", onUnload);
  });
  return (
    <Show when={asked()}>
      {(found) => (
        <ConfirmDialog
          title={text.leave.title}
          lead={text.leave.lead}
          confirm={text.leave.confirm}
          cancel={text.leave.cancel}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            const { go } = found();
            setAsked(undefined);
            go();
          }}
        />
      )}
    </Show>
  );
}
