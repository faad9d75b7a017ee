import type { PageText } from "./page_text.ts";

/** Every text of the public page, by its groups. Wording with numbers is neutral to them, or has a form for each. */
export const PAGE_TEXTS: readonly PageText[] = [
  { key: "status.up", group: "Status Labels", en: "Operational", pl: "Działa" },
  { key: "status.degraded", group: "Status Labels", en: "Degraded", pl: "Działa gorzej" },
  { key: "status.down", group: "Status Labels", en: "Down", pl: "Nie działa" },
];
