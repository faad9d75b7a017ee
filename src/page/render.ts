import { renderDocument, renderSignIn } from "../../dist/status/render.js";
import type { RenderOptions, StatusView } from "../../web/status/view.ts";
import type { PublicIncident, PublicMaintenance, PublicPage } from "../schema/public_page.ts";

export type { RenderOptions };
export { renderSignIn };

/** The page at `/`. */
export function renderPage(page: PublicPage, options: RenderOptions): string {
  return renderDocument(page, { kind: "home" }, options);
}

export function renderIncidentPage(
  page: PublicPage,
  incident: PublicIncident,
  options: RenderOptions,
): string {
  return renderDocument(page, { kind: "incident", incident }, options);
}

export function renderMaintenancePage(
  page: PublicPage,
  maintenance: PublicMaintenance,
  options: RenderOptions,
): string {
  return renderDocument(page, { kind: "maintenance", maintenance }, options);
}

export interface HistoryPart {
  /** Newest first. */
  incidents: readonly PublicIncident[];
  page: number;
  pages: number;
}

export function renderHistoryPage(page: PublicPage, part: HistoryPart, options: RenderOptions): string {
  return renderDocument(page, { kind: "history", ...part } satisfies StatusView, options);
}

/** For an address that has nothing: answer it with 404. */
export function renderMissingPage(page: PublicPage, options: RenderOptions): string {
  return renderDocument(page, { kind: "not_found" }, options);
}
