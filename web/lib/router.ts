import { createSignal } from "solid-js";

export interface Place {
  path: string;
  search: string;
  hash: string;
}

const [place, setPlace] = createSignal<Place>(read());
const [isMoved, setIsMoved] = createSignal(false);

window.addEventListener("popstate", () => move());

/** Where the panel is. */
/** False until the first move inside the panel: a page that was just opened keeps the browser's own focus. */
export { isMoved, place };

export function navigate(to: string, { replace = false } = {}): void {
  if (to === window.location.pathname + window.location.search + window.location.hash) return;
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  move();
  if (!replace) window.scrollTo(0, 0);
}

export function queryOf(name: string): string {
  return new URLSearchParams(place().search).get(name) ?? "";
}

/** Changes parts of the query and keeps the rest; an empty one is taken out. */
export function setQuery(
  changes: Readonly<Record<string, string>>,
  options: { replace?: boolean } = {},
): void {
  const query = new URLSearchParams(place().search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  navigate(window.location.pathname + (text === "" ? "" : `?${text}`), options);
}

/** Opens links of the panel without loading it again; for `click` on the document. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (link?.target !== "" || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || !isPanelPath(link.pathname)) return;
  if (link.hash !== "" && link.pathname === location.pathname && link.search === location.search) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

export function isPanelPath(path: string): boolean {
  return path === "/admin" || path.startsWith("/admin/");
}

function move(): void {
  setIsMoved(true);
  setPlace(read());
}

function read(): Place {
  const { pathname, search, hash } = window.location;
  return { path: pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname, search, hash };
}
