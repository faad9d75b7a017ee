import type { PublicIncident, PublicMaintenance, PublicPage } from "../../schema/public_page.ts";

export interface CopySnapshot extends PublicPage {
  translated: Record<string, PublicIncident[]>;
  layouts: Record<string, PublicPage["layout"]>;
  translations: Record<string, Record<string, string>>;
  windows: Record<string, PublicMaintenance[]>;
}
