import { AsyncLocalStorage } from "node:async_hooks";

/** One instance of an object, or one invocation: what runs in it ends with it. */
export interface Life {
  readonly name: string;
  isAlive: boolean;
  /** A fault has touched it, so its work may be repeated. */
  hadFault: boolean;
  /** Holds back what leaves an object until its writes are stored. */
  gate: Promise<void> | null;
  /** Whether it may be stopped between two awaits, and how. */
  stop: (() => void) | null;
  readonly onEnd: Set<() => void>;
}

const lives = new AsyncLocalStorage<Life>();

export function beginLife(name: string): Life {
  return { name, isAlive: true, hadFault: false, gate: null, stop: null, onEnd: new Set() };
}

export function endLife(life: Life): void {
  if (!life.isAlive) return;
  life.isAlive = false;
  for (const tell of life.onEnd) tell();
  life.onEnd.clear();
}

export function currentLife(): Life | undefined {
  return lives.getStore();
}

export function runIn<T>(life: Life | undefined, work: () => T): T {
  return life ? lives.run(life, work) : work();
}
