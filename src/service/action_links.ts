import { findMissingActions, listLinks, replaceLinks } from "../data/action_link.ts";
import { cancelUnlinkedRuns } from "../data/action_run.ts";
import { invalid, type Problem } from "../lib/errors.ts";
import type { ActionLink } from "../schema/action.ts";
import type { Context } from "./context.ts";
import { announceMonitor, getRow, recordMonitor, saveAndAnnounce } from "./monitor.ts";

export async function getMonitorActions(context: Context, id: number): Promise<{ actions: ActionLink[] }> {
  await getRow(context, id);
  return { actions: await listLinks(context.db, id) };
}

/** The monitor runs exactly these from now on; a run that waits for a link that is gone is cancelled. */
export async function setMonitorActions(
  context: Context,
  id: number,
  links: readonly ActionLink[],
): Promise<{ actions: ActionLink[] }> {
  const row = await getRow(context, id);
  await checkLinks(context, links);
  const before = await listLinks(context.db, id);
  if (JSON.stringify(before) !== JSON.stringify(inOrder(links))) {
    await saveAndAnnounce(
      context,
      [id],
      [
        ...replaceLinks(id, links),
        cancelUnlinkedRuns(id, context.now),
        recordMonitor(context, "Update", row, { fields: ["actions"] }),
      ],
    );
    announceMonitor(context, "monitor.updated", id);
  }
  return { actions: await listLinks(context.db, id) };
}

async function checkLinks(context: Context, links: readonly ActionLink[]): Promise<void> {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [i, { actionId, onStatus }] of links.entries()) {
    const name = `${actionId}/${onStatus}`;
    if (seen.has(name)) {
      problems.push({
        path: `actions[${i}]`,
        message: `Link an action once for each status: ${actionId} is there on ${onStatus} already.`,
      });
    }
    seen.add(name);
  }
  const missing = new Set(
    await findMissingActions(context.db, [...new Set(links.map((link) => link.actionId))]),
  );
  for (const [i, { actionId }] of links.entries()) {
    if (!missing.has(actionId)) continue;
    problems.push({ path: `actions[${i}].actionId`, message: `There is no action with the id ${actionId}.` });
  }
  const [first] = problems;
  if (first) throw invalid(`${first.path}: ${first.message}`, problems.slice(0, 100));
}

/** As they are read: a list in another order is the same list. */
function inOrder(links: readonly ActionLink[]): ActionLink[] {
  return links
    .map(({ actionId, onStatus, delayMinutes, cooldownMinutes }) => {
      return { actionId, onStatus, delayMinutes, cooldownMinutes };
    })
    .toSorted((a, b) => a.actionId - b.actionId || (a.onStatus < b.onStatus ? -1 : 1));
}
