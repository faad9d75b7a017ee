import { guard, type Statement } from "../../data/db.ts";
import { isThere, type StoredIncident, updateIncidentRow } from "../../data/incident.ts";
import { correctPostMortemInEvents, insertPostMortemEvent } from "../../data/public_event.ts";
import { decidePostMortem, findPostMortemProblem } from "../../domain/incident/post_mortem.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import type { Incident, WrittenPostMortem } from "../../schema/incident.ts";
import type { Context } from "../context.ts";
import { entityOf, recordUpdate } from "../record/audit.ts";
import { edit, objectOf } from "../record/version.ts";
import { announced, getIncident, getView } from "./incident.ts";

export async function savePostMortem(
  context: Context,
  id: number,
  { version, ...written }: WrittenPostMortem,
): Promise<Incident> {
  const { now } = context;
  const problem = findPostMortemProblem(written, now);
  if (problem) throw invalid(problem.message, [problem]);
  return await change(context, { id, version }, (before) => {
    if (before.draft && written.publishedAt !== null)
      throw new AppError("conflict", "The incident is a draft: publish it first.");
    const after = decidePostMortem(written, now);
    return {
      row: { postMortem: after, ...(isNews(before, after.publishedAt) && { updatedAt: now }) },
      statements: [
        ...(after.publishedAt === null ? [] : [insertPostMortemEvent(id, now)]),
        correctPostMortemInEvents(id, after),
      ],
    };
  });
}

export async function removePostMortem(context: Context, id: number): Promise<void> {
  await change(context, { id, version: undefined }, (before) => {
    if (!before.postMortem) throw notFound("post-mortem");
    return { row: { postMortem: null }, statements: [] };
  });
}

async function change(
  context: Context,
  { id, version }: { id: number; version: number | undefined },
  decide: (before: StoredIncident) => {
    row: Pick<Parameters<typeof updateIncidentRow>[2], "postMortem" | "updatedAt">;
    statements: Statement[];
  },
): Promise<Incident> {
  const isChanged = await edit(context, {
    object: objectOf("incident", id),
    version,
    load: async () => await getView(context, id),
    decide: async (before) => {
      const { row, statements } = decide(before);
      const changes = decideChanges({ postMortem: before.postMortem }, { postMortem: row.postMortem });
      if (Object.keys(changes).length === 0) return [];
      return [
        guard(isThere(id)),
        updateIncidentRow(context.db, id, row),
        ...statements,
        ...recordUpdate(context, { ...entityOf("incident", { id, name: before.title }), changes }),
      ];
    },
  });
  return isChanged ? await announced(context, id) : await getIncident(context, id);
}

function isNews({ postMortem }: StoredIncident, publishedAt: number | null): boolean {
  return publishedAt !== null && (postMortem?.publishedAt ?? null) === null;
}
