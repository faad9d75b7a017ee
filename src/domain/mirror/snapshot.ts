import type { PublicIncident, PublicMaintenance, PublicPage } from "../../schema/public_page.ts";

/** What a page of the static copy rereads: the page in its main language. */
export interface CopySnapshot extends PublicPage {
  /** Incidents that say something else in another language, by its code. */
  translated: Record<string, PublicIncident[]>;
  /** The layout in the other languages, where headings or texts say something else in one. */
  layouts: Record<string, PublicPage["layout"]>;
  /** The page's texts that are written anew in another language, by its code. */
  translations: Record<string, Record<string, string>>;
  /** Windows that say something else in another language, by its code. */
  windows: Record<string, PublicMaintenance[]>;
}
