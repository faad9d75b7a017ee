import { chosenPage } from "../../../lib/chosen_page.ts";

export const ROOT = "/admin/pages";

export type PagePart =
  | "settings"
  | "layout"
  | "branding"
  | "subscriptions"
  | "subscribers"
  | "subscribers/deliveries"
  | "static-copy";

const OF_DEFAULT: Record<PagePart, string> = {
  settings: `${ROOT}/main`,
  layout: "/admin/page",
  branding: "/admin/branding",
  subscriptions: "/admin/subscribers/settings",
  subscribers: "/admin/subscribers",
  "subscribers/deliveries": "/admin/subscribers/deliveries",
  "static-copy": "/admin/static-copy",
};

export function pathOf(key: string, part: PagePart): string {
  if (key === "main") return OF_DEFAULT[part];
  return part === "settings" ? `${ROOT}/${key}` : `${ROOT}/${key}/${part}`;
}

export function pathOfChosen(part: PagePart): string {
  return pathOf(chosenPage() ?? "main", part);
}
