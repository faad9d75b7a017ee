import type { JSX } from "solid-js";

/** One for the whole page. What it says is also the value of what it points at, so it is for eyes only. */
export function Tooltip(): JSX.Element {
  return <div class="svc-chart-tooltip tip" aria-hidden="true" />;
}
