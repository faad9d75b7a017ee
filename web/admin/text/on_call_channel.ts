export const text = {
  schedule: "Schedule",
  noSchedule: "Choose a schedule",
  noSchedules: "No schedules yet: add one under On call.",
  steps: "Steps",
  stepsHint:
    "Steps run in order until somebody acknowledges, the monitor recovers or it is snoozed. A step that reaches nobody goes on to the next at once.",
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
