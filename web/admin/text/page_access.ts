import { plural } from "../../../src/lib/plural.ts";
export const text = {
  title: "Page access",
  lead: "Who can see the status page.",
  visibility: {
    title: "Visibility",
    lead: "Applies to the page, its data, incidents, history and badges.",
    legend: "The status page is",
    public: "Public",
    publicHint: "Anyone with the URL can see it.",
    private: "Private",
    privateHint: "Only signed-in users can see it. Feeds and the status API are off.",
  },
  viewers: {
    title: "Viewers from single sign-on",
    lead: "Let colleagues in without adding each one first.",
    create: "Create viewers on first sign-in",
    createHint: "Viewers can see the status page, but not the panel.",
    domains: "Allowed email domains",
    domainsHint: "One per line, such as example.com. Leave empty to allow any verified address.",
  },
  submit: "Save",
  done: "Page access saved.",
  doneRemoving: (files: number) =>
    `Page access saved. Still deleting the static copy from its bucket: ${plural(files, "file")} left.`,
} as const;
