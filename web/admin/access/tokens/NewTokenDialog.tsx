import { Show } from "solid-js";
import { CopyField } from "../../../ui/CopyField.tsx";
import { SecretDialog } from "../../../ui/SecretDialog.tsx";
import type { CreatedApiToken } from "../../api/api_token.ts";
import { text } from "../../text/api_token.ts";
import { curlOf } from "./permission_choice.ts";

export function NewTokenDialog(props: { token: CreatedApiToken; onClose: () => void }) {
  return (
    <SecretDialog
      title={text.shownTitle(props.token.name)}
      lead={text.shownLead}
      done={text.done}
      onClose={() => props.onClose()}
    >
      <CopyField label={text.token} value={props.token.token} />
      <Show when={curlOf(props.token)}>{(curl) => <CopyField label={text.tryIt} value={curl()} />}</Show>
    </SecretDialog>
  );
}
