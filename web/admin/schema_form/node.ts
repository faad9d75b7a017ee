export interface SchemaNode {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  examples?: readonly unknown[];
  enum?: readonly unknown[];
  const?: unknown;
  format?: string;
  writeOnly?: boolean;
  deprecated?: boolean;
  maxLength?: number;
  contentMediaType?: string;
  "x-labels"?: Readonly<Record<string, string>>;
  /** Only shown while the neighbouring settings have one of these values. */
  "x-shownWhen"?: Readonly<Record<string, readonly unknown[]>>;
  /** Only shown while the neighbouring setting of this name is filled in. */
  "x-shownWith"?: string;
  /** On a vault reference: the neighbouring fields that its secret fills. */
  "x-fills"?: { user?: string; secret: string };
  properties?: Readonly<Record<string, SchemaNode>>;
  required?: readonly string[];
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode;
  oneOf?: readonly SchemaNode[];
  anyOf?: readonly SchemaNode[];
}

type Kind =
  | "hidden"
  | "choice"
  | "switch"
  | "number"
  | "secret"
  | "area"
  | "code"
  | "text"
  | "pairs"
  | "group"
  | "union"
  | "list"
  | "lines";

/** A filled-in setting stays visible even when the others make it useless. */
export function isShown(
  name: string,
  { properties = {} }: SchemaNode,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const wanted = Object.entries(properties[name]?.["x-shownWhen"] ?? {});
  const isWanted = wanted.every(([other, of]) => of.includes(values[other] ?? properties[other]?.default));
  const companion = properties[name]?.["x-shownWith"];
  if (isWanted && (companion === undefined || Boolean(values[companion]))) return true;
  return Boolean(values[name] && values[name] !== properties[name]?.default);
}

const AREA_LENGTH = 2000;

export function kindOf(node: SchemaNode): Kind {
  if (node.deprecated || "const" in node) return "hidden";
  if (node.enum) return "choice";
  if (node.oneOf) return "union";
  if (node.contentMediaType) return "code";
  if (node.anyOf) return kindOfAny(node.anyOf);
  switch (node.type) {
    case "boolean":
      return "switch";
    case "integer":
    case "number":
      return "number";
    case "array":
      return node.items?.type === "string" || node.items?.type === "integer" ? "lines" : "list";
    case "object":
      return node.properties ? "group" : "pairs";
  }
  if (node.writeOnly || node.format === "password") return "secret";
  return (node.maxLength ?? 0) > AREA_LENGTH && node.format !== "uri" ? "area" : "text";
}

function kindOfAny(alternatives: readonly SchemaNode[]): Kind {
  const types = new Set(alternatives.map(({ type }) => type));
  types.delete("null");
  const isNumber = [...types].every((type) => type === "integer" || type === "number");
  return isNumber ? "number" : "text";
}

export function takesNumbers({ anyOf = [] }: SchemaNode): boolean {
  return anyOf.some(({ type }) => type === "integer");
}

function defaultOf(node: SchemaNode): unknown {
  if (kindOf(node) === "group") return { ...defaultsOf(node), ...(node.default as object | undefined) };
  return node.default ?? node.const;
}

export function defaultsOf({ properties = {}, required = [] }: SchemaNode): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, node] of Object.entries(properties)) {
    const isNeeded = node.default !== undefined || required.includes(name);
    const value = isNeeded && !node.deprecated ? defaultOf(node) : undefined;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

export function discriminatorOf({ oneOf = [] }: SchemaNode): string {
  const entries = Object.entries(oneOf[0]?.properties ?? {});
  return entries.find(([, node]) => "const" in node)?.[0] ?? "";
}

export function branchOf(node: SchemaNode, value: unknown): SchemaNode | undefined {
  const discriminator = discriminatorOf(node);
  const chosen = (value as Record<string, unknown> | undefined)?.[discriminator];
  return (
    node.oneOf?.find(({ properties }) => properties?.[discriminator]?.const === chosen) ?? node.oneOf?.[0]
  );
}

export function emptyOf({ anyOf = [] }: SchemaNode): null | undefined {
  return anyOf.some(({ type }) => type === "null") ? null : undefined;
}
