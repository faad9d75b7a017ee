import { listLinks, replaceLinks } from "../../data/action_link.ts";
import { cancelUnlinkedRuns } from "../../data/action_run.ts";
import type { Statement } from "../../data/db.ts";
import { listMissing } from "../../data/missing.ts";
import type { MonitorRow } from "../../data/monitor.ts";
import { markMonitorsStale } from "../../data/watch.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import { noneWithId, type Problem, refuseFields } from "../../lib/errors.ts";
import type { ActionLink } from "../../schema/action.ts";
import type { Context } from "../context.ts";
import { editMonitor, getRow } from "../monitor/monitor_edit.ts";
import { entityOf, recordUpdate } from "../record/audit.ts";

export async function getMonitorActions(
  context: Context,
  id: number,
): Promise<{ actions: ActionLink[]; version: number }> {
  const { version } = await getRow(context, id);
  return { actions: await listLinks(context.db, id), version };
}

export async function updateMonitorActions(
  context: Context,
  id: number,
  { actions, version }: { actions: readonly ActionLink[]; version?: number | undefined },
): Promise<{ actions: ActionLink[]; version: number }> {
  const decide = (row: MonitorRow) => decideLinks(context, row, actions);
  await editMonitor(context, id, { version, decide });
  return await getMonitorActions(context, id);
}

async function decideLinks(
  context: Context,
  row: MonitorRow,
  links: readonly ActionLink[],
): Promise<Statement[]> {
  const { id } = row;
  await checkLinks(context, links);
  const changes = decideChanges({ actions: await listLinks(context.db, id) }, { actions: inOrder(links) });
  if (Object.keys(changes).length === 0) return [];
  return [
    ...replaceLinks(context.db, id, links),
    ...cancelUnlinkedRuns(id, context.now),
    ...recordUpdate(context, { ...entityOf("monitor", row), changes }),
    markMonitorsStale([id]),
  ];
}

async function checkLinks(context: Context, links: readonly ActionLink[]): Promise<void> {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [i, { actionId, onStatus }] of links.entries()) {
    const name = `${actionId}/${onStatus}`;
    if (seen.has(name)) {
      problems.push({
        path: `actions[${i}]`,
        message: `Link an action once per status: ${actionId} is already linked on ${onStatus}.`,
      });
    }
    seen.add(name);
  }
  const missing = new Set(
    await listMissing(context.db, { noun: "action", ids: links.map((link) => link.actionId) }),
  );
  for (const [i, { actionId }] of links.entries()) {
    if (!missing.has(actionId)) continue;
    problems.push({ path: `actions[${i}].actionId`, message: noneWithId("action", actionId) });
  }
  refuseFields(problems);
}

function inOrder(links: readonly ActionLink[]): ActionLink[] {
  return links
    .map(({ actionId, onStatus, delayMinutes, cooldownMinutes }) => {
      return { actionId, onStatus, delayMinutes, cooldownMinutes };
    })
    .toSorted((a, b) => a.actionId - b.actionId || (a.onStatus < b.onStatus ? -1 : 1));
}
