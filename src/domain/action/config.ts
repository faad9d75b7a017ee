import { findSet } from "../../lib/at_path.ts";
import type { Config } from "../../lib/config.ts";
import { findSecretHeaders } from "../../lib/secret_headers.ts";

export const ACTION_KIND = {
  findSecrets: (config: Config) => [...findSecretHeaders(config), ...findSet(config, [["signingSecret"]])],
  destinationOf: (config: Config) => String(config["url"] ?? ""),
};

export function actionSealName(key: string): string {
  return `action/${key}`;
}
