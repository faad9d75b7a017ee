import { findIncidentTemplate, type IncidentTemplateRow } from "../../data/incident_template.ts";
import { listLocales } from "../../data/locale.ts";
import { getSiteName } from "../../data/site.ts";
import { fillTemplate as fillWording, type OutageFacts } from "../../domain/incident/wording.ts";
import { AppError, invalid, notFound } from "../../lib/errors.ts";
import type { FilledTemplate, FilledTemplateQuery } from "../../schema/incident_template.ts";
import type { Monitor } from "../../schema/monitor.ts";
import { type Context, mayReach } from "../context.ts";
import { listMonitors } from "../monitor/monitor.ts";

const MOST_NAMED = 3;

export async function getFilledTemplate(
  context: Context,
  id: number,
  { monitorIds = [], since, status }: FilledTemplateQuery,
): Promise<FilledTemplate> {
  if (monitorIds.length > 0 && !mayReach(context, "monitors", "read")) {
    throw new AppError("forbidden", "To fill in monitor details, the token needs monitors:read.");
  }
  const [template, monitors] = await Promise.all([
    findIncidentTemplate(context.db, id),
    monitorIds.length > 0 ? listMonitors(context, {}) : [],
  ]);
  if (!template) throw notFound("incident template");
  const meant = monitors.filter((monitor) => monitorIds.includes(monitor.id));
  if (meant.length < new Set(monitorIds).size) {
    throw invalid("One of these monitors does not exist.", [
      { path: "monitorIds", message: "One of these monitors does not exist." },
    ]);
  }
  const failing = meant.filter(({ currentStatus }) => currentStatus !== "up");
  const { now } = context;
  const startedAt = since ?? Math.min(now, ...failing.flatMap(({ statusSince }) => statusSince ?? []));
  const filled = await fillTemplate(context, template, {
    monitor: meant.length > 0 ? joinNames(meant) : await getSiteName(context.db),
    startedAt,
    durationMs: Math.max(0, now - startedAt),
    error: failing.find(({ message }) => message !== "")?.message ?? "",
    status,
  });
  const { title, body, resolvedBody, locales } = filled;
  return { title, body, resolvedBody, impact: template.impact, locales, startedAt };
}

export async function fillTemplate({ db }: Context, template: IncidentTemplateRow, facts: OutageFacts) {
  const isOriginal = template.builtIn && template.updatedAt === template.createdAt;
  return fillWording({ ...template, isOriginal }, facts, await listLocales(db));
}

function joinNames(monitors: readonly Monitor[]): string {
  const named = monitors.slice(0, MOST_NAMED).map(({ name, publicName }) => publicName ?? name);
  const rest = monitors.length - named.length;
  return rest > 0 ? `${named.join(", ")} + ${rest}` : named.join(", ");
}
