export const text = {
  title: "Dashboard",
  twoFactorOff: "Turn on two-factor authentication",
  twoFactorOffLead:
    "Your account opens with a password alone. Ask for a code from your phone too, and a stolen password opens nothing.",
  nothingFails: "Nothing is failing",
  someFail: (count: number) => (count === 1 ? "1 monitor is failing" : `${count} monitors are failing`),
  cantTell: "Nobody can tell right now",
  silent: {
    title: (count: number) => (count === 1 ? "1 monitor alerts nobody." : `${count} monitors alert nobody.`),
    lead: (count: number) =>
      `When ${count === 1 ? "it" : "one of them"} fails, nobody is told: choose channels for it.`,
    more: (count: number) => `and ${count} more`,
  },
  counts: "Monitors by status",
  failing: "Failing now",
  failingNone: "Nothing is failing.",
  failingAll: "All failing monitors",
  maintenance: "Maintenance",
  maintenanceNone: "No maintenance is running.",
  maintenanceEnds: "ends",
  maintenancePlan: "Plan maintenance",
  changes: "Latest changes of status",
  changesNone: "No monitor has been checked yet.",
  record: "Latest entries of the audit log",
  recordAll: "Audit log",
  by: (email: string) => `by ${email}`,
  service: "Uptide",
  first: {
    title: "Three steps to a status page",
    hide: "Hide these steps",
    taken: "Done.",
    steps: {
      monitor: {
        title: "Add what should be watched",
        lead: "A website, a port, a certificate, a DNS record or a heartbeat. The first check runs at once.",
        action: "Add the first monitor",
      },
      channel: {
        title: "Say who is alerted",
        lead: "A mail, a chat or a webhook is told when a monitor fails and when it is back.",
        action: "Add the first channel",
      },
      page: {
        title: "Show it to your visitors",
        lead: "Place monitors on the status page. Only what stands there is public.",
        action: "Open the page builder",
      },
    },
  },
} as const;
