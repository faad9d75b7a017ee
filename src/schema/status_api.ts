import { z } from "zod";
import { id } from "./common.ts";
import { COMPONENT_STATUSES } from "./incident_status.ts";

const time = z.string().meta({ format: "date-time" });
const named = z.array(z.object({ id, name: z.string() }));
const optionalStatus = z.enum(COMPONENT_STATUSES).optional();

const componentStatus = z.enum([...COMPONENT_STATUSES, "under_maintenance"]);

export const statusSummary = z
  .object({
    page: z.object({
      name: z.string(),
      url: z.string(),
      status: z.enum(["operational", "has_issues", "under_maintenance"]),
    }),
    activeIncidents: z.array(
      z.object({
        id,
        name: z.string(),
        status: z.enum(["investigating", "identified", "monitoring", "resolved"]),
        impact: z.enum(["minor", "major", "critical"]),
        startedAt: time,
        updatedAt: time,
        url: z.string(),
        components: z.array(z.object({ id, name: z.string(), status: optionalStatus })).meta({
          description: "Only with `status` set by the incident.",
        }),
      }),
    ),
    activeMaintenances: z.array(
      z.object({
        id,
        name: z.string(),
        description: z.string().nullable(),
        status: z.enum(["in_progress", "not_started"]),
        startsAt: time,
        endsAt: time,
        duration: z.int().meta({ description: "Minutes." }),
        url: z.string(),
        components: named.meta({ description: "Empty for the whole page." }),
      }),
    ),
  })
  .meta({ id: "StatusSummary" });
export type StatusSummary = z.output<typeof statusSummary>;

export interface StatusComponent {
  id: number | string;
  name: string;
  status: z.output<typeof componentStatus>;
  description: string | null;
  isParent: boolean;
  children: StatusComponent[];
}

const component = z
  .object({
    id: z.union([id, z.string()]).meta({ description: "A number, or group:ID for a group." }),
    name: z.string(),
    status: componentStatus,
    description: z.string().nullable(),
    isParent: z.boolean(),
    get children() {
      return z.array(component);
    },
  })
  .meta({ id: "StatusComponent" });

export const statusComponents = z.object({ components: z.array(component) });
