export const text = {
  title: "Update reminders",
  lead: "Reminds your team to update an open incident.",
  label: "Remind after",
  hint: "Emails everyone who worked on the incident each time it goes this long without an update, and shows it on the dashboard. Needs an email server. Leave empty to turn off.",
  unit: "hours",
  overdue: "Update overdue",
  notice: (silence: string, hours: number) =>
    `No update for ${silence}. Everyone who worked on this incident is reminded every ${hours === 1 ? "hour" : `${hours} hours`}.`,
} as const;
