/** The config of a monitor, a channel or an action, as stored or sent. */
export type Config = Readonly<Record<string, unknown>>;

/** Where in a config a secret stands. */
export type SecretPath = readonly string[];
