export const text = {
  title: "Status",
  lead: "Stays until you change it. Changes send alerts and count toward history and uptime.",
  legend: "Status",
  statuses: { up: "Up", degraded: "Degraded", down: "Down" },
  message: "Message",
  placeholder: "The carrier is repairing the line until noon",
  set: "Set status",
  done: (name: string, status: string) => `${name} is now ${status.toLowerCase()}.`,
  paused: "Resume the monitor to set its status.",
  created: (name: string) => `${name} added. Set its status.`,
  nothingToTry: "Nothing to test: set the status on the monitor's page or through the API.",
} as const;
