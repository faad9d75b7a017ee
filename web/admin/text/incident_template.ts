import { tellSome } from "./some.ts";

export const text = {
  title: "Incident templates",
  lead: "Texts for incidents that open automatically when a monitor stays down, and for those you report.",
  add: "Add template",
  newTitle: "Add an incident template",
  editTitle: (name: string) => `Edit ${name}`,
  back: "Incidents",
  columns: { name: "Template", impact: "Impact", languages: "Languages", actions: "Actions" },
  isDefault: "Default",
  builtIn: "Comes with Uptide",
  onlyMain: "Only the main wording",
  menu: (name: string) => `Actions for ${name}`,
  edit: "Edit",
  makeDefault: "Make it the default",
  remove: "Delete",
  what: { title: "Template", lead: "Its name in the panel, and how serious its incidents are." },
  name: "Name",
  namePlaceholder: "Payment provider",
  impact: "Impact",
  useAsDefault: "Use it by default",
  useAsDefaultHint: "For every monitor that has no template of its own.",
  isDefaultHint: "This is the default. To have another, make that one the default.",
  words: {
    title: "Wording",
    lead: "Filled in when an incident opens. A language with no words of its own shows the main ones.",
  },
  language: "Language",
  main: "Main wording",
  addLanguage: "Add a language",
  code: "Language code",
  codeHint: "Such as pl or pt-br.",
  codeKnown: "There is a wording in this language already.",
  addThis: "Add",
  removeLanguage: (name: string) => `Remove ${name}`,
  wordsOf: {
    title: "Title",
    body: "First update",
    resolvedBody: "Last update, when it is over",
  },
  emptyMeansMain: "Empty: the main wording.",
  create: "Add template",
  save: "Save",
  cancel: "Cancel",
  created: (name: string) => `${name} is added.`,
  saved: (name: string) => `${name} is saved.`,
  nowDefault: (name: string) => `${name} is the default.`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeLead: "This can't be undone.",
  /** Undefined while it is not known. */
  removeEnds: (monitors: readonly string[] | undefined) => [
    monitors === undefined
      ? "Monitors that use it use the default from now on."
      : monitors.length === 0
        ? "No monitor opens incidents with it."
        : `${tellSome(monitors)} ${monitors.length === 1 ? "opens" : "open"} incidents with it, and from now on with the default.`,
    "Existing incidents keep their texts.",
  ],
  removed: (name: string) => `${name} is deleted.`,
  missing: "There is no such template any more.",
} as const;
