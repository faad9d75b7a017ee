export const text = {
  title: "Page access",
  lead: "Who may see the status page.",
  visibility: {
    title: "Visibility",
    lead: "Applies to the page, its data, incidents, history and badges.",
    legend: "The status page is",
    public: "Public",
    publicHint: "Everybody who knows the address can read it.",
    private: "Private",
    privateHint: "Only people who are signed in can read it. Feeds and the status API are off.",
  },
  viewers: {
    title: "Viewers from single sign-on",
    lead: "Lets colleagues in without adding each of them first.",
    create: "Add whoever signs in for the first time as a viewer",
    createHint: "Viewers see the status page, but not the panel.",
    domains: "Only from these email domains",
    domainsHint: "One a line, such as example.com. Empty: any address that the provider has verified.",
  },
  submit: "Save",
  done: "Page access is saved.",
  doneRemoving: (files: number) =>
    `Page access is saved. The static copy is still being removed from its bucket: ${files === 1 ? "1 file" : `${files} files`} left.`,
} as const;
