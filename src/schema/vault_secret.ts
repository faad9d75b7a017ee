export const VAULT_SECRET_TYPES = ["userpass", "value", "json"] as const;
export type VaultSecretType = (typeof VAULT_SECRET_TYPES)[number];

/** A secret's fields in the clear. */
export type VaultValues = Readonly<Record<string, string>>;
