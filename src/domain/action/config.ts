import type { Config } from "../../lib/config.ts";
import { findSecretHeaders } from "../../lib/secret_headers.ts";
import { findSet } from "../../lib/secret_paths.ts";

export const ACTION_KIND = {
  findSecrets: (config: Config) => [...findSecretHeaders(config), ...findSet(config, [["signingSecret"]])],
  destinationOf: (config: Config) => String(config["url"] ?? ""),
};

export function actionSealName(key: string): string {
  return `action/${key}`;
}
