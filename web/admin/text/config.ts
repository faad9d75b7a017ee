import { formatNumber, plural } from "../../../src/lib/plural.ts";
import type { ImportResponse } from "../../../src/schema/document.ts";

type Change = ImportResponse["changes"][number];

export const text = {
  title: "Configuration",
  lead: "Manage monitors, channels and the page as YAML. Keep it in a repository and apply changes from there.",
  tabs: { import: "Import", export: "Export" },
  out: {
    lead: "All settings, in a stable order. Secrets are masked.",
    operator: "Actions aren't included: only administrators can see them.",
    kind: "Include",
    all: "Monitors, channels and actions",
    allOfOperator: "Monitors and channels",
    page: "Page and schedules: layout, branding, templates, languages, maintenance, on call",
    both: "Everything",
    notIn: "Users, incidents, subscribers and uploaded images aren't included.",
    kinds: {
      Monitor: "Monitors",
      NotificationChannel: "Channels",
      Action: "Actions",
      Page: "Status page",
      Layout: "Layout",
      Branding: "Branding",
      PageSettings: "Page settings",
      IncidentTemplate: "Incident templates",
      Locale: "Languages",
      Maintenance: "Scheduled maintenance",
      Schedule: "On-call schedules",
    } satisfies Record<Change["kind"], string>,
    download: "Download",
    view: "View",
    shown: "Documents",
    fileName: "uptide.yaml",
    empty: "Nothing to export yet.",
    downloaded: "Documents downloaded.",
  },
  in: {
    lead: "Import never deletes objects. Settings missing from a document are reset to their defaults.",
    documents: "Documents",
    placeholder:
      "kind: Monitor\nkey: shop\nname: Shop\ntype: https\nconfig:\n  url: https://shop.example.com",
    hint: "Paste YAML or drop a file here. Masked secrets keep their stored values.",
    choose: "Choose a file",
    tooLarge: "This file is larger than 2 MB. Split it into smaller files.",
    unreadable: "This isn't a text file.",
    validate: "Validate",
    apply: "Apply",
    nothing: "Paste documents or choose a file first.",
  },
  problems: (number: number) =>
    plural(number, "problem: nothing was changed", "problems: nothing was changed"),
  result: {
    wouldChange: "Changes to apply",
    changed: "Applied changes",
    nothing: "Everything is up to date. Nothing to apply.",
    unchanged: (number: number) => plural(number, "is unchanged", "are unchanged"),
    columns: { object: "Object", action: "Change", fields: "Settings" },
    actions: { create: "Create", update: "Update", unchanged: "Unchanged" } satisfies Record<
      Change["action"],
      string
    >,
    allSettings: "all",
    before: "from",
    after: "to",
    isDefault: "(default)",
    secretChanged: "New secret (not shown)",
    ofKind: (kind: string, { created, updated }: { created: number; updated: number }) =>
      `${kind}: ${[created > 0 && `${formatNumber(created)} new`, updated > 0 && `${formatNumber(updated)} changed`].filter(Boolean).join(", ")}`,
    rest: (number: number) => `${formatNumber(number)} more`,
    summary: ({ create, update, unchanged }: ImportResponse["summary"]) =>
      `${formatNumber(create)} to create, ${formatNumber(update)} to update, ${formatNumber(unchanged)} unchanged`,
    done: ({ create, update }: ImportResponse["summary"]) =>
      `${formatNumber(create)} created, ${formatNumber(update)} updated.`,
  },
  kinds: {
    Monitor: "Monitor",
    NotificationChannel: "Channel",
    Action: "Action",
    Page: "Status page",
    Layout: "Layout",
    Branding: "Branding",
    PageSettings: "Page settings",
    IncidentTemplate: "Incident template",
    Locale: "Language",
    Maintenance: "Maintenance",
    Schedule: "Schedule",
  } satisfies Record<Change["kind"], string>,
  confirm: {
    title: "Apply these documents?",
    lead: "Either all changes are applied or none. Monitors use their new settings right away.",
    creates: (number: number) => plural(number, "object will be created", "objects will be created"),
    updates: (number: number) => plural(number, "object will be changed", "objects will be changed"),
  },
} as const;
