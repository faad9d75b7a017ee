import { MASK } from "../../src/lib/mask.ts";

export function hasMask(config: unknown): boolean {
  return JSON.stringify(config).includes(JSON.stringify(MASK));
}
