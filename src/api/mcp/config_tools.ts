import { z } from "zod";
import { PART_OF } from "../../domain/config/document.ts";
import type { ImportResponse } from "../../schema/document.ts";
import { ALL_KINDS } from "../../schema/document_kind.ts";
import { applyDocuments, validateDocuments } from "../../service/config/import.ts";
import { READS, REPLACES, type Tool, tool } from "./tool.ts";
import { twoCalls } from "./two_calls.ts";
import { joinLines, panelLink } from "./words.ts";

const area = "config";
const otherAreas = [...new Set(Object.values(PART_OF))];

const input = {
  documents: z
    .string()
    .min(1)
    .max(1_000_000)
    .meta({ description: "YAML documents, each with kind, key and the settings of its kind." }),
};

const diffTool = tool({
  name: "diff_config",
  title: "Compare documents",
  description:
    "Validates YAML documents and lists what applying them would create or change. Changes nothing.",
  area,
  otherAreas,
  level: "write",
  hints: READS,
  input: z.strictObject(input),
  async run(context, { documents }) {
    return { text: describeChanges(await validateDocuments(context, documents, ALL_KINDS)) };
  },
});

const applyTool = twoCalls({
  name: "apply_config",
  title: "Apply documents",
  description: "Creates and updates objects from YAML documents, all or nothing. Deletes nothing.",
  area,
  otherAreas,
  level: "write",
  hints: REPLACES,
  notifying: "choice",
  input,
  async preview(context, { documents }) {
    const found = await validateDocuments(context, documents, ALL_KINDS);
    const text = describeChanges(found);
    return { text, subject: text, notifying: changesMaintenance(found) ? "choice" : "none" };
  },
  async run(context, { documents }, notifies) {
    const text = describeChanges(await applyDocuments(context, documents, ALL_KINDS, { notifies }));
    return { text: joinLines([text, panelLink(context, "/config")]) };
  },
});

function changesMaintenance({ changes }: ImportResponse): boolean {
  return changes.some(({ kind, action }) => kind === "Maintenance" && action !== "unchanged");
}

function describeChanges(found: ImportResponse): string {
  const { dryRun, summary, changes } = found;
  const { create, update, unchanged } = summary;
  const changed = changes.filter(({ action }) => action !== "unchanged");
  return joinLines([
    dryRun
      ? `${create} to create, ${update} to update, ${unchanged} unchanged.`
      : `${create} created, ${update} updated, ${unchanged} unchanged.`,
    ...changed.map(({ kind, key, action, fields }) =>
      [action, `${kind}/${key}`, fields?.length ? `(${fields.join(", ")})` : ""].join(" ").trim(),
    ),
    changesMaintenance(found)
      ? "With notify: true, subscribers are notified of new and moved maintenance."
      : "",
  ]);
}

export const configTools: readonly Tool[] = [diffTool, applyTool];
