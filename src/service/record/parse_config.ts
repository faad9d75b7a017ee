import type { ZodType } from "zod";
import type { Config } from "../../lib/config.ts";
import { refuseFields } from "../../lib/errors.ts";
import { formatPath } from "../../lib/format_path.ts";
import { hasName, isDeeperThan } from "../../lib/nesting.ts";
import { explainJsonIssue } from "../../schema/explain_issue.ts";

const MOST_LEVELS = 20;

export function parseConfig(schema: ZodType, config: Config): Config {
  if (isDeeperThan(config, MOST_LEVELS))
    refuseFields([{ path: "config", message: `Nest it at most ${MOST_LEVELS} levels deep.` }]);
  if (hasName(config, "__proto__"))
    refuseFields([{ path: "config", message: "Leave out the name __proto__." }]);
  const result = schema.safeParse(config, { error: explainJsonIssue });
  const issues = result.error?.issues ?? [];
  refuseFields(issues.map(({ path, message }) => ({ path: formatPath(["config", ...path]), message })));
  return result.data as Config;
}
