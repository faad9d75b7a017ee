import type { Pair } from "../../ui/PairsInput.tsx";
import type { VaultReference } from "../vault/picker/VaultPicker.tsx";

export interface ReadPair {
  name: string;
  vault: VaultReference | undefined;
}

export type Entries = Record<string, string | { vault: VaultReference }>;

export function typedIn(value: Entries): readonly Pair[] {
  return Object.entries(value).flatMap(([name, part]): Pair[] =>
    typeof part === "string" ? [[name, part]] : [],
  );
}

export function takenIn(value: Entries): readonly ReadPair[] {
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === "string" ? [] : [{ name, vault: part.vault }],
  );
}

export function toValue(pairs: readonly Pair[], taken: readonly ReadPair[]): Entries {
  const typed = pairs.filter(([name, value]) => name !== "" || value !== "");
  const filled = taken.flatMap(({ name, vault }) => (vault ? [[name, { vault }] as const] : []));
  return Object.fromEntries([...typed, ...filled]);
}
