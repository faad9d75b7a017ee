export const DOCUMENT_KINDS = ["NotificationChannel", "Monitor", "Action"] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const PAGE_KINDS = [
  "Page",
  "Layout",
  "Branding",
  "PageSettings",
  "IncidentTemplate",
  "Locale",
  "Maintenance",
  "Schedule",
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export const ALL_KINDS = [...DOCUMENT_KINDS, ...PAGE_KINDS] as const;
export type AnyKind = (typeof ALL_KINDS)[number];
