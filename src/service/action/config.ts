import type { Config } from "../../lib/config.ts";
import { actionConfig } from "../../schema/action.ts";
import { parseConfig } from "../record/parse_config.ts";

export function checkActionConfig(config: Config): Config {
  return parseConfig(actionConfig, config);
}
