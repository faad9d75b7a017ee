import type { PublicIncident, PublicPage } from "../../schema/public_page.ts";

/** What a page of the static copy rereads: the page in its main language. */
export interface CopySnapshot extends PublicPage {
  /** Incidents that say something else in another language, by its code. */
  translated: Record<string, PublicIncident[]>;
}
