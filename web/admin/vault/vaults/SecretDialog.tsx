import { Match, Switch } from "solid-js";
import { variablesOf } from "../../../../src/domain/vault/own_reference.ts";
import type { Vault, VaultSecret } from "../../../../src/schema/vault.ts";
import { createForm } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { NameField } from "../../../ui/NameField.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { createVaultSecret, type SecretWrite, updateVaultSecret } from "../../api/vault.ts";
import { ValueFields } from "./SecretValueFields.tsx";
import { editOf, emptyValues, text, valuesOf } from "./secret_values.ts";

const TYPES = (["userpass", "value", "json"] as const).map((value) => ({
  value,
  label: text.types[value],
  hint: text.typeHints[value],
}));

/** Stored values can't be read: each is shown as a mask. */
export function SecretDialog(props: {
  vault: Vault;
  stored: VaultSecret | null;
  onClose: () => void;
  onDone: (secret: VaultSecret) => void;
}) {
  const stored = props.stored;
  const vault = props.vault;
  const form = createForm(
    valuesOf(stored),
    async ({ name, type, path, values }, sent) => {
      const content = { local: { values: Object.fromEntries(values) }, hashicorp: { path }, agent: {} };
      const body: SecretWrite = { name, type, ...content[vault.kind] };
      props.onDone(
        stored
          ? await updateVaultSecret(vault.id, { id: stored.id, ...sent.all(body) })
          : await createVaultSecret(vault.id, body),
      );
    },
    { edit: stored ? editOf(vault, stored) : undefined, isPassing: true },
  );
  const title = () => (stored ? text.editTitle(stored.name) : text.newTitle);

  const types = vault.kind === "agent" ? TYPES.filter(({ value }) => value !== "json") : TYPES;

  function chooseType(type: VaultSecret["type"]): void {
    form.set("type")(type);
    form.set("values")(type === stored?.type ? valuesOf(stored).values : emptyValues(type));
  }

  return (
    <FormDialog
      form={form}
      title={title()}
      submit={stored ? text.save : text.create}
      onClose={() => props.onClose()}
    >
      <NameField form={form} name="name" label={text.name} placeholder={text.namePlaceholder} />
      <Choices legend={text.type} value={form.values.type} choices={types} onChange={chooseType} />
      <Switch>
        <Match when={vault.kind === "hashicorp"}>
          <Field label={text.path} hint={text.pathHint} error={form.problem("path")}>
            <TextInput
              value={form.values.path}
              autocomplete="off"
              spellcheck={false}
              isMono
              onInput={form.set("path")}
            />
          </Field>
        </Match>
        <Match when={vault.kind === "local"}>
          <ValueFields form={form} />
          <p class="small soft">{text.once}</p>
        </Match>
        <Match when={vault.kind === "agent"}>
          <p class="small soft break">{text.onAgent(variablesOf(form.values.name, form.values.type))}</p>
        </Match>
      </Switch>
    </FormDialog>
  );
}
