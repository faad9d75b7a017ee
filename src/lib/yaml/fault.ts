export class YamlFault extends Error {}
