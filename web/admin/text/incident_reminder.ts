export const text = {
  title: "Reminder",
  lead: "For an open incident that nobody has written about for a while.",
  label: "Remind after so long without an update",
  hint: "Empty: no reminder. Otherwise everybody who has worked on the incident gets a mail each time this long has passed; that needs the mail server. The dashboard shows it too.",
  unit: "hours",
  overdue: "No update for a long time",
  notice: (silence: string, hours: number) =>
    `Nothing has been posted for ${silence}. Whoever has worked on this incident is reminded each ${hours === 1 ? "hour" : `${hours} hours`}.`,
} as const;
