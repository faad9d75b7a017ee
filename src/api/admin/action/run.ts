import { actionRun, actionRunPage, actionRunQuery } from "../../../schema/action.ts";
import { cancelRun, getRun, listRuns, retryRun } from "../../../service/action/run.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/actions/runs";
const area = "actions";

/** Must precede the routes of one action, whose `:id` would match `runs`. */
export const actionRunRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List runs of actions, newest first",
    query: actionRunQuery,
    answer: { status: 200, schema: actionRunPage },
    handle: async ({ context, query }) => await listRuns(context, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Read a run",
    answer: { status: 200, schema: actionRun },
    handle: async ({ context, id }) => await getRun(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/retry`,
    area,
    summary: "Run again what has failed",
    description:
      "Begins a run of its own with another full round of attempts; the failed one stays in the history.",
    answer: { status: 202, schema: actionRun },
    refuses: { 409: "It has not failed." },
    handle: async ({ context, id }) => await retryRun(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/cancel`,
    area,
    summary: "Cancel a run that waits",
    answer: { status: 200, schema: actionRun },
    refuses: { 409: "It has begun or ended." },
    handle: async ({ context, id }) => await cancelRun(context, id),
  }),
];
