import type { CheckType } from "../check/check_type.ts";
import { CHECK_TYPES, findCheckType } from "../check/registry.ts";
import { invalid, type Problem } from "../lib/errors.ts";
import { formatPath } from "../lib/format_path.ts";
import { hasName, isDeeperThan } from "../lib/nesting.ts";
import type { Settings } from "../lib/settings.ts";

const MOST_LEVELS = 20;

export function typeOf(type: string): CheckType {
  const found = findCheckType(type);
  if (found) return found;
  const message = `There is no monitor type ${type}: use ${CHECK_TYPES.map((known) => known.type).join(", ")}.`;
  throw invalid(message, [{ path: "type", message }]);
}

/** Throws with every problem's place below `config`. */
export function checkConfig({ config: schema }: CheckType, config: Settings): void {
  if (isDeeperThan(config, MOST_LEVELS))
    throw refusal([{ path: "config", message: `Nest it at most ${MOST_LEVELS} levels deep.` }]);
  if (hasName(config, "__proto__"))
    throw refusal([{ path: "config", message: "Leave out the name __proto__." }]);
  const result = schema.safeParse(config);
  if (result.success) return;
  throw refusal(
    result.error.issues
      .slice(0, 100)
      .map(({ path, message }) => ({ path: formatPath(["config", ...path]), message })),
  );
}

function refusal(problems: readonly Problem[]) {
  const [first] = problems;
  return invalid(first ? `${first.path}: ${first.message}` : "The config is not valid.", problems);
}
