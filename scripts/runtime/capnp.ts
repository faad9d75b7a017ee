/** What a configuration of workerd is made of. */
export type Value =
  | string
  | number
  | boolean
  | typeof NOTHING
  | Embedded
  | readonly Value[]
  | { readonly [field: string]: Value };

/** The value of a field that says all it has to by being there. */
export const NOTHING = Symbol("void");

class Embedded {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** The text of a file, by its path below the folder that workerd is told to look in. */
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

/** The whole of it as a file that workerd reads. */
export function formatConfig(config: Value): string {
  return [
    // Every file of this format has a number of its own.
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
