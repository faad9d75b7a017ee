/** The text can't be read as YAML, or must not be. */
export class YamlFault extends Error {}
