import { createSignal, For, onCleanup } from "solid-js";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { CopyButton } from "../../../ui/CopyField.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { SecretDialog } from "../../../ui/SecretDialog.tsx";
import { text } from "../../text/account.ts";
import "./account.css";

export function RecoveryCodesDialog(props: { codes: readonly string[]; onClose: () => void }) {
  const [isSaved, setIsSaved] = createSignal(false);
  const lines = () => `${props.codes.join("\n")}\n`;
  const file = URL.createObjectURL(new Blob([lines()], { type: "text/plain" }));
  onCleanup(() => URL.revokeObjectURL(file));

  return (
    <SecretDialog
      title={text.recovery.title}
      lead={text.recovery.lead}
      done={text.recovery.done}
      isDisabled={!isSaved()}
      onClose={() => props.onClose()}
    >
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
    </SecretDialog>
  );
}
