import { z } from "zod";
import {
  type Maintenance,
  maintenance,
  maintenanceChange,
  newMaintenance,
  occurrenceMove,
  occurrenceSkip,
} from "../../../schema/maintenance.ts";
import type { Context } from "../../../service/context.ts";
import {
  createMaintenance,
  endMaintenance,
  getMaintenance,
  listMaintenance,
  removeMaintenance,
  updateMaintenance,
} from "../../../service/incident/maintenance.ts";
import {
  moveOccurrence,
  restoreOccurrence,
  skipOccurrence,
} from "../../../service/incident/occurrence_change.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/maintenance";

function occurrenceEndpoint<Body extends z.ZodType>(
  deed: "skip" | "move" | "restore",
  {
    summary,
    body,
    refused,
    change,
  }: {
    summary: string;
    body: Body;
    refused: string;
    change: (context: Context, id: number, body: z.output<Body>) => Promise<Maintenance>;
  },
): Endpoint {
  return endpoint({
    method: "POST",
    path: `${ROOT}/:id/occurrences/${deed}`,
    area: "maintenance",
    summary,
    body,
    answer: { status: 200, schema: maintenance },
    refuses: { 409: refused },
    handle: async (call) => await change(call.context, call.id, call.body),
  });
}

export const maintenanceRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area: "maintenance",
    summary: "List maintenance windows, the latest first",
    answer: { status: 200, schema: z.array(maintenance) },
    handle: async ({ context }) => await listMaintenance(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "maintenance",
    summary: "Plan a maintenance window",
    body: newMaintenance,
    answer: { status: 201, schema: maintenance },
    handle: async ({ context, body }) => await createMaintenance(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/active`,
    area: "maintenance",
    summary: "List the windows that are running",
    answer: { status: 200, schema: z.array(maintenance) },
    handle: async ({ context }) => await listMaintenance(context, { isActive: true }),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area: "maintenance",
    summary: "Read a maintenance window",
    answer: { status: 200, schema: maintenance },
    handle: async ({ context, id }) => await getMaintenance(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area: "maintenance",
    summary: "Change a maintenance window",
    body: maintenanceChange,
    answer: { status: 200, schema: maintenance },
    handle: async ({ context, id, body }) => await updateMaintenance(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "maintenance",
    summary: "Delete a maintenance window",
    answer: { status: 204 },
    handle: async ({ context, id }) => await removeMaintenance(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/end`,
    area: "maintenance",
    summary: "End a running window now",
    answer: { status: 200, schema: maintenance },
    refuses: { 409: "The window is not running." },
    handle: async ({ context, id }) => await endMaintenance(context, id),
  }),
  occurrenceEndpoint("skip", {
    summary: "Leave one occurrence of a recurring maintenance out",
    body: occurrenceSkip,
    refused: "It takes place once, or the occurrence is running or over.",
    change: skipOccurrence,
  }),
  occurrenceEndpoint("move", {
    summary: "Move one occurrence of a recurring maintenance",
    body: occurrenceMove,
    refused: "It takes place once, the occurrence is over, or it runs and another start is given.",
    change: moveOccurrence,
  }),
  occurrenceEndpoint("restore", {
    summary: "Let an occurrence that was skipped or moved take place as planned",
    body: occurrenceSkip,
    refused: "It takes place once, or the occurrence is over.",
    change: restoreOccurrence,
  }),
];
