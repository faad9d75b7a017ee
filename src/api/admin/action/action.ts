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
    answer: { status: 200, schema: z.array(action) },
    handle: async ({ context }) => await listAllActions(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Add an action",
    description: "A vault reference in its secrets needs vault:use from a token.",
    body: newAction,
    findMoreProblems: findActionConfigProblems,
    answer: { status: 201, schema: action },
    refuses: { 409: "The key is taken." },
    handle: async ({ context, body }) => warnOfAction(await createAction(context, body)),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area,
    summary: "Read an action",
    answer: { status: 200, schema: action },
    handle: async ({ context, id }) => await getAction(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area,
    summary: "Change an action",
    description: "Omitted fields stay unchanged; config is replaced whole.",
    body: actionChange,
    findMoreProblems: findActionConfigProblems,
    answer: { status: 200, schema: action },
    handle: async ({ context, id, body: { key: _, ...change } }) =>
      warnOfAction(await updateAction(context, id, change)),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area,
    summary: "Delete an action and its links",
    description: "What waits to be run is cancelled.",
    answer: { status: 204 },
    handle: async ({ context, id }) => await removeAction(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/run`,
    area,
    summary: "Run an action now",
    description:
      "For a monitor as it is now, or for none. A disabled action is not run: its run says so and is skipped.",
    body: runRequest,
    answer: { status: 202, schema: actionRun },
    handle: async ({ context, id, body }) => await runAction(context, id, body),
  }),
  endpoint({
    method: "GET",
    path: MONITOR,
    area,
    summary: "Read which actions a monitor runs",
    answer: { status: 200, schema: actionLinks },
    handle: async ({ context, id }) => await getMonitorActions(context, id),
  }),
  endpoint({
    method: "PUT",
    path: MONITOR,
    area,
    summary: "Set which actions a monitor runs",
    description: "Waiting runs of removed links are cancelled.",
    body: actionLinksChange,
    answer: { status: 200, schema: actionLinks },
    handle: async ({ context, id, body }) => await updateMonitorActions(context, id, body),
  }),
];
