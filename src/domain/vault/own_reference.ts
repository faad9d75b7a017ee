import type { VaultSecretType } from "../../schema/vault_secret.ts";
import type { FieldMapping } from "./reference.ts";

export interface OwnReference {
  vault: string;
  secret: string;
  type: VaultSecretType;
  fieldMapping?: FieldMapping | undefined;
}

const PREFIX = "UPTIDE_SECRET_";

export const SECRET_FIELDS: Readonly<Record<VaultSecretType, readonly string[] | null>> = {
  userpass: ["user", "password"],
  value: ["value"],
  json: null,
};

/** In the environment of an agent: UPTIDE_SECRET_DATABASE_PASSWORD, say. */
export function variableOf(secret: string, field?: string): string {
  return PREFIX + bareVariableOf(secret, field);
}

export function bareVariableOf(secret: string, field?: string): string {
  return [secret, ...(field === undefined ? [] : [field])]
    .map((part) => part.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_"))
    .join("_");
}

export function variablesOf(secret: string, type: VaultSecretType): string[] {
  const fields = type === "userpass" ? (SECRET_FIELDS[type] ?? []) : [undefined];
  return fields.map((field) => variableOf(secret, field));
}
