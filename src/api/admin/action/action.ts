import { z } from "zod";
import {
  action,
  actionChange,
  actionLinks,
  actionLinksChange,
  actionRun,
  newAction,
  runRequest,
} from "../../../schema/action.ts";
import {
  createAction,
  getAction,
  listAllActions,
  removeAction,
  updateAction,
} from "../../../service/action/action.ts";
import { getMonitorActions, updateMonitorActions } from "../../../service/action/links.ts";
import { runAction } from "../../../service/action/run.ts";
import { warnOfAction } from "../../../service/alert/placeholder_warnings.ts";
import { findActionConfigProblems } from "../../../service/config/problems.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/actions";
const MONITOR = "/api/v1/admin/monitors/:id/actions";
const area = "actions";

export const actionRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List actions by name",
    response: { status: 200, schema: z.array(action) },
    handle: async ({ context }) => await listAllActions(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Create an action",
    description: "A token needs `vault:use` to reference a vault in the secrets.",
    body: newAction,
    findMoreProblems: findActionConfigProblems,
    response: { status: 201, schema: action },
    refuses: { 409: "The key is already in use." },
    handle: async ({ context, body }) => warnOfAction(await createAction(context, body)),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Get an action",
    response: { status: 200, schema: action },
    handle: async ({ context, id }) => await getAction(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area,
    summary: "Update an action",
    description: "Omitted fields stay unchanged. `config` is replaced entirely.",
    body: actionChange,
    findMoreProblems: findActionConfigProblems,
    response: { status: 200, schema: action },
    handle: async ({ context, id, body: { key: _, ...change } }) =>
      warnOfAction(await updateAction(context, id, change)),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area,
    summary: "Delete an action and its links",
    description: "Pending runs are cancelled.",
    response: { status: 204 },
    handle: async ({ context, id }) => await removeAction(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/run`,
    area,
    summary: "Run an action now",
    description:
      "For a monitor in its current status, or without a monitor. A disabled action does not run: the run is recorded as skipped.",
    body: runRequest,
    response: { status: 202, schema: actionRun },
    handle: async ({ context, id, body }) => await runAction(context, id, body),
  }),
  endpoint({
    method: "GET",
    path: MONITOR,
    area,
    summary: "List the actions a monitor runs",
    response: { status: 200, schema: actionLinks },
    handle: async ({ context, id }) => await getMonitorActions(context, id),
  }),
  endpoint({
    method: "PUT",
    path: MONITOR,
    area,
    summary: "Set which actions a monitor runs",
    description: "Pending runs of removed links are cancelled.",
    body: actionLinksChange,
    response: { status: 200, schema: actionLinks },
    handle: async ({ context, id, body }) => await updateMonitorActions(context, id, body),
  }),
];
