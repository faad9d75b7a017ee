import { Show } from "solid-js";
import type { Vault } from "../../../../src/schema/vault.ts";
import { VAULT_KINDS } from "../../../../src/schema/vault_secret.ts";
import { createForm } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { NameField } from "../../../ui/NameField.tsx";
import { createVault, updateVault } from "../../api/vault.ts";
import { text } from "../../text/vault.ts";
import { AgentVaultFields } from "./AgentVaultFields.tsx";
import { HashicorpFields } from "./HashicorpFields.tsx";
import { editOf, toSent, valuesOf } from "./vault_values.ts";

const KINDS = VAULT_KINDS.map((value) => ({
  value,
  label: text.kinds[value],
  hint: text.kindHints[value],
}));

export function VaultDialog(props: {
  stored: Vault | null;
  onClose: () => void;
  onDone: (vault: Vault) => void;
}) {
  const stored = props.stored;
  const form = createForm(
    valuesOf(stored),
    async (values, sent) => {
      const body = toSent(values);
      props.onDone(stored ? await updateVault(stored.id, sent.only(body)) : await createVault(body));
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  const title = () => (stored ? text.editTitle(stored.name) : text.newTitle);
  return (
    <FormDialog
      form={form}
      title={title()}
      submit={stored ? text.save : text.create}
      onClose={() => props.onClose()}
    >
      <NameField form={form} name="name" label={text.name} placeholder={text.namePlaceholder} />
      <Show when={!stored}>
        <Choices legend={text.kind} value={form.values.kind} choices={KINDS} onChange={form.set("kind")} />
      </Show>
      <Show when={form.values.kind === "hashicorp"}>
        <HashicorpFields form={form} />
      </Show>
      <Show when={form.values.kind === "agent"}>
        <AgentVaultFields form={form} />
      </Show>
    </FormDialog>
  );
}
