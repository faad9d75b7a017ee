import { createSignal, onCleanup, Show } from "solid-js";
import { areDraftsKept } from "../lib/open_work.ts";
import { askBeforeLeaving } from "../lib/router.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { text } from "./text.ts";

type LeaveWords = Record<"title" | "lead" | "confirm" | "cancel", string>;

export function LeaveGuard(props: { isDirty: () => boolean; words?: LeaveWords }) {
  const words = () => props.words ?? text.leave;
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
          title={words().title}
          lead={words().lead}
          confirm={words().confirm}
          cancel={words().cancel}
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
