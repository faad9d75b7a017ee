import { createSignal } from "solid-js";

const EVERY_MS = 15_000;

const [now, setNow] = createSignal(Date.now());

/** The one clock that relative times follow; it rests while nobody sees the page. */
export { now };

setInterval(tick, EVERY_MS);
document.addEventListener("visibilitychange", tick);

function tick(): void {
  if (!document.hidden) setNow(Date.now());
}
