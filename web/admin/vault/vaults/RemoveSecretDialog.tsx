import type { Vault, VaultSecret } from "../../../../src/schema/vault.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { removeVaultSecret } from "../../api/vault.ts";
import { text } from "../../text/vault.ts";
import { createUsers } from "./users.ts";

export function RemoveSecretDialog(props: {
  vault: Vault;
  secret: VaultSecret;
  onClose: () => void;
  onDone: (secret: VaultSecret) => void;
}) {
  const users = createUsers(() => ({ vault: props.vault.name, secret: props.secret.name }));
  return (
    <ConfirmDialog
      title={text.secrets.removeTitle(props.secret.name)}
      lead={text.secrets.removeLead}
      ends={[text.uses(users.data())]}
      confirm={text.secrets.remove}
      onClose={() => props.onClose()}
      onConfirm={async () => {
        await removeVaultSecret(props.vault.id, props.secret.id);
        props.onDone(props.secret);
      }}
    />
  );
}
