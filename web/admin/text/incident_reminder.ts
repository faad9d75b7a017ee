export const text = {
  title: "Reminder",
  lead: "While the incident is open and nobody writes of it.",
  label: "Remind after hours without an update",
  hint: "Empty: nobody is. Else whoever has worked on the incident gets a mail, once in each of these spans, where mail is set up. The dashboard shows it too.",
  unit: "hours",
  overdue: "No update for long",
  notice: (silence: string, hours: number) =>
    `Nothing has been posted for ${silence}. Whoever has worked on this incident is reminded each ${hours === 1 ? "hour" : `${hours} hours`}.`,
} as const;
