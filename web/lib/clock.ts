import { createSignal } from "solid-js";

/** Seconds are told up to a minute: what is shown may lag by so many. */
const EVERY_MS = 5000;

const [now, setNow] = createSignal(Date.now());

/** The one clock that relative times follow; it rests while nobody sees the page. */
export { now };

setInterval(tick, EVERY_MS);
document.addEventListener("visibilitychange", tick);

function tick(): void {
  if (!document.hidden) setNow(Date.now());
}
