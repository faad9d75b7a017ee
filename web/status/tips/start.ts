import { READABLE } from "./readable.ts";

const EVENTS = ["pointerover", "pointerdown", "focusin", "keydown"] as const;
const STEPS = /^(?:Arrow|Home$|End$)/;

/** Events that arrive before the code has loaded are replayed. */
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
