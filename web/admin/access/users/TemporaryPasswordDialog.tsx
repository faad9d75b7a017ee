import { Button } from "../../../ui/Button.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { text } from "../../text/user.ts";

/** The password can't be shown again, so only its own button closes the dialog. */
export function TemporaryPasswordDialog(props: { title: string; password: string; onClose: () => void }) {
  return (
    <Dialog title={props.title} isHeld onClose={() => props.onClose()}>
      <p class="soft">{text.shown.lead}</p>
      <CopyField label={text.shown.label} value={props.password} />
      <div class="dialog__actions">
        <Button variant="primary" onClick={() => props.onClose()}>
          {text.shown.done}
        </Button>
      </div>
    </Dialog>
  );
}
