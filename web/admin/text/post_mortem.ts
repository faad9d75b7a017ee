export const text = {
  title: "Post-mortem",
  lead: "What happened, why, and what is done so that it does not happen again.",
  begin: "Write a post-mortem",
  body: "What is told",
  placeholder: "# What happened\n\n# Why\n\n# What we do about it",
  isPublished: "Published",
  publishHint: (isNotified: boolean) =>
    isNotified
      ? "It has a page of its own, stands in the feeds, and whoever was told of the incident is told of it, once."
      : "It has a page of its own and stands in the feeds. Subscribers are not told.",
  draftFirst: "The incident is a draft: publish it before its post-mortem.",
  saveDraft: "Save draft",
  publish: "Publish post-mortem",
  save: "Save post-mortem",
  takeBack: "Take it back",
  saved: "The post-mortem is saved.",
  published: "The post-mortem is published.",
  onPage: "On the status page",
  remove: "Delete post-mortem",
  removeTitle: "Delete the post-mortem?",
  removeLead: "This can't be undone.",
  removeEnds: ["It is gone from the status page and the feeds. Nobody is told."],
  removed: "The post-mortem is deleted.",
} as const;
