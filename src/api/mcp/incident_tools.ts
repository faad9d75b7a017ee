import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import {
  type Incident,
  incidentBody,
  incidentQuery,
  newIncident,
  newIncidentUpdate,
} from "../../schema/incident.ts";
import type { Context } from "../../service/context.ts";
import {
  createIncident,
  getIncident,
  listIncidents,
  publishIncident,
  removeIncident,
} from "../../service/incident/incident.ts";
import { postIncidentUpdate } from "../../service/incident/post_update.ts";
import { describeAudience } from "./audience.ts";
import { describeIncident, summariseIncident } from "./incident_text.ts";
import { listReferred, monitorRef } from "./reference.ts";
import { ADDS, ADDS_OUTSIDE, READS, REMOVES, type Tool, type ToolResponse, tool } from "./tool.ts";
import { type Preview, twoCalls } from "./two_calls.ts";
import { joinLines, panelLink } from "./words.ts";

const area = "incidents";
const incidentId = z.int().positive();

const listTool = tool({
  name: "list_incidents",
  title: "Incidents",
  description: "Incidents by state: open, draft or resolved; all by default, latest first.",
  area,
  level: "read",
  hints: READS,
  input: z.strictObject({
    state: incidentQuery.shape.state,
    search: incidentQuery.shape.search,
    limit: z.int().min(1).max(50).default(20),
  }),
  async run(context, query) {
    const { items, total } = await listIncidents(context, query);
    const lines = items.map(summariseIncident);
    return { text: joinLines([`${items.length} of ${total}:`, ...lines, panelLink(context, "/incidents")]) };
  },
});

const getTool = tool({
  name: "get_incident",
  title: "Incident",
  description: "One incident with all its updates, newest first.",
  area,
  level: "read",
  hints: READS,
  input: z.strictObject({ id: incidentId }),
  run: async (context, { id }) => await response(context, await getIncident(context, id)),
});

const draftTool = tool({
  name: "draft_incident",
  title: "Draft an incident",
  description: "Saves a draft that only the team sees. Show it to the user, then publish_incident.",
  area,
  level: "write",
  hints: ADDS,
  input: z.strictObject({
    title: newIncident.shape.title.meta({ description: "What visitors notice, in a few words." }),
    body: incidentBody.meta({ description: "The first update for visitors, in Markdown." }),
    impact: newIncident.shape.impact,
    status: newIncident.shape.status.default("investigating"),
    monitors: z
      .array(monitorRef)
      .max(100)
      .default([])
      .meta({ description: "The affected monitors. Empty: the whole page." }),
  }),
  async run(context, { monitors, ...fields }) {
    const monitorIds = (await listReferred(context, monitors)).map(({ id }) => id);
    const wanted = newIncident.parse({ ...fields, monitorIds, draft: true });
    return await response(context, await createIncident(context, wanted));
  },
});

const publishTool = twoCalls({
  name: "publish_incident",
  title: "Publish a draft",
  description: "Puts a draft on the status page.",
  area,
  level: "write",
  hints: ADDS_OUTSIDE,
  notifying: "choice",
  input: { id: incidentId },
  async preview(context, { id }) {
    const incident = await getIncident(context, id);
    if (!incident.draft) throw new AppError("conflict", "This incident is already published.");
    return await previewed(context, incident, "incident.created");
  },
  async run(context, { id }, notify) {
    return await published(
      context,
      await publishIncident(context, id, { notifySubscribers: notify }),
      notify,
    );
  },
});

const updateFields = { id: incidentId, body: incidentBody };

const postTool = twoCalls({
  name: "post_incident_update",
  title: "Post an update",
  description: "Posts an update to an incident. The incident takes the update's status.",
  area,
  level: "write",
  hints: ADDS_OUTSIDE,
  notifying: "choice",
  input: { ...updateFields, status: newIncidentUpdate.shape.status.exclude(["resolved"]) },
  preview: previewUpdate,
  run: postUpdate,
});

const resolveTool = twoCalls({
  name: "resolve_incident",
  title: "Resolve an incident",
  description: "Posts a last update and resolves the incident.",
  area,
  level: "write",
  hints: ADDS_OUTSIDE,
  notifying: "choice",
  input: updateFields,
  preview: async (context, input) => await previewUpdate(context, { ...input, status: "resolved" }),
  run: async (context, input, notify) => await postUpdate(context, { ...input, status: "resolved" }, notify),
});

const deleteTool = twoCalls({
  name: "delete_incident",
  title: "Delete an incident",
  description: "Deletes an incident or draft with all its updates, for good.",
  area,
  level: "write",
  hints: REMOVES,
  notifying: "nobody",
  input: { id: incidentId },
  async preview(context, { id }) {
    const incident = await getIncident(context, id);
    const where = incident.draft ? "It is a draft: visitors never saw it." : "Visitors no longer see it.";
    return { text: joinLines([await describeIncident(context, incident), where]), subject: incident.version };
  },
  async run(context, { id }) {
    await removeIncident(context, id);
    return { text: joinLines([`Incident #${id} is deleted.`, panelLink(context, "/incidents")]) };
  },
});

interface Update {
  id: number;
  body: string;
  status: Incident["status"];
}

async function previewUpdate(context: Context, { id, body, status }: Update): Promise<Preview> {
  const incident = await getIncident(context, id);
  const type = status === "resolved" ? "incident.resolved" : "incident.updated";
  const { text, subject } = await previewed(context, incident, type);
  return { text: joinLines([`New update, ${status}: ${body}`, "To:", text]), subject };
}

async function postUpdate(
  context: Context,
  { id, body, status }: Update,
  notify: boolean,
): Promise<ToolResponse> {
  const { notifySubscribers, draft } = await getIncident(context, id);
  if (notify && !notifySubscribers && !draft)
    throw new AppError("conflict", "This incident was published without notifications: send notify: false.");
  const wanted = newIncidentUpdate.parse({ body, status });
  return await published(context, await postIncidentUpdate(context, id, wanted, { notify }), notify);
}

async function previewed(
  context: Context,
  incident: Incident,
  type: "incident.created" | "incident.updated" | "incident.resolved",
): Promise<Preview> {
  const { monitorIds, pageKeys, pageWide: isPageWide, version, draft, notifySubscribers } = incident;
  const isHidden = draft && type !== "incident.created";
  const isSilent = !draft && !notifySubscribers;
  const audience =
    isHidden || isSilent ? "" : await describeAudience(context, { type, monitorIds, isPageWide, pageKeys });
  const text = joinLines([
    await describeIncident(context, incident),
    audience,
    isHidden && "It is a draft: only the team sees this, and no one is notified.",
    isSilent && "It was published without notifying: no one is notified, so send notify: false.",
  ]);
  return { text, subject: version };
}

async function published(context: Context, incident: Incident, notify: boolean): Promise<ToolResponse> {
  const { text, data } = await response(context, incident);
  const isNotified = notify && !incident.draft;
  const note = isNotified ? "Subscribers are being notified." : "No one is notified.";
  return { text: joinLines([text, note]), data: { ...data, notified: isNotified } };
}

async function response(context: Context, incident: Incident): Promise<ToolResponse> {
  const { id, draft, status } = incident;
  const text = joinLines([await describeIncident(context, incident), panelLink(context, `/incidents/${id}`)]);
  return { text, data: { id, draft, status } };
}

export const incidentTools: readonly Tool[] = [
  listTool,
  getTool,
  draftTool,
  publishTool,
  postTool,
  resolveTool,
  deleteTool,
];
