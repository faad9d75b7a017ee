import { createSignal } from "solid-js";

const KEY = "uptide-first-steps";

const [isOver, setIsOver] = createSignal(readIsOver());

export { isOver as areFirstStepsOver };

export function endFirstSteps(): void {
  setIsOver(true);
  try {
    localStorage.setItem(KEY, "over");
  } catch {
    // Storage is disabled: the steps come back with the next visit.
  }
}

function readIsOver(): boolean {
  try {
    return localStorage.getItem(KEY) === "over";
  } catch {
    return false;
  }
}
