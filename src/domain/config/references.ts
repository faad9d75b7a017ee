import type { Problem } from "../../lib/errors.ts";
import type { AnyDocument } from "../../schema/document.ts";
import { DOCUMENT_KINDS, type DocumentKind } from "../../schema/document_kind.ts";
import { agentsOf, noAgent } from "../monitor/agent_rule.ts";

type Keys = Readonly<Record<DocumentKind, ReadonlySet<string>>>;
type KnownKeys = Record<DocumentKind, Set<string>>;

export function knownKeys(stored: Keys, bodies: readonly AnyDocument[]): KnownKeys {
  const known = Object.fromEntries(DOCUMENT_KINDS.map((kind) => [kind, new Set(stored[kind])])) as KnownKeys;
  for (const { kind, key } of bodies) known[kind].add(key);
  return known;
}

interface Outside {
  templates: readonly { name: string }[];
  agentKeys: ReadonlySet<string>;
}

export function findMissing(
  body: AnyDocument,
  known: KnownKeys,
  { templates, agentKeys }: Outside,
): Problem[] {
  const missing = (kind: DocumentKind, keys: readonly string[], placeOf: (i: number) => string) =>
    keys.flatMap((key, i) => {
      if (known[kind].has(key)) return [];
      return [{ path: placeOf(i), message: noneWithKey(kind, key) }];
    });
  if (body.kind === "NotificationChannel") return [];
  if (body.kind === "Action")
    return missing("NotificationChannel", body.failureNotifications, (i) => `failureNotifications[${i}]`);
  const { notifications, dependsOn, actions = [], autoIncident, agent, locations = [] } = body;
  const unknownAgents = agentsOf({ agent, locations }).filter(({ key }) => !agentKeys.has(key));
  const template = autoIncident?.template;
  const isKnown = template === undefined || templates.some(({ name }) => name === template);
  const message = `There is no incident template named ${template}.`;
  return [
    ...missing("NotificationChannel", notifications, (i) => `notifications[${i}]`),
    ...missing("Monitor", dependsOn, (i) => `dependsOn[${i}]`),
    ...missing(
      "Action",
      actions.map(({ action }) => action),
      (i) => `actions[${i}].action`,
    ),
    ...unknownAgents.map(({ path, key }) => ({ path, message: noAgent(key) })),
    ...(isKnown ? [] : [{ path: "autoIncident.template", message }]),
  ];
}

const WORDS: Readonly<Record<DocumentKind, string>> = {
  NotificationChannel: "channel",
  Monitor: "monitor",
  Action: "action",
};

export function noneWithKey(kind: DocumentKind, key: string): string {
  return `No ${WORDS[kind]} has the key ${key}, neither stored nor in the documents.`;
}

export function describeCycle(
  cycle: readonly string[],
  documents: readonly { place: string; body: AnyDocument }[],
): Problem {
  const own = documents.find(({ body }) => body.kind === "Monitor" && cycle.includes(body.key));
  const path = `${own?.place ?? `Monitor[${cycle[0]}]`}.dependsOn`;
  if (cycle.length === 1) return { path, message: "A monitor can't depend on itself." };
  const way = [...cycle, cycle[0]].slice(0, 12).join(" → ");
  return { path, message: `This creates a cycle: ${way}${cycle.length > 11 ? " → …" : ""}.` };
}
