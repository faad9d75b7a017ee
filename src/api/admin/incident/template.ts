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
const TAKEN = "A template with this name already exists.";

export const incidentTemplateRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area: "incidents",
    summary: "List incident templates, the built-in one first",
    response: { status: 200, schema: z.array(incidentTemplate) },
    handle: async ({ context }) => await listIncidentTemplates(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "incidents",
    summary: "Create an incident template",
    body: newIncidentTemplate,
    response: { status: 201, schema: incidentTemplate },
    refuses: { 409: TAKEN },
    handle: async ({ context, body }) => warnOfTemplate(await createIncidentTemplate(context, body)),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id/filled`,
    area: "incidents",
    summary: "Preview an incident template for some monitors",
    description: "A token also needs `monitors:read` if monitors are given.",
    query: filledTemplateQuery,
    response: { status: 200, schema: filledTemplate },
    handle: async ({ context, id, query }) => await getFilledTemplate(context, id, query),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Update an incident template",
    description:
      "`locales` replaces all languages. To change the default template, make another one the default.",
    body: incidentTemplateChange,
    response: { status: 200, schema: incidentTemplate },
    refuses: { 409: `${TAKEN} Or it is the default template: make another one the default instead.` },
    handle: async ({ context, id, body }) => warnOfTemplate(await updateIncidentTemplate(context, id, body)),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "incidents",
    summary: "Delete an incident template",
    description: "Its monitors use the default template instead.",
    response: { status: 204 },
    refuses: { 409: "The built-in template can't be deleted." },
    handle: async ({ context, id }) => await removeIncidentTemplate(context, id),
  }),
];
