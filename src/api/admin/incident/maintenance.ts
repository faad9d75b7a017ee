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
    response: { status: 200, schema: maintenance },
    refuses: { 409: refused },
    handle: async (call) => await change(call.context, call.id, call.body),
  });
}

export const maintenanceRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area: "maintenance",
    summary: "List maintenance windows, latest first",
    response: { status: 200, schema: z.array(maintenance) },
    handle: async ({ context }) => await listMaintenance(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "maintenance",
    summary: "Create a maintenance window",
    body: newMaintenance,
    response: { status: 201, schema: maintenance },
    handle: async ({ context, body }) => await createMaintenance(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/active`,
    area: "maintenance",
    summary: "List maintenance windows in progress",
    response: { status: 200, schema: z.array(maintenance) },
    handle: async ({ context }) => await listMaintenance(context, { isActive: true }),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:id`,
    area: "maintenance",
    summary: "Get a maintenance window",
    response: { status: 200, schema: maintenance },
    handle: async ({ context, id }) => await getMaintenance(context, id),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:id`,
    area: "maintenance",
    summary: "Update a maintenance window",
    body: maintenanceChange,
    response: { status: 200, schema: maintenance },
    handle: async ({ context, id, body }) => await updateMaintenance(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area: "maintenance",
    summary: "Delete a maintenance window",
    response: { status: 204 },
    handle: async ({ context, id }) => await removeMaintenance(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/:id/end`,
    area: "maintenance",
    summary: "End a maintenance window now",
    response: { status: 200, schema: maintenance },
    refuses: { 409: "The maintenance window is not in progress." },
    handle: async ({ context, id }) => await endMaintenance(context, id),
  }),
  occurrenceEndpoint("skip", {
    summary: "Skip an occurrence of a recurring maintenance",
    body: occurrenceSkip,
    refused: "The maintenance doesn't recur, or the occurrence has started or ended.",
    change: skipOccurrence,
  }),
  occurrenceEndpoint("move", {
    summary: "Move an occurrence of a recurring maintenance",
    body: occurrenceMove,
    refused:
      "The maintenance doesn't recur, the occurrence has ended, or it is in progress and the start differs.",
    change: moveOccurrence,
  }),
  occurrenceEndpoint("restore", {
    summary: "Restore a skipped or moved occurrence",
    body: occurrenceSkip,
    refused: "The maintenance doesn't recur, or the occurrence has ended.",
    change: restoreOccurrence,
  }),
];
