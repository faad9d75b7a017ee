import {
  incident,
  incidentChange,
  incidentPage,
  incidentQuery,
  incidentUpdateChange,
  newIncident,
  newIncidentUpdate,
  writtenPostMortem,
} from "../../../schema/incident.ts";
import {
  createIncident,
  getIncident,
  listIncidents,
  publishIncident,
  removeIncident,
  updateIncident,
} from "../../../service/incident/incident.ts";
import { removePostMortem, savePostMortem } from "../../../service/incident/post_mortem.ts";
import { postIncidentUpdate } from "../../../service/incident/post_update.ts";
import { correctIncidentUpdate, removeIncidentUpdate } from "../../../service/incident/update.ts";
import { type Call, type Endpoint, endpoint } from "../../endpoint.ts";
import { parseId } from "../../serve.ts";

const ROOT = "/api/v1/admin/incidents";

const updateOf = ({ id, params }: Pick<Call, "id" | "params">) => ({
  incidentId: id,
  updateId: parseId(params["updateId"] ?? ""),
});

export const incidentRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area: "incidents",
    summary: "List incidents, latest first",
    description: "A draft is neither open nor resolved. `search` matches titles and updates.",
    query: incidentQuery,
    response: { status: 200, schema: incidentPage },
    handle: async ({ context, query }) => await listIncidents(context, query),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "incidents",
    summary: "Create an incident",
    description:
      "Publishes the incident and notifies subscribers, unless it is a draft or `notifySubscribers` is false.",
    body: newIncident,
    response: { status: 201, schema: incident },
    handle: async ({ context, body }) => await createIncident(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Get an incident",
    response: { status: 200, schema: incident },
    handle: async ({ context, id }) => await getIncident(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Update an incident without notifying",
    description: "To change the status, post an update.",
    body: incidentChange,
    response: { status: 200, schema: incident },
    handle: async ({ context, id, body }) => await updateIncident(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Delete an incident and its updates",
    response: { status: 204 },
    handle: async ({ context, id }) => await removeIncident(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/publish`,
    area: "incidents",
    summary: "Publish a draft",
    description:
      "Its updates are posted with the current time, and subscribers are notified of a new incident.",
    response: { status: 200, schema: incident },
    refuses: { 409: "The incident is already published." },
    handle: async ({ context, id }) => await publishIncident(context, id),
  }),
  endpoint({
    method: "PUT",
    path: `${ROOT}/:id/post-mortem`,
    area: "incidents",
    summary: "Create or update an incident's post-mortem",
    description:
      "Publishing adds a separate page and feed entries, and notifies the incident's subscribers once. Set `publishedAt` to null to unpublish it.",
    body: writtenPostMortem,
    response: { status: 200, schema: incident },
    refuses: { 409: "The incident is a draft: publish it first." },
    handle: async ({ context, id, body }) => await savePostMortem(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id/post-mortem`,
    area: "incidents",
    summary: "Delete an incident's post-mortem without notifying",
    response: { status: 204 },
    handle: async ({ context, id }) => await removePostMortem(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/updates`,
    area: "incidents",
    summary: "Post an update",
    description:
      "The incident takes the update's status. Any status except resolved reopens a resolved incident. With `publishAt`, the update is scheduled and only the team sees it until then.",
    body: newIncidentUpdate,
    response: { status: 201, schema: incident },
    handle: async ({ context, id, body }) => await postIncidentUpdate(context, id, body),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id/updates/:updateId`,
    area: "incidents",
    summary: "Edit an update without notifying",
    description: "For a posted update, only the text can change. For a scheduled update, everything can.",
    body: incidentUpdateChange,
    refuses: { 409: "The update is already posted: `components` and `publishAt` can't be changed." },
    response: { status: 200, schema: incident },
    handle: async ({ context, id, params, body }) =>
      await correctIncidentUpdate(context, updateOf({ id, params }), body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id/updates/:updateId`,
    area: "incidents",
    summary: "Delete an update without notifying",
    description: "The incident keeps its status. A scheduled update is not posted.",
    response: { status: 204 },
    handle: async ({ context, id, params }) => await removeIncidentUpdate(context, updateOf({ id, params })),
  }),
];
