export const CHART_HOURS = [1, 3, 6, 12, 24, 48, 168, 720, 2160] as const;
export const CHART_BUCKETS = [20, 30, 50] as const;
export const TALLEST = 1000;

export const BLOCK_DEFAULTS = {
  monitor: {
    cardVariant: "default",
    showUptimeBar: true,
    uptimeBarPosition: "right",
    showUptimePct: true,
    showMonitorType: false,
    showResponseTime: false,
  },
  chart: {
    title: "",
    hours: 24,
    buckets: 30,
    aggregation: "avg",
    chartH: 5,
    showArea: true,
    showUptimePct: true,
    showMonitorType: true,
  },
  text: { name: "", markdown: "" },
  incidents: { limit: 5, filter: "all" },
  group: { collapsible: true },
} as const;
