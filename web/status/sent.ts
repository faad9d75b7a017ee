import type { Sent, StatusView } from "./view.ts";

/** Texts of pages that this one is not. */
const ELSEWHERE = /^(?:signIn\.(?!signOut)|subscribe\.(?!open|rss|atom|api))/;

/** What the page shows and nothing more: the browser starts from exactly this. */
export function sentOf({ page, view, options }: Sent): Sent {
  const texts = Object.fromEntries(Object.entries(page.texts).filter(([key]) => !ELSEWHERE.test(key)));
  const site = { ...page.site, customCss: "" };
  const isHome = view.kind === "home";
  const others = {
    monitors: [],
    charts: {},
    incidents: incidentsOf(view),
    maintenances: maintenancesOf(view),
  };
  const layout = { ...page.layout, children: isHome ? page.layout.children : [] };
  return { page: { ...page, site, layout, texts, ...(isHome ? {} : others) }, view, options };
}

function incidentsOf(view: StatusView) {
  return view.kind === "incident" ? [view.incident] : [];
}

function maintenancesOf(view: StatusView) {
  return view.kind === "maintenance" ? [view.maintenance] : [];
}
