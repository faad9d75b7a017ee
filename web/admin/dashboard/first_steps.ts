import { createSignal } from "solid-js";

const KEY = "uptide-first-steps";

const [isOver, setIsOver] = createSignal(readIsOver());

/** Whether the first steps are taken, or were put away in this browser. */
export { isOver as areFirstStepsOver };

export function endFirstSteps(): void {
  setIsOver(true);
  try {
    localStorage.setItem(KEY, "over");
  } catch {
    // Storage is switched off: they come back with the next visit.
  }
}

function readIsOver(): boolean {
  try {
    return localStorage.getItem(KEY) === "over";
  } catch {
    return false;
  }
}
