import { createMemo, Show, useContext } from "solid-js";
import type { z } from "zod";
import type { vaultReference } from "../../../../src/schema/monitor_config.ts";
import { createLoad } from "../../../lib/load.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { listVaultNames } from "../../api/vault.ts";
import { text } from "../../text/vault_picker.ts";
import { VaultReader } from "./vault_reader.ts";

export type VaultReference = z.input<typeof vaultReference>;

export function VaultPicker(props: {
  value: VaultReference | null | undefined;
  onChange: (value: VaultReference | undefined) => void;
  problem?: (part: string) => string | undefined;
}) {
  const found = createLoad(listVaultNames);
  const reader = useContext(VaultReader);
  const secrets = createMemo(() =>
    (found.data() ?? [])
      .filter(({ agentKey }) => agentKey === undefined || agentKey === reader())
      .flatMap((vault) =>
        vault.secrets.map((secret) => ({
          ...secret,
          key: keyOf({ vault: vault.name, secret: secret.name }),
          vault: vault.name,
        })),
      ),
  );
  const chosen = createMemo(() => secrets().find(({ key }) => key === keyOf(props.value)));
  const options = createMemo(() => {
    const known = secrets().map(({ key, vault, name }) => ({ value: key, label: text.secret(vault, name) }));
    const own = props.value;
    const isGone = own && !known.some(({ value }) => value === keyOf(own));
    return isGone ? [...known, { value: keyOf(own), label: text.secret(own.vault, own.secret) }] : known;
  });
  const mapped = () => props.value?.fieldMapping;

  function choose(key: string): void {
    if (key === keyOf(props.value)) return;
    const next = secrets().find((secret) => secret.key === key);
    props.onChange(next && { vault: next.vault, secret: next.name });
  }

  function map(part: "user" | "password", field: string): void {
    if (!props.value) return;
    const { fieldMapping, ...reference } = props.value;
    const { [part]: _, ...others } = fieldMapping ?? {};
    const next = field === "" ? others : { ...others, [part]: field };
    props.onChange({ ...reference, ...(Object.keys(next).length > 0 && { fieldMapping: next }) });
  }

  const mapping = (part: "user" | "password", label: string) => (
    <Field label={label} error={props.problem?.(`fieldMapping.${part}`)}>
      <Select
        value={mapped()?.[part] ?? ""}
        options={[
          { value: "", label: text.automatic },
          ...[...new Set([...(chosen()?.fields ?? []), mapped()?.[part] ?? ""])]
            .filter(Boolean)
            .map((name) => ({ value: name, label: name })),
        ]}
        onChange={(field) => map(part, field)}
      />
    </Field>
  );

  return (
    <Show when={options().length > 0}>
      <Field label={text.label} hint={text.hint} error={props.problem?.("")}>
        <Select
          value={keyOf(props.value)}
          options={[{ value: "", label: text.none }, ...options()]}
          onChange={choose}
        />
      </Field>
      <Show when={chosen()?.type === "json" || mapped()}>
        <div class="fields">
          {mapping("user", text.userField)}
          {mapping("password", text.passwordField)}
        </div>
      </Show>
    </Show>
  );
}

function keyOf(reference: VaultReference | null | undefined): string {
  return reference ? JSON.stringify([reference.vault, reference.secret]) : "";
}
