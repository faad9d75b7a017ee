import type { JSX } from "solid-js";

/** Hidden from screen readers: the element it points at has the same value. */
export function Tooltip(): JSX.Element {
  return <div class="svc-chart-tooltip tip" aria-hidden="true" />;
}
