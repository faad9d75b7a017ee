export type Config = Readonly<Record<string, unknown>>;

export type SecretPath = readonly string[];
