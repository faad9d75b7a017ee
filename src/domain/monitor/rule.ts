export interface ActionLink {
  actionId: number;
  onStatus: "down" | "up";
  delayMinutes: number;
  cooldownMinutes: number;
}

/** What of a monitor's configuration decides its status. */
export interface MonitorRule {
  intervalSecs: number;
  /** Heartbeats only: how much later than the interval one may come. */
  graceSecs?: number;
  failureThreshold: number;
  recoveryThreshold: number;
  autoIncidentMinutes: number | null;
  links: readonly ActionLink[];
}

/** The type that is told of by heartbeats, and not checked from here. */
export const HEARTBEAT_TYPE = "webhook";

/** How much later than its interval a monitor's word may come, by what its config says. */
export function graceSecsOf({ type, graceSecs }: { type: string; graceSecs: unknown }): number {
  const secs = type === HEARTBEAT_TYPE ? Number(graceSecs ?? 0) : 0;
  return Number.isFinite(secs) && secs > 0 ? secs : 0;
}

/** The same as `maxGapMs`, of a monitor as it is configured. */
export function gapMsOf({
  type,
  intervalSecs,
  config,
}: {
  type: string;
  intervalSecs: number;
  config: Readonly<Record<string, unknown>>;
}): number {
  return maxGapMs({ intervalSecs, graceSecs: graceSecsOf({ type, graceSecs: config["graceSecs"] }) });
}

/** The longest time between two checks that still has a state. */
export function maxGapMs({
  intervalSecs,
  graceSecs = 0,
}: Pick<MonitorRule, "intervalSecs" | "graceSecs">): number {
  return Math.max(2 * intervalSecs, intervalSecs + graceSecs) * 1000;
}
