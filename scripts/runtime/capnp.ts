export type Value =
  | string
  | number
  | boolean
  | typeof NOTHING
  | Embedded
  | readonly Value[]
  | { readonly [field: string]: Value };

export const NOTHING = Symbol("void");

class Embedded {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

export function embed(path: string): Embedded {
  return new Embedded(path);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

export function formatConfig(config: Value): string {
  return [
    // Every Cap'n Proto file needs its own id.
    "@0xd1a7c0de5e4f1e57;",
    'using Workerd = import "/workerd/workerd.capnp";',
    `const config :Workerd.Config = ${formatValue(config)};`,
    "",
  ].join("\n");
}

function formatValue(value: Value): string {
  if (typeof value === "string") return quote(value);
  if (value === NOTHING) return "void";
  if (value instanceof Embedded) return `embed ${quote(value.path)}`;
  if (Array.isArray(value)) return `[${value.map(formatValue).join(", ")}]`;
  if (typeof value !== "object") return String(value);
  const fields = Object.entries(value).map(([name, own]) => `${name} = ${formatValue(own)}`);
  return `(${fields.join(", ")})`;
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\\n\r\t]/g, (char) => ESCAPES[char] ?? char)}"`;
}
