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

/** The longest time between two checks that still has a state. */
export function maxGapMs({
  intervalSecs,
  graceSecs = 0,
}: Pick<MonitorRule, "intervalSecs" | "graceSecs">): number {
  return Math.max(2 * intervalSecs, intervalSecs + graceSecs) * 1000;
}
