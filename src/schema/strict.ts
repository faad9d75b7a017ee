import { type ZodType, z } from "zod";

type Def = Record<string, unknown> & { type: string };

const made = new WeakMap<ZodType, ZodType>();

export function strict<T extends ZodType>(schema: T): T {
  let copy = made.get(schema);
  if (!copy) {
    copy = rebuild(schema);
    made.set(schema, copy);
  }
  return copy as T;
}

function rebuild(schema: ZodType): ZodType {
  const def = schema._zod.def as unknown as Def;
  const parts = partsOf(def);
  if (!parts) return schema;
  const copy = z.core.clone(schema, { ...def, ...parts } as never);
  const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
  return copy.meta(meta);
}

function partsOf(def: Def): Record<string, unknown> | null {
  const of = (part: unknown) => strict(part as ZodType);
  switch (def.type) {
    case "object": {
      const shape = Object.entries(def["shape"] as Record<string, ZodType>);
      const isOpen = def["catchall"] !== undefined;
      return {
        shape: Object.fromEntries(shape.map(([name, part]) => [name, of(part)])),
        ...(isOpen ? {} : { catchall: z.never() }),
      };
    }
    case "array":
      return { element: of(def["element"]) };
    case "record":
      return { valueType: of(def["valueType"]) };
    case "union":
      return { options: (def["options"] as ZodType[]).map(of) };
    case "pipe":
      return { in: of(def["in"]), out: of(def["out"]) };
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
      return { innerType: of(def["innerType"]) };
    default:
      return null;
  }
}
