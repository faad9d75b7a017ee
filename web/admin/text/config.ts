import type { ImportAnswer } from "../../../src/schema/document.ts";

type Change = ImportAnswer["changes"][number];

const count = (number: number, one: string, more: string) =>
  number === 1 ? `1 ${one}` : `${number} ${more}`;

export const text = {
  title: "Configuration",
  lead: "Monitors, channels and the page as YAML documents: keep them in a repository, and apply what has changed.",
  tabs: { import: "Import", export: "Export" },
  out: {
    lead: "Every setting in full, in an order that stays the same. Stored secrets are masked.",
    operator: "Actions are left out: only administrators may see them.",
    kind: "What",
    all: "Monitors, channels and actions",
    allOfOperator: "Monitors and channels",
    page: "The page and schedules: layout, branding, templates, languages, maintenance, on call",
    both: "Everything",
    notIn: "Users, incidents, subscribers and uploaded images are not part of it.",
    kinds: {
      Monitor: "Monitors",
      NotificationChannel: "Channels",
      Action: "Actions",
      Layout: "Layout",
      Branding: "Branding",
      IncidentTemplate: "Incident templates",
      Locale: "Languages",
      Maintenance: "Planned maintenance",
      Schedule: "On-call schedules",
    } satisfies Record<Change["kind"], string>,
    download: "Download",
    view: "View",
    shown: "Documents",
    fileName: "uptide.yaml",
    empty: "There is nothing to export yet.",
    downloaded: "The documents are downloaded.",
  },
  in: {
    lead: "Nothing is deleted. A document replaces all settings of its object: what it leaves out gets its default.",
    documents: "Documents",
    placeholder:
      "kind: Monitor\nkey: shop\nname: Shop\ntype: https\nconfig:\n  url: https://shop.example.com",
    hint: "Paste YAML, or drop a file here. A masked secret keeps the one that is stored.",
    choose: "Choose a file",
    tooLarge: "This file is larger than 2 MB: split it.",
    unreadable: "This file can't be read as text.",
    validate: "Validate",
    apply: "Apply",
    nothing: "Paste or choose documents first.",
  },
  problems: (number: number) =>
    count(number, "problem: nothing was changed", "problems: nothing was changed"),
  result: {
    wouldChange: "This would change",
    changed: "This was changed",
    nothing: "Everything is already like this: there is nothing to apply.",
    unchanged: (number: number) => count(number, "is unchanged", "are unchanged"),
    columns: { object: "Object", action: "Change", fields: "Settings" },
    actions: { create: "Create", update: "Update", unchanged: "Unchanged" } satisfies Record<
      Change["action"],
      string
    >,
    allSettings: "all",
    before: "was",
    after: "becomes",
    isDefault: "(default)",
    secretChanged: "Another secret. Secrets are not shown.",
    ofKind: (kind: string, { created, updated }: { created: number; updated: number }) =>
      `${kind}: ${[created > 0 && `${created} new`, updated > 0 && `${updated} changed`].filter(Boolean).join(", ")}`,
    rest: (number: number) => `${number} more`,
    summary: ({ create, update, unchanged }: ImportAnswer["summary"]) =>
      `${count(create, "to create", "to create")}, ${count(update, "to update", "to update")}, ${unchanged} unchanged`,
    done: ({ create, update }: ImportAnswer["summary"]) => `${create} created, ${update} updated.`,
  },
  kinds: {
    Monitor: "Monitor",
    NotificationChannel: "Channel",
    Action: "Action",
    Layout: "Layout",
    Branding: "Branding",
    IncidentTemplate: "Incident template",
    Locale: "Language",
    Maintenance: "Maintenance",
    Schedule: "Schedule",
  } satisfies Record<Change["kind"], string>,
  confirm: {
    title: "Apply these documents?",
    lead: "All of it is applied, or none. Monitors are checked by their new settings at once.",
    creates: (number: number) => count(number, "object is created", "objects are created"),
    updates: (number: number) => count(number, "object is changed", "objects are changed"),
  },
} as const;
