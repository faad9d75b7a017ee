import type { Accessor } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";

/** A monitor whose own signal follows every check: what shows one row is told of that row alone. */
export interface Entry {
  readonly id: number;
  readonly monitor: Accessor<Monitor>;
  /** For what must not run at every check. */
  readonly peek: () => Monitor;
}
