import { Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import type { CreatedApiToken } from "../../api/api_token.ts";
import { text } from "../../text/api_token.ts";
import { curlOf } from "./permission_choice.ts";

/** The token can't be shown again, so only its own button closes the dialog. */
export function NewTokenDialog(props: { token: CreatedApiToken; onClose: () => void }) {
  return (
    <Dialog title={text.shownTitle(props.token.name)} isHeld onClose={() => props.onClose()}>
      <p class="soft">{text.shownLead}</p>
      <CopyField label={text.token} value={props.token.token} />
      <Show when={curlOf(props.token)}>{(curl) => <CopyField label={text.tryIt} value={curl()} />}</Show>
      <div class="dialog__actions">
        <Button variant="primary" onClick={() => props.onClose()}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  );
}
