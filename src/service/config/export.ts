import { compareDocuments } from "../../domain/config/document.ts";
import { findSharedVaults } from "../../domain/vault/reference.ts";
import { variablesOf } from "../../env.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { writeYaml } from "../../lib/yaml/write.ts";
import { type AlertPolicy, completePolicy } from "../../schema/alert_policy.ts";
import {
  type AnyDocument,
  DOCUMENT_KINDS,
  type DocumentKind,
  type DocumentQuery,
} from "../../schema/document.ts";
import { type Context, mayReach } from "../context.ts";
import { checkMayRead } from "./access.ts";
import { type DocumentView, viewConfiguration } from "./view.ts";

/** Everything, everything of a kind, or one object. */
export async function exportDocuments(context: Context, { kind, key }: DocumentQuery): Promise<string> {
  if (key !== undefined && kind === undefined) {
    const message = "Say of which kind: a key is unique within its kind.";
    throw invalid(message, [{ path: "kind", message }]);
  }
  const required: readonly DocumentKind[] = kind ? [kind] : ["NotificationChannel", "Monitor"];
  for (const one of required) checkMayRead(context, one);
  const hasActions = mayReach(context, "actions", "read");
  const wanted = (one: DocumentKind) => {
    if ((kind !== undefined && kind !== one) || (one === "Action" && !hasActions)) return [];
    return key === undefined ? "all" : [key];
  };
  const view = await viewConfiguration(context, {
    channels: wanted("NotificationChannel"),
    monitors: wanted("Monitor"),
    actions: wanted("Action"),
    sent: [],
  });
  const viewed: DocumentView[] = DOCUMENT_KINDS.flatMap((one) => [...view[one].values()]);
  if (key !== undefined && viewed.length === 0) throw notFound(`${kind} with the key ${key}`);
  for (const { row, kind: type } of viewed) {
    const [shared] = type ? findSharedVaults(view.names, { owner: type.owner, config: row.config }) : [];
    if (shared === undefined) continue;
    const message = `Several vaults are called ${shared}, and a document names a vault by its name: rename one first.`;
    throw new AppError("conflict", message);
  }
  const base = variablesOf(context.env).publicUrl ?? context.origin;
  return viewed
    .map(({ document }) => (hasActions ? document : withoutActions(document)))
    .sort(compareDocuments)
    .map((document) => {
      return `# yaml-language-server: $schema=${base}/schema/config.json\n${writeYaml(withoutOff(document))}`;
    })
    .join("---\n");
}

function withoutActions(document: AnyDocument): AnyDocument {
  if (document.kind !== "Monitor") return document;
  const { actions: _, ...rest } = document;
  return rest;
}

/** What a channel does beyond its links is written only where it is on. */
function withoutOff(document: AnyDocument): object {
  if (document.kind !== "NotificationChannel") return document;
  const { isDefault, allMonitors, alertPolicy: policy, ...rest } = document;
  return {
    ...rest,
    alertPolicy: withoutPlain(policy),
    ...(isDefault && { isDefault }),
    ...(allMonitors && { allMonitors }),
  };
}

/** Without reminders and escalation that are as they begin. */
function withoutPlain({ reminder, escalation, ...rest }: AlertPolicy): object {
  const plain = completePolicy({});
  return {
    ...rest,
    ...(!isEqual(reminder, plain.reminder) && { reminder }),
    ...(!isEqual(escalation, plain.escalation) && { escalation }),
  };
}
