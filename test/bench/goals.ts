interface Goal {
  figure: RegExp;
  atMost?: number;
  atLeast?: number;
  /** The figure of a bare Worker that does the same. */
  bare?: string;
}

const GOALS: Readonly<Record<string, readonly Goal[]>> = {
  load: [
    { figure: /^gaps|^doubled|^monitors not up/, atMost: 0 },
    { figure: /p99/, atMost: 100 },
    { figure: /^workerd CPU per check/, atMost: 0.45, bare: "bare Worker, CPU per fetch (ms)" },
  ],
  scale: [
    { figure: /checks missing$/, atMost: 0 },
    { figure: /lateness p99/, atMost: 100 },
    { figure: /^20000: import/, atMost: 60 },
    { figure: /^20000: resident/, atMost: 900 },
    { figure: /^20000: monitor list/, atMost: 600 },
    { figure: /^20000: dashboard/, atMost: 1000 },
    { figure: /^20000: report of a year/, atMost: 10_000 },
    { figure: /^20000: restart/, atMost: 3000 },
  ],
  "total outage": [
    { figure: /^one failing beside .* slowest/, atMost: 150 },
    { figure: /^page of 1,000 right/, atMost: 10 },
    { figure: /^history rows/, atLeast: 20_000 },
    { figure: /^messages/, atMost: 1 },
  ],
  serving: [
    { figure: /^page, share/, atLeast: 0.65 },
    { figure: /^\/health, share/, atLeast: 0.75 },
    { figure: /after 100,000 views/, atMost: 250, bare: "bare Worker after as many, resident (MB)" },
  ],
  times: [
    { figure: /^alone, median/, atMost: 23 },
    { figure: /^31 together, median/, atMost: 30 },
  ],
  alerting: [
    { figure: /^one failing, median/, atMost: 25 },
    { figure: /same interval, median/, atMost: 45 },
    { figure: /same interval, slowest/, atMost: 120 },
  ],
  page: [
    { figure: /^50 .* elements/, atMost: 900 },
    { figure: /^50 .* on the wire/, atMost: 25 },
    { figure: /^50 .* first view, requests/, atMost: 4 },
    { figure: /^50 .* blocking time, slow/, atMost: 60 },
    { figure: /^50 .* largest paint, slow/, atMost: 600 },
    { figure: /^1000 .* on the wire/, atMost: 60 },
    { figure: /^1000 .* blocking time, slow/, atMost: 300 },
    { figure: /^1000 .* largest paint, slow/, atMost: 1000 },
  ],
  panel: [
    { figure: /opened/, atMost: 300 },
    { figure: /^scripts to the first page/, atMost: 60 },
  ],
};

export function judge(
  figures: Readonly<Record<string, unknown>>,
  { name, figure }: { name: string; figure: string },
) {
  const value = figures[figure];
  const goal = GOALS[name]?.find((one) => one.figure.test(figure));
  if (!goal || typeof value !== "number") return {};
  const { atMost = Number.POSITIVE_INFINITY, atLeast = Number.NEGATIVE_INFINITY, bare } = goal;
  return {
    goal: goal.atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`,
    reached: value <= atMost && value >= atLeast ? "yes" : "NO",
    ...(bare !== undefined && { bare: figures[bare] }),
  };
}
