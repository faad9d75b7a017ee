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
    response: { status: 200, schema: actionRunPage },
    handle: async ({ context, query }) => await listRuns(context, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Get a run",
    response: { status: 200, schema: actionRun },
    handle: async ({ context, id }) => await getRun(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/retry`,
    area,
    summary: "Retry a failed run",
    description: "Starts a new run with a full set of attempts. The failed run stays in the history.",
    response: { status: 202, schema: actionRun },
    refuses: { 409: "It has not failed, so it can't be retried." },
    handle: async ({ context, id }) => await retryRun(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/cancel`,
    area,
    summary: "Cancel a pending run",
    response: { status: 200, schema: actionRun },
    refuses: { 409: "The run has already started or finished." },
    handle: async ({ context, id }) => await cancelRun(context, id),
  }),
];
