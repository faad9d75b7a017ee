import type { VaultSpot } from "./spots.ts";

interface Node {
  properties?: Record<string, Node>;
  oneOf?: Node[];
  items?: Node;
  "x-fills"?: { user?: string; secret: string };
}

export function withFills(
  schema: Record<string, unknown>,
  spots: readonly VaultSpot[],
): Record<string, unknown> {
  for (const { at, fills } of spots) {
    if (typeof fills === "string") continue;
    const place = [...at, "vault"].reduce<Node | undefined>(findPart, schema);
    if (!place) continue;
    const { user, secret } = fills;
    place["x-fills"] = { ...(user !== undefined && { user }), secret };
  }
  return schema;
}

function findPart(node: Node | undefined, name: string): Node | undefined {
  if (name === "*") return node?.items;
  const found = node?.properties?.[name];
  return found ?? node?.oneOf?.find(({ properties }) => properties?.[name])?.properties?.[name];
}
