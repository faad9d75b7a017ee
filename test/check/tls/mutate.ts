import { concat } from "../../../src/check/wire/binary.ts";

export type Chance = (bound: number) => number;

export function makeChance(seed: number): Chance {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

type Mutation = (bytes: Uint8Array, chance: Chance, split: Split) => Uint8Array;
type Split = (bytes: Uint8Array) => Uint8Array[];

function flipBits(bytes: Uint8Array, chance: Chance): Uint8Array {
  const changed = bytes.slice();
  for (let i = chance(4); i >= 0; i--) changed[chance(changed.length)]! ^= 1 << chance(8);
  return changed;
}

function truncate(bytes: Uint8Array, chance: Chance): Uint8Array {
  return bytes.slice(0, chance(bytes.length));
}

/** Writes a wrong number at a position that is likely a length. */
function lie(bytes: Uint8Array, chance: Chance, split: Split): Uint8Array {
  const parts = split(bytes);
  const start = parts.slice(0, chance(parts.length)).reduce((sum, part) => sum + part.length, 0);
  const changed = bytes.slice();
  const at = Math.min(changed.length - 1, start + chance(60));
  changed[at] = [0, 1, 0x7f, 0x80, 0xff, chance(256)][chance(6)]!;
  return changed;
}

function reorder(bytes: Uint8Array, chance: Chance, split: Split): Uint8Array {
  const parts = split(bytes);
  const [moved] = parts.splice(chance(parts.length), 1);
  parts.splice(chance(parts.length + 1), 0, moved!);
  return concat(...parts);
}

function duplicate(bytes: Uint8Array, chance: Chance, split: Split): Uint8Array {
  const parts = split(bytes);
  const at = chance(parts.length);
  const copies = Array.from({ length: 1 + chance(20) }, () => parts[at]!);
  return concat(...parts.toSpliced(at, 0, ...copies));
}

function drop(bytes: Uint8Array, chance: Chance, split: Split): Uint8Array {
  const parts = split(bytes);
  return concat(...parts.toSpliced(chance(parts.length), 1));
}

function insert(bytes: Uint8Array, chance: Chance): Uint8Array {
  const at = chance(bytes.length);
  const noise = Uint8Array.from({ length: 1 + chance(40) }, () => chance(256));
  return concat(bytes.subarray(0, at), noise, bytes.subarray(at));
}

const MUTATIONS: readonly Mutation[] = [flipBits, truncate, lie, reorder, duplicate, drop, insert];

export function mutate(bytes: Uint8Array, chance: Chance, split: Split): Uint8Array {
  const once = MUTATIONS[chance(MUTATIONS.length)]!(bytes, chance, split);
  if (once.length === 0 || chance(4) > 0) return once;
  return MUTATIONS[chance(MUTATIONS.length)]!(once, chance, split);
}
