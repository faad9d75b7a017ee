export const VAULT_KINDS = ["local", "hashicorp", "agent"] as const;
export type VaultKind = (typeof VAULT_KINDS)[number];

export const VAULT_SECRET_TYPES = ["userpass", "value", "json"] as const;
export type VaultSecretType = (typeof VAULT_SECRET_TYPES)[number];

export type VaultValues = Readonly<Record<string, string>>;
