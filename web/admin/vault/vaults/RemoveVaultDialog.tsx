import type { Vault } from "../../../../src/schema/vault.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { removeVault } from "../../api/vault.ts";
import { text } from "../../text/vault.ts";
import { createUsers } from "./users.ts";

export function RemoveVaultDialog(props: { vault: Vault; onClose: () => void; onDone: () => void }) {
  const users = createUsers(() => ({ vault: props.vault.name }));
  return (
    <ConfirmDialog
      title={text.removeTitle(props.vault.name)}
      lead={text.removeLead}
      ends={[text.removeEnds[props.vault.kind], text.uses(users.data())]}
      confirm={text.remove}
      onClose={() => props.onClose()}
      onConfirm={async () => {
        const { id, name } = props.vault;
        await removeVault(id);
        showToast(text.removed(name));
        props.onDone();
      }}
    />
  );
}
