import { z } from "zod";
import {
  filledTemplate,
  filledTemplateQuery,
  incidentTemplate,
  incidentTemplateChange,
  newIncidentTemplate,
} from "../../../schema/incident_template.ts";
import { warnOfTemplate } from "../../../service/alert/placeholder_warnings.ts";
import { getFilledTemplate } from "../../../service/incident/filled_template.ts";
import {
  createIncidentTemplate,
  listIncidentTemplates,
  removeIncidentTemplate,
  updateIncidentTemplate,
} from "../../../service/incident/template.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/incident-templates";
const TAKEN = "There is a template of this name already.";

export const incidentTemplateRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area: "incidents",
    summary: "List the incident templates, the built-in one first",
    answer: { status: 200, schema: z.array(incidentTemplate) },
    handle: async ({ context }) => await listIncidentTemplates(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "incidents",
    summary: "Add an incident template",
    body: newIncidentTemplate,
    answer: { status: 201, schema: incidentTemplate },
    refuses: { 409: TAKEN },
    handle: async ({ context, body }) => warnOfTemplate(await createIncidentTemplate(context, body)),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/filled`,
    area: "incidents",
    summary: "Read a template's texts as an incident of some monitors would begin with them",
    description: "A token needs monitors:read too, where it names monitors.",
    query: filledTemplateQuery,
    answer: { status: 200, schema: filledTemplate },
    handle: async ({ context, id, query }) => await getFilledTemplate(context, id, query),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Change an incident template",
    description:
      "`locales` replaces all of its languages. To have another default, make that one the default.",
    body: incidentTemplateChange,
    answer: { status: 200, schema: incidentTemplate },
    refuses: { 409: `${TAKEN} Or it is the default, which it can't stop being by itself.` },
    handle: async ({ context, id, body }) => warnOfTemplate(await updateIncidentTemplate(context, id, body)),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Delete an incident template",
    description: "Monitors that used it use the default one.",
    answer: { status: 204 },
    refuses: { 409: "It is the built-in one." },
    handle: async ({ context, id }) => await removeIncidentTemplate(context, id),
  }),
];
