export const text = {
  title: "Status",
  lead: "It stays until it is set again. A change alerts and counts toward history and uptime, as a check does.",
  legend: "Status",
  statuses: { up: "Up", degraded: "Degraded", down: "Down" },
  message: "Message shown with it",
  placeholder: "The carrier is repairing the line until noon",
  set: "Set status",
  done: (name: string, status: string) => `${name} is ${status.toLowerCase()} now.`,
  paused: "Resume the monitor to set its status.",
  created: (name: string) => `${name} is added. Set its status.`,
  nothingToTry: "There is nothing to test: its status is set on its page, or through the API.",
} as const;
