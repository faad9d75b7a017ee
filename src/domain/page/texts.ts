import type { PageTextGroup } from "../../schema/page_text_group.ts";
import en from "./languages/en.json" with { type: "json" };
import pl from "./languages/pl.json" with { type: "json" };
import type { PageText } from "./text.ts";

const GROUPS: Readonly<Record<string, PageTextGroup>> = {
  status: "Status Labels",
  overall: "Overall Page Status",
  page: "Page Copy",
  copy: "Page Copy",
  maintenance: "Page Copy",
  empty: "Empty States",
  uptime: "Uptime Bars & Tooltips",
  incidents: "Incidents",
  chart: "Response Time Chart",
  subscribe: "Subscriptions",
  mail: "Subscriptions",
  signIn: "Private Page Sign-in",
};

const polish: Readonly<Record<string, string>> = pl;

export const PAGE_TEXTS: readonly PageText[] = Object.entries(en).map(([key, text]) => ({
  key,
  group: GROUPS[key.split(".", 1)[0] ?? key] ?? "Page Copy",
  en: text,
  pl: polish[key] ?? text,
}));

export const VISITOR_TEXTS: readonly PageText[] = PAGE_TEXTS.filter(({ key }) => !key.startsWith("mail."));
