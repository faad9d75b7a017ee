export const text = {
  schedule: "Schedule",
  noSchedule: "Choose a schedule",
  noSchedules: "No schedules yet. Add one under On call.",
  steps: "Steps",
  stepsHint:
    "Steps run in order until someone acknowledges the alert or the monitor recovers. A snooze pauses them. If a step reaches no one, the next one runs right away.",
  step: (number: number) => `Step ${number}`,
  add: "Add step",
  remove: (number: number) => `Remove step ${number}`,
  after: "After",
  minutes: "minutes",
  notify: "Notify",
  targets: {
    on_call: "Person on call",
    next: "Next in line",
    people: "People",
    channel: "Another channel",
  },
  people: "People",
  peoplePlaceholder: "Search users",
  channel: "Channel",
  noChannel: "Choose a channel",
} as const;
