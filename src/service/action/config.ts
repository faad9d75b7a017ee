import { findSet } from "../../check/secret_paths.ts";
import type { Config } from "../../lib/config.ts";
import { findSecretHeaders } from "../../lib/secret_headers.ts";
import { actionConfig } from "../../schema/action.ts";
import { parseConfig } from "../config/parse_config.ts";

/** Where an action's config has secrets, and whom those go to. */
export const ACTION_KIND = {
  findSecrets: (config: Config) => [...findSecretHeaders(config), ...findSet(config, [["signingSecret"]])],
  destinationOf: (config: Config) => String(config["url"] ?? ""),
};

/** The name that an action's secrets are sealed under. */
export function actionSealName(key: string): string {
  return `action/${key}`;
}

/** The config with its defaults; throws with every problem's place below `config`. */
export function checkActionConfig(config: Config): Config {
  return parseConfig(actionConfig, config);
}
