import { createMemo, Show } from "solid-js";
import { createLoad } from "../../lib/load.ts";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { listVaultReferences } from "../api/vault.ts";
import { text } from "../text/schema_form.ts";
import { problemIn, type SchemaFieldProps, useSchemaForm } from "./context.ts";

interface Reference {
  vault: string;
  secret: string;
}

/** Picks a secret by its names; nobody sees what is in it. Not there while no vault has any. */
export function VaultField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  const found = createLoad(listVaultReferences);
  const value = () => props.value as Reference | undefined;
  const references = createMemo((): Reference[] => {
    const known = (found.data() ?? []).flatMap(({ name, secrets }) =>
      secrets.map((secret) => ({ vault: name, secret: secret.name })),
    );
    const own = value();
    return own && !known.some((one) => keyOf(one) === keyOf(own)) ? [...known, own] : known;
  });
  return (
    <Show when={references().length > 0}>
      <Field label={text.vault.label} hint={text.vault.hint} error={problemIn(form.problems(), props.path)}>
        <Select
          value={keyOf(value())}
          options={[
            { value: "", label: text.vault.none },
            ...references().map((one) => ({
              value: keyOf(one),
              label: text.vault.secret(one.vault, one.secret),
            })),
          ]}
          onChange={(chosen) => {
            // What is chosen again keeps its mapping of fields.
            if (chosen === keyOf(value())) return;
            props.onChange(references().find((one) => keyOf(one) === chosen));
          }}
        />
      </Field>
    </Show>
  );
}

function keyOf(reference: Reference | undefined): string {
  return reference ? JSON.stringify([reference.vault, reference.secret]) : "";
}
