import { READABLE } from "./readable.ts";

const EVENTS = ["pointerover", "pointerdown", "focusin", "keydown"] as const;
const STEPS = /^(?:Arrow|Home$|End$)/;

/** Loads what tells of days and points when somebody first points at one, and does then what they wanted. */
export function startTips(): void {
  const missed: Event[] = [];
  const wake = (event: Event): void => {
    const target = event.target as Element;
    if (!target.closest?.(READABLE)) return;
    if (event instanceof KeyboardEvent && STEPS.test(event.key)) event.preventDefault();
    missed.push(event);
    if (missed.length > 1) return;
    import("./tips.ts").then(
      ({ readTips }) => {
        sleep();
        readTips(missed);
      },
      () => {
        missed.length = 0;
      },
    );
  };
  const sleep = () => {
    for (const name of EVENTS) document.removeEventListener(name, wake);
  };
  for (const name of EVENTS) document.addEventListener(name, wake);
}
