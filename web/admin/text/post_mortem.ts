export const text = {
  title: "Post-mortem",
  lead: "What happened, why, and how you'll prevent it.",
  begin: "Write a post-mortem",
  body: "Text",
  placeholder: "# What happened\n\n# Why\n\n# What we're doing about it",
  isPublished: "Published",
  publishHint: (isNotified: boolean) =>
    isNotified
      ? "Publishes a separate page and notifies the incident's subscribers once."
      : "Publishes a separate page. Subscribers aren't notified.",
  draftFirst: "Publish the incident before its post-mortem.",
  saveDraft: "Save draft",
  publish: "Publish post-mortem",
  save: "Save post-mortem",
  takeBack: "Unpublish",
  saved: "Post-mortem saved.",
  published: "Post-mortem published.",
  onPage: "View on status page",
  remove: "Delete post-mortem",
  removeTitle: "Delete post-mortem?",
  removeLead: "This can't be undone.",
  removeEnds: ["It's removed from the status page and feeds. No one is notified."],
  removed: "Post-mortem deleted.",
} as const;
