import { AsyncLocalStorage } from "node:async_hooks";

export interface Life {
  readonly name: string;
  isAlive: boolean;
  hadFault: boolean;
  gate: Promise<void> | null;
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
  for (const listener of life.onEnd) listener();
  life.onEnd.clear();
}

export function currentLife(): Life | undefined {
  return lives.getStore();
}

export function runIn<T>(life: Life | undefined, work: () => T): T {
  return life ? lives.run(life, work) : work();
}
