import { createSignal, For, onCleanup } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CopyButton } from "../../../ui/CopyField.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { text } from "../../text/account.ts";
import "./account.css";

/** The codes can't be shown again, so only confirming that they are saved closes the dialog. */
export function RecoveryCodesDialog(props: { codes: readonly string[]; onClose: () => void }) {
  const [isSaved, setIsSaved] = createSignal(false);
  const lines = () => `${props.codes.join("\n")}\n`;
  const file = URL.createObjectURL(new Blob([lines()], { type: "text/plain" }));
  onCleanup(() => URL.revokeObjectURL(file));

  return (
    <Dialog title={text.recovery.title} isHeld onClose={() => props.onClose()}>
      <p class="soft">{text.recovery.lead}</p>
      <ul class="codes plain">
        <For each={props.codes}>{(code) => <li>{code}</li>}</For>
      </ul>
      <div class="row">
        <CopyButton value={lines()} />
        <a class="button button--secondary" href={file} download={text.recovery.file}>
          <Icon name="download" />
          {text.recovery.download}
        </a>
      </div>
      <Checkbox label={text.recovery.saved} isChecked={isSaved()} onChange={setIsSaved} />
      <div class="dialog__actions">
        <Button variant="primary" disabled={!isSaved()} onClick={() => props.onClose()}>
          {text.recovery.done}
        </Button>
      </div>
    </Dialog>
  );
}
