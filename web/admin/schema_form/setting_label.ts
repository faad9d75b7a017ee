import { sayServed } from "../../lib/served.ts";
import { wordsOf } from "../../lib/words.ts";
import type { SchemaNode } from "./node.ts";

export function labelOf(name: string, node: SchemaNode | undefined): string {
  return sayServed(node?.title ?? wordsOf(name));
}
