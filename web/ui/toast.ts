import { createSignal } from "solid-js";
import { toApiError } from "../lib/api.ts";

interface Toast {
  id: number;
  message: string;
  warnings: readonly string[];
  shownAt: number;
}

const SHOWN_MS = 6000;
/** A toast just before a navigation is shown on the next page. */
const CARRIED_MS = 1000;
const MOST = 1;

const [toasts, setToasts] = createSignal<readonly Toast[]>([]);
let lastId = 0;

export { toasts };

/** For success only: errors are shown in place. Warnings stay until read. */
export function showToast(message: string, warnings: readonly string[] = []): void {
  const id = ++lastId;
  setToasts((before) => [...before, { id, message, warnings, shownAt: Date.now() }].slice(-MOST));
  if (warnings.length === 0) setTimeout(() => closeToast(id), SHOWN_MS);
}

export async function showOutcome(deed: () => Promise<string>): Promise<void> {
  try {
    showToast(await deed());
  } catch (thrown) {
    showToast(toApiError(thrown).message);
  }
}

export function closeToast(id: number): void {
  setToasts((before) => before.filter((toast) => toast.id !== id));
}

export function closeOldToasts(): void {
  const since = Date.now() - CARRIED_MS;
  setToasts((before) => before.filter(({ shownAt }) => shownAt > since));
}
