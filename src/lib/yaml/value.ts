import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import { YamlFault } from "./fault.ts";

/** Shared by all documents of a stream, because aliases expand a short text into much data. */
export interface Budget {
  aliases: number;
  nodes: number;
  characters: number;
}

interface Anchor {
  value: unknown;
  nodes: number;
  characters: number;
}

export function toValue(contents: unknown, budget: Budget): unknown {
  /** Null while the anchor is being read: an alias would contain itself. */
  const anchors = new Map<string, Anchor | null>();

  function read(node: unknown): unknown {
    if (isAlias(node)) return readAlias(node.source);
    const anchor = (node as (Node & { anchor?: string }) | null)?.anchor;
    if (anchor === undefined) return readPlain(node);
    const { nodes, characters } = budget;
    anchors.set(anchor, null);
    const value = readPlain(node);
    anchors.set(anchor, {
      value,
      nodes: nodes - budget.nodes,
      characters: characters - budget.characters,
    });
    return value;
  }

  function readAlias(name: string): unknown {
    const anchor = anchors.get(name);
    if (anchor === null) throw new YamlFault(`The alias *${name} contains itself.`);
    if (!anchor) throw new YamlFault(`The alias *${name} isn't defined.`);
    if (--budget.aliases < 0) throw new YamlFault("Use at most 20 aliases: expand the others.");
    spend(anchor.nodes, anchor.characters);
    return structuredClone(anchor.value);
  }

  function readPlain(node: unknown): unknown {
    spend(1, 0);
    if (node === null || node === undefined) return null;
    if (isSeq(node)) return node.items.map(read);
    if (isMap(node)) return readMap(node.items);
    if (!isScalar(node)) throw new YamlFault("The text is not valid YAML.");
    if (typeof node.value === "string") spend(0, node.value.length);
    return node.value;
  }

  function readMap(pairs: readonly { key: unknown; value: unknown }[]): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const { key, value: part } of pairs) {
      const name = isScalar(key) ? String(key.value ?? "") : null;
      if (name === null) throw new YamlFault("A name must be text.");
      if (Object.hasOwn(value, name))
        throw new YamlFault(`The name ${name.slice(0, 100)} appears twice in the same place.`);
      spend(0, name.length);
      // Plain assignment of __proto__ would set the prototype; this way the schema rejects it.
      Object.defineProperty(value, name, {
        value: read(part),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return value;
  }

  function spend(nodes: number, characters: number): void {
    budget.nodes -= nodes;
    budget.characters -= characters;
    if (budget.nodes < 0 || budget.characters < 0)
      throw new YamlFault("The text is too large once its aliases are expanded.");
  }

  return read(contents);
}
