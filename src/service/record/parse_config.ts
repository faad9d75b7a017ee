import type { ZodType } from "zod";
import type { Config } from "../../lib/config.ts";
import { invalid, type Problem } from "../../lib/errors.ts";
import { formatPath } from "../../lib/format_path.ts";
import { hasName, isDeeperThan } from "../../lib/nesting.ts";
import { explainJsonIssue } from "../../schema/explain_issue.ts";

const MOST_LEVELS = 20;
const MOST_PROBLEMS = 100;

/** The config as its schema reads it; throws with every problem's place below `config`. */
export function parseConfig(schema: ZodType, config: Config): Config {
  if (isDeeperThan(config, MOST_LEVELS))
    throw refusal([{ path: "config", message: `Nest it at most ${MOST_LEVELS} levels deep.` }]);
  if (hasName(config, "__proto__"))
    throw refusal([{ path: "config", message: "Leave out the name __proto__." }]);
  const result = schema.safeParse(config, { error: explainJsonIssue });
  if (result.success) return result.data as Config;
  throw refusal(
    result.error.issues
      .slice(0, MOST_PROBLEMS)
      .map(({ path, message }) => ({ path: formatPath(["config", ...path]), message })),
  );
}

function refusal(problems: readonly Problem[]) {
  const [first] = problems;
  return invalid(first ? `${first.path}: ${first.message}` : "The config is not valid.", problems);
}
