export const text = {
  title: "Status",
  lead: "It holds until it is set again. A change alerts, and counts in history and uptime, as a check's would.",
  legend: "Status",
  statuses: { up: "Up", degraded: "Degraded", down: "Down" },
  message: "What people read beside it",
  placeholder: "Carrier works on the line until noon",
  set: "Set status",
  done: (name: string, status: string) => `${name} is ${status.toLowerCase()} now.`,
  paused: "Resume the monitor to set its status.",
  created: (name: string) => `${name} is added. Set its status.`,
  nothingToTry: "There is nothing to try: its status is set on its page, or through the API.",
} as const;
