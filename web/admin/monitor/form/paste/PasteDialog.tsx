import { createSignal, For, onMount } from "solid-js";
import { navigate } from "../../../../lib/router.ts";
import { Dialog, DialogActions } from "../../../../ui/Dialog.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { monitors } from "../../../live/monitors.ts";
import { text } from "../../../text/monitor_form.ts";
import type { MonitorValues } from "../values.ts";
import { PastedTargetRow } from "./PastedTargetRow.tsx";
import type { PastedTarget } from "./pasted.ts";
import { createPastedRows } from "./pasted_rows.ts";

export function PasteDialog(props: {
  targets: readonly PastedTarget[];
  values: MonitorValues;
  onClose: () => void;
}) {
  const [isBusy, setIsBusy] = createSignal(false);
  const { rows, change, chosen, testAll, addChosen } = createPastedRows([...props.targets], {
    ...props.values,
  });
  onMount(() => void testAll());

  async function add(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    await addChosen();
    monitors.refresh();
    setIsBusy(false);
    if (chosen().length > 0) return;
    showToast(text.paste.done(rows.filter(({ isAdded }) => isAdded).length));
    navigate("/admin/monitors", { isForced: true });
  }

  return (
    <Dialog title={text.paste.title(rows.length)} isWide isHeld={isBusy()} onClose={() => props.onClose()}>
      <form class="stack" onSubmit={(event) => void add(event)}>
        <p class="soft">{text.paste.lead}</p>
        <ul class="pasted plain">
          <For each={rows}>
            {(row, index) => <PastedTargetRow row={row} onChange={(part) => change(index(), part)} />}
          </For>
        </ul>
        <DialogActions
          submit={text.paste.add(chosen().length)}
          isBusy={isBusy()}
          isDisabled={chosen().length === 0}
          onCancel={() => props.onClose()}
        />
      </form>
    </Dialog>
  );
}
