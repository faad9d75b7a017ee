import type { Accessor } from "solid-js";
import type { ListedMonitor } from "../../../src/schema/listed_monitor.ts";

/** Each monitor has its own signal: a check only updates its own row. */
export interface Entry {
  readonly id: number;
  readonly monitor: Accessor<ListedMonitor>;
  /** For code that must not rerun on every check. */
  readonly peek: () => ListedMonitor;
}
