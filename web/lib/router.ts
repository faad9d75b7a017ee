import { createSignal } from "solid-js";

export interface Place {
  path: string;
  search: string;
  hash: string;
}

/** Returning true blocks the navigation until `go` is called. */
type LeaveAsker = (go: () => void) => boolean;

const [place, setPlace] = createSignal<Place>(read());
const [isMoved, setIsMoved] = createSignal(false);

const askers = new Set<LeaveAsker>();
let position = positionOf(history.state);
let isTakingBack = false;
let isAllowed = false;

history.replaceState({ position }, "");
window.addEventListener("popstate", onBrowserMove);

/** False until the first navigation: a fresh page keeps the browser's focus. */
export { isMoved, place };

export function navigate(to: string, { replace = false, isForced = false } = {}): void {
  if (to === window.location.pathname + window.location.search + window.location.hash) return;
  const go = () => {
    if (replace) history.replaceState({ position }, "", to);
    else history.pushState({ position: ++position }, "", to);
    move();
    if (!replace) window.scrollTo(0, 0);
  };
  const isLeaving = viewOf(read(new URL(to, window.location.href))) !== viewOf(read());
  if (isLeaving && !isForced) askToLeave(go);
  else go();
}

export function askToLeave(go: () => void): void {
  if (!isBlocked(go)) go();
}

export function askBeforeLeaving(ask: LeaveAsker): () => void {
  askers.add(ask);
  return () => void askers.delete(ask);
}

export function queryOf(name: string): string {
  return new URLSearchParams(place().search).get(name) ?? "";
}

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

export function numberIn(path: string): number {
  return Number(/\/(\d{1,15})(?:\/|$)/.exec(path)?.[1] ?? 0);
}

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

/** The browser has already moved, so blocking means moving back. */
function onBrowserMove(): void {
  const next = positionOf(history.state);
  const steps = next - position;
  if (isTakingBack) {
    isTakingBack = false;
    return;
  }
  const go = () => {
    isAllowed = true;
    history.go(steps);
  };
  if (steps !== 0 && !isAllowed && viewOf(read()) !== viewOf(place()) && isBlocked(go)) {
    isTakingBack = true;
    history.go(-steps);
    return;
  }
  isAllowed = false;
  position = next;
  move();
}

/** Confirming one question is enough, even if several forms are unsaved. */
function isBlocked(go: () => void): boolean {
  return [...askers].some((ask) => ask(go));
}

function move(): void {
  setIsMoved(true);
  setPlace(read());
}

function positionOf(state: unknown): number {
  const found = (state as { position?: unknown } | null)?.position;
  return typeof found === "number" ? found : 0;
}

/** Filters keep a form, but another tab replaces it. */
function viewOf({ path, search }: Place): string {
  return `${path} ${new URLSearchParams(search).get("tab") ?? ""}`;
}

function read(
  { pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash"> = window.location,
): Place {
  return { path: pathname.length > 1 ? pathname.replace(/\/+$/, "") : pathname, search, hash };
}
