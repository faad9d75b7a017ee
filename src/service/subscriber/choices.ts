import { listTags } from "../../data/monitor.ts";
import { type PageSnapshot, settingsIn } from "../../domain/page/view.ts";
import { invalid, type Problem, refuseFields } from "../../lib/errors.ts";
import type { SignUpProblem } from "../../schema/sign_up_problem.ts";
import type { Context } from "../context.ts";

interface Scope {
  monitorIds: readonly number[];
  tags: readonly string[];
}

/** Choices already stored may stay: a monitor that leaves the page for a while keeps its subscribers. */
export async function refuseUnoffered(
  context: Context,
  snapshot: PageSnapshot,
  { asked, stored }: { asked: Scope; stored: Scope },
): Promise<void> {
  const monitorIds = without(asked.monitorIds, stored.monitorIds);
  const tags = without(asked.tags, stored.tags);
  if (monitorIds.length + tags.length === 0) return;
  if (!settingsIn(snapshot).allowComponentScope) {
    const message =
      "Components can't be chosen here: leave out monitorIds and tags to follow the whole page.";
    throw invalid(message, [{ path: "monitorIds", message, code: "notHere" satisfies SignUpProblem }]);
  }
  const placed = snapshot.page.monitors.map(({ id }) => id);
  const known = tags.length === 0 ? [] : [...(await listTags(context.db, placed)).values()].flat();
  const problems = [
    ...findUnknown(asked.monitorIds, { path: "monitorIds", known: [...placed, ...stored.monitorIds] }),
    ...findUnknown(asked.tags, { path: "tags", known: [...known, ...stored.tags] }),
  ];
  refuseFields(problems);
}

function without<T>(list: readonly T[], others: readonly T[]): T[] {
  const known = new Set(others);
  return list.filter((one) => !known.has(one));
}

function findUnknown<T>(
  asked: readonly T[],
  { path, known }: { path: string; known: readonly T[] },
): Problem[] {
  const all = new Set(known);
  return asked.flatMap((one, i) =>
    all.has(one)
      ? []
      : [
          {
            path: `${path}[${i}]`,
            message: "This isn't on the page: choose from the listed ones.",
            code: "notHere" satisfies SignUpProblem,
          },
        ],
  );
}
