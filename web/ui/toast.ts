import { createSignal } from "solid-js";
import { toApiError } from "../lib/api.ts";

interface Toast {
  id: number;
  message: string;
  warnings: readonly string[];
  undo: Undo | null;
  isFault: boolean;
  shownAt: number;
}

type Undo = () => Promise<Outcome>;
export type Outcome = string | { message: string; undo: Undo };

const SHOWN_MS = 6000;
/** A toast just before a navigation is shown on the next page. */
const CARRIED_MS = 1000;
const MOST = 1;

const [toasts, setToasts] = createSignal<readonly Toast[]>([]);
let lastId = 0;

export { toasts };

/** Warnings and faults stay until read. */
export function showToast(message: string, warnings: readonly string[] = [], undo: Undo | null = null): void {
  const id = push({ message, warnings, undo, isFault: false });
  if (warnings.length === 0) setTimeout(() => closeToast(id), SHOWN_MS);
}

export function showFault(thrown: unknown): void {
  push({ message: toApiError(thrown).message, warnings: [], undo: null, isFault: true });
}

function push(toast: Omit<Toast, "id" | "shownAt">): number {
  const id = ++lastId;
  setToasts((before) => [...before, { ...toast, id, shownAt: Date.now() }].slice(-MOST));
  return id;
}

export async function showOutcome(deed: () => Promise<Outcome>): Promise<void> {
  setToasts((before) => before.filter(({ isFault }) => !isFault));
  try {
    const outcome = await deed();
    if (typeof outcome === "string") showToast(outcome);
    else showToast(outcome.message, [], outcome.undo);
  } catch (thrown) {
    showFault(thrown);
  }
}

export function closeToast(id: number): void {
  setToasts((before) => before.filter((toast) => toast.id !== id));
}

export function closeOldToasts(): void {
  const since = Date.now() - CARRIED_MS;
  setToasts((before) => before.filter(({ shownAt }) => shownAt > since));
}
