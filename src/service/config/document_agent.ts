import { findCheckType } from "../../check/registry.ts";
import { findAgentProblem } from "../../domain/monitor/agent_rule.ts";
import { locationRuleOf } from "../../domain/monitor/rule.ts";
import { findUnreadable, NO_AGENT } from "../../domain/vault/agent_vault.ts";
import type { Problem } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import type { AnyDocument } from "../../schema/document.ts";
import type { ConfigKind, DecidedConfig } from "./settings.ts";
import type { ConfigurationView, DocumentView } from "./view.ts";

/** A monitor whose agent was deleted may stay as it is: otherwise an export would not apply where it was made. */
export function findAgentProblems(
  body: AnyDocument,
  { config, isSame }: DecidedConfig,
  {
    kind,
    before,
    names,
  }: Pick<ConfigurationView, "names"> & { kind: ConfigKind; before: DocumentView | null },
): Problem[] {
  const owned = { owner: kind.owner, config };
  if (body.kind !== "Monitor") return findUnreadable(names, owned, NO_AGENT);
  const { type, agent } = body;
  const rule = locationRuleOf(body);
  if (before?.document.kind === "Monitor") {
    const stored = before.document;
    const isMoved = agent !== stored.agent || !isEqual(rule, locationRuleOf(stored));
    if (type === stored.type && isSame && !isMoved) return [];
  }
  const reason = findCheckType(type)?.findAgentReason?.(body.config) ?? null;
  const problem = findAgentProblem({ type, reason, agent, locations: rule.locations });
  return [...(problem ? [problem] : []), ...findUnreadable(names, owned, { ...rule, agent })];
}
