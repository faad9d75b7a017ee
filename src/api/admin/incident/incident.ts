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
    summary: "List incidents, the latest first",
    description: "A draft is neither open nor resolved. `search` looks in titles and updates.",
    query: incidentQuery,
    answer: { status: 200, schema: incidentPage },
    handle: async ({ context, query }) => await listIncidents(context, query),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "incidents",
    summary: "Open an incident",
    description: "Publishes it and notifies subscribers, unless it is a draft or notifySubscribers is false.",
    body: newIncident,
    answer: { status: 201, schema: incident },
    handle: async ({ context, body }) => await createIncident(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Read an incident",
    answer: { status: 200, schema: incident },
    handle: async ({ context, id }) => await getIncident(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Change an incident, silently",
    description: "Its status changes with its updates: post one.",
    body: incidentChange,
    answer: { status: 200, schema: incident },
    handle: async ({ context, id, body }) => await updateIncident(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Delete an incident with its updates",
    answer: { status: 204 },
    handle: async ({ context, id }) => await removeIncident(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/publish`,
    area: "incidents",
    summary: "Publish a draft",
    description: "Its updates count as posted now, and subscribers are notified of a new incident.",
    answer: { status: 200, schema: incident },
    refuses: { 409: "The incident is published already." },
    handle: async ({ context, id }) => await publishIncident(context, id),
  }),
  endpoint({
    method: "PUT",
    path: `${ROOT}/:id/post-mortem`,
    area: "incidents",
    summary: "Write, publish or correct the post-mortem of an incident",
    description:
      "Publishing adds a separate page and feed entries, and notifies the incident's subscribers once. Set publishedAt to null to unpublish it.",
    body: writtenPostMortem,
    answer: { status: 200, schema: incident },
    refuses: { 409: "The incident is a draft: publish it first." },
    handle: async ({ context, id, body }) => await savePostMortem(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id/post-mortem`,
    area: "incidents",
    summary: "Delete the post-mortem of an incident, silently",
    answer: { status: 204 },
    handle: async ({ context, id }) => await removePostMortem(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/updates`,
    area: "incidents",
    summary: "Post an update",
    description:
      "The incident takes its status. One that is not resolved opens a resolved incident again. With publishAt it is scheduled: until then only the team sees it.",
    body: newIncidentUpdate,
    answer: { status: 201, schema: incident },
    handle: async ({ context, id, body }) => await postIncidentUpdate(context, id, body),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id/updates/:updateId`,
    area: "incidents",
    summary: "Correct the text of an update, silently",
    description: "Of one that is planned everything can be changed until it is posted.",
    body: incidentUpdateChange,
    refuses: { 409: "The update is posted, and `components` or `publishAt` was given." },
    answer: { status: 200, schema: incident },
    handle: async ({ context, id, params, body }) =>
      await correctIncidentUpdate(context, updateOf({ id, params }), body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id/updates/:updateId`,
    area: "incidents",
    summary: "Delete an update, silently",
    description: "The incident keeps its status. One that is planned is never posted.",
    answer: { status: 204 },
    handle: async ({ context, id, params }) => await removeIncidentUpdate(context, updateOf({ id, params })),
  }),
];
