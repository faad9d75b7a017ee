import type { Sent, StatusView } from "./view.ts";

/** Texts of pages that this one is not, and of the static copy. */
const ELSEWHERE = /^(?:signIn\.(?!signOut)|subscribe\.(?!open|rss|atom|api)|copy\.)/;
const ELSEWHERE_IN_COPY = /^(?:signIn|subscribe|page\.(?:stale|silent))/;

/** What the page shows and nothing more: the browser starts from exactly this. */
export function sentOf({ page, view, options }: Sent): Sent {
  const elsewhere = options.copy ? ELSEWHERE_IN_COPY : ELSEWHERE;
  const texts = Object.fromEntries(Object.entries(page.texts).filter(([key]) => !elsewhere.test(key)));
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
