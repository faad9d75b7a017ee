import { createSignal } from "solid-js";

export interface Toast {
  id: number;
  message: string;
}

const SHOWN_MS = 6000;
const MOST = 3;

const [toasts, setToasts] = createSignal<readonly Toast[]>([]);
let lastId = 0;

export { toasts };

/** Says that something is done. What went wrong stands where it went wrong instead. */
export function showToast(message: string): void {
  const id = ++lastId;
  setToasts((before) => [...before, { id, message }].slice(-MOST));
  setTimeout(() => closeToast(id), SHOWN_MS);
}

export function closeToast(id: number): void {
  setToasts((before) => before.filter((toast) => toast.id !== id));
}
