import { MASK } from "../../../../src/lib/mask.ts";
import type { Vault, VaultSecret } from "../../../../src/schema/vault.ts";
import { ApiError } from "../../../lib/api.ts";
import { type Edited, readTimeout } from "../../../lib/edit.ts";
import { listVaultSecrets } from "../../api/vault.ts";
import { text as vaultText } from "../../text/vault.ts";

export const text = vaultText.secrets;

export const NAMES = { userpass: ["user", "password"], value: ["value"] } as const;

export interface SecretFormValues {
  name: string;
  type: VaultSecret["type"];
  path: string;
  values: readonly (readonly [name: string, value: string])[];
}

export function editOf(vault: Vault, stored: VaultSecret): Edited<SecretFormValues, VaultSecret> {
  return {
    stored,
    async read() {
      const found = (await listVaultSecrets(readTimeout(), vault.id)).find(({ id }) => id === stored.id);
      if (!found) throw new ApiError(404, { error: vaultText.missing });
      return found;
    },
    toValues: valuesOf,
    labels: { name: text.name, type: text.type, path: text.path, values: text.values },
    describe: { values: (pairs: SecretFormValues["values"]) => pairs.map(([name]) => name).join(", ") },
  };
}

export function valuesOf(stored: VaultSecret | null): SecretFormValues {
  if (!stored) return { name: "", type: "userpass", path: "", values: emptyValues("userpass") };
  const { name, type, path = "" } = stored;
  const fields = type === "json" ? stored.fields : NAMES[type];
  return { name, type, path, values: fields.map((field) => [field, MASK]) };
}

export function emptyValues(type: VaultSecret["type"]): SecretFormValues["values"] {
  const names: readonly string[] = type === "json" ? [""] : NAMES[type];
  return names.map((name) => [name, ""]);
}

export function valueIn(pairs: SecretFormValues["values"], name: string): string {
  return pairs.find(([own]) => own === name)?.[1] ?? "";
}
