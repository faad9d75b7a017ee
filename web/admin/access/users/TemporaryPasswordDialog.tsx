import { CopyField } from "../../../ui/CopyField.tsx";
import { SecretDialog } from "../../../ui/SecretDialog.tsx";
import { text } from "../../text/user.ts";

export function TemporaryPasswordDialog(props: { title: string; password: string; onClose: () => void }) {
  return (
    <SecretDialog
      title={props.title}
      lead={text.shown.lead}
      done={text.shown.done}
      onClose={() => props.onClose()}
    >
      <CopyField label={text.shown.label} value={props.password} />
    </SecretDialog>
  );
}
