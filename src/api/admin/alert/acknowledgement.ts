import { newAcknowledgement, newSnooze } from "../../../schema/acknowledgement.ts";
import { monitor } from "../../../schema/monitor.ts";
import { acknowledge, snooze, unacknowledge, unsnooze } from "../../../service/alert/acknowledgement.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/monitors/:id";
const area = "monitors";

export const acknowledgementRoutes: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${ROOT}/acknowledge`,
    area,
    summary: "Acknowledge a monitor's failure",
    description:
      "Notifies everyone who was alerted. Reminders and escalations stop until the monitor recovers, or until `untilMs`.",
    body: newAcknowledgement,
    response: { status: 200, schema: monitor },
    refuses: { 409: "The monitor is not failing." },
    handle: async ({ context, id, body }) => await acknowledge(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/acknowledge`,
    area,
    summary: "Remove the acknowledgement of a monitor's failure",
    description: "Notifies everyone who was alerted. Reminders and escalations continue.",
    response: { status: 204 },
    handle: async ({ context, id }) => await unacknowledge(context, id),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/snooze`,
    area,
    summary: "Snooze a monitor's alerts",
    description: "If the monitor is still failing when the snooze ends, an alert is sent then.",
    body: newSnooze,
    response: { status: 200, schema: monitor },
    handle: async ({ context, id, body }) => await snooze(context, id, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/snooze`,
    area,
    summary: "End a monitor's snooze",
    response: { status: 204 },
    handle: async ({ context, id }) => await unsnooze(context, id),
  }),
];
