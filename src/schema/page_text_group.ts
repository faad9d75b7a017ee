export const PAGE_TEXT_GROUPS = [
  "Status Labels",
  "Overall Page Status",
  "Page Copy",
  "Empty States",
  "Uptime Bars & Tooltips",
  "Incidents",
  "Response Time Chart",
  "Subscriptions",
  "Private Page Sign-in",
] as const;
export type PageTextGroup = (typeof PAGE_TEXT_GROUPS)[number];
