import { createSignal } from "solid-js";

const EVERY_MS = 5000;

const [now, setNow] = createSignal(Date.now());

export { now };

setInterval(tick, EVERY_MS);
document.addEventListener("visibilitychange", tick);

function tick(): void {
  if (!document.hidden) setNow(Date.now());
}
