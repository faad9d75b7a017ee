import { createSignal } from "solid-js";
import { keep, readKept } from "../../lib/kept.ts";

const KEY = "uptide-letter-keys";

const [usesLetterKeys, setUses] = createSignal(readKept(KEY) !== false);

export { usesLetterKeys };

export function setLetterKeys(isOn: boolean): void {
  setUses(isOn);
  keep(KEY, isOn);
}
