import type { Config } from "../../lib/config.ts";
import { findSecretHeaders } from "../../lib/secret_headers.ts";
import { findSet } from "../../lib/secret_paths.ts";

/** Where an action's config has secrets, and whom those go to. */
export const ACTION_KIND = {
  findSecrets: (config: Config) => [...findSecretHeaders(config), ...findSet(config, [["signingSecret"]])],
  destinationOf: (config: Config) => String(config["url"] ?? ""),
};

/** The name that an action's secrets are sealed under. */
export function actionSealName(key: string): string {
  return `action/${key}`;
}
