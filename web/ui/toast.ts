import { createSignal } from "solid-js";
import { toApiError } from "../lib/api.ts";

interface Toast {
  id: number;
  message: string;
  warnings: readonly string[];
  shownAt: number;
}

const SHOWN_MS = 6000;
/** What is said just before a move to another page is said on that page. */
const CARRIED_MS = 1000;
/** A new one takes the place of the one before: a pile of them would hide the page. */
const MOST = 1;

const [toasts, setToasts] = createSignal<readonly Toast[]>([]);
let lastId = 0;

export { toasts };

/** Says that something is done. What went wrong stands where it went wrong instead. A warning stays until it is read. */
export function showToast(message: string, warnings: readonly string[] = []): void {
  const id = ++lastId;
  setToasts((before) => [...before, { id, message, warnings, shownAt: Date.now() }].slice(-MOST));
  if (warnings.length === 0) setTimeout(() => closeToast(id), SHOWN_MS);
}

/** For a deed that has no place of its own to say why it was refused: both are told the same way. */
export async function tellOutcome(deed: () => Promise<string>): Promise<void> {
  try {
    showToast(await deed());
  } catch (thrown) {
    showToast(toApiError(thrown).message);
  }
}

export function closeToast(id: number): void {
  setToasts((before) => before.filter((toast) => toast.id !== id));
}

/** On another page, what was said on the one before would only stand over the content. */
export function closeOldToasts(): void {
  const since = Date.now() - CARRIED_MS;
  setToasts((before) => before.filter(({ shownAt }) => shownAt > since));
}
