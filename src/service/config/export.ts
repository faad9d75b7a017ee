import { compareDocuments, isDocumentKind, PART_OF } from "../../domain/config/document.ts";
import { findSharedVaults } from "../../domain/vault/reference.ts";
import { variablesOf } from "../../env.ts";
import { AppError, invalidField, notFound } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { maskAddresses } from "../../lib/redact.ts";
import { writeYaml } from "../../lib/yaml/write.ts";
import { type AlertPolicy, completePolicy } from "../../schema/alert_policy.ts";
import type { AnyDocument } from "../../schema/document.ts";
import { ALL_KINDS, type AnyKind, DOCUMENT_KINDS, type DocumentKind } from "../../schema/document_kind.ts";
import { type Context, mayReach } from "../context.ts";
import { checkMayRead } from "./access.ts";
import { pageDocuments, viewPage } from "./page_view.ts";
import { type DocumentView, viewConfiguration } from "./view.ts";

export async function exportDocuments(
  context: Context,
  { kind: kinds, key }: { kind?: readonly AnyKind[] | undefined; key?: string | undefined },
): Promise<string> {
  if (key !== undefined && kinds?.length !== 1) {
    throw invalidField("kind", "Set the kind: a key is unique within its kind.");
  }
  const isAll = kinds?.length === ALL_KINDS.length;
  const required = (kinds ?? DOCUMENT_KINDS).filter((one) => one !== "Action" || (kinds && !isAll));
  for (const one of required) checkMayRead(context, one);
  const core = await exportCore(context, { kinds, key });
  const page = kinds?.some((one) => !isDocumentKind(one)) ? await exportPage(context, { kinds, key }) : [];
  if (key !== undefined && core.length + page.length === 0)
    throw notFound(`${kinds?.[0]} with the key ${key}`);
  const base = variablesOf(context.env).publicUrl ?? context.origin;
  const head = (query: string) => `# yaml-language-server: $schema=${base}/schema/config.json${query}\n`;
  const write = (query: string) => (document: object) => `${head(query)}${writeYaml(document)}`;
  if (core.length + page.length === 0) return `${head("")}# Nothing is configured.\n`;
  return [...core.map(write("")), ...page.map(write("?kind=all"))].join("---\n");
}

interface ExportQuery {
  kinds: readonly AnyKind[] | undefined;
  key: string | undefined;
}

async function exportPage(context: Context, { kinds = [], key }: ExportQuery): Promise<object[]> {
  return pageDocuments(await viewPage(context), context.now)
    .filter((one) => kinds.includes(one.kind) && (key === undefined || one.key === key))
    .map(({ document }) => document);
}

async function exportCore(context: Context, { kinds, key }: ExportQuery): Promise<object[]> {
  if (kinds && !kinds.some(isDocumentKind)) return [];
  const hasActions = mayReach(context, "actions", "read");
  const wanted = (one: DocumentKind) => {
    if ((kinds && !kinds.includes(one)) || (one === "Action" && !hasActions)) return [];
    return key === undefined ? "all" : [key];
  };
  const view = await viewConfiguration(context, {
    channels: wanted("NotificationChannel"),
    monitors: wanted("Monitor"),
    actions: wanted("Action"),
    sent: [],
  });
  const viewed: DocumentView[] = DOCUMENT_KINDS.flatMap((one) => [...view[one].values()]);
  for (const { row, kind: type } of viewed) {
    const [shared] = type ? findSharedVaults(view.names, { owner: type.owner, config: row.config }) : [];
    if (shared === undefined) continue;
    const message = `Several vaults are named ${shared}: rename all but one first.`;
    throw new AppError("conflict", message);
  }
  return viewed
    .map(({ document }) => (hasActions ? document : withoutActions(document)))
    .map((document) => withoutCredentials(context, document))
    .sort(compareDocuments)
    .map(withoutOff);
}

function withoutActions(document: AnyDocument): AnyDocument {
  if (document.kind !== "Monitor") return document;
  const { actions: _, ...rest } = document;
  return rest;
}

/** Users with write access can restore the export elsewhere; readers get masks. */
function withoutCredentials(context: Context, document: AnyDocument): AnyDocument {
  if (mayReach(context, PART_OF[document.kind], "write")) return document;
  return { ...document, config: maskAddresses(document.config) };
}

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

function withoutPlain({ reminder, escalation, ...rest }: AlertPolicy): object {
  const plain = completePolicy({});
  return {
    ...rest,
    ...(!isEqual(reminder, plain.reminder) && { reminder }),
    ...(!isEqual(escalation, plain.escalation) && { escalation }),
  };
}
