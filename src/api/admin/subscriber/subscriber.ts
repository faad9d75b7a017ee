import { z } from "zod";
import {
  audienceQuery,
  audienceResponse,
  subscriberExportQuery,
  subscriberPage,
  subscriberQuery,
} from "../../../schema/subscriber_list.ts";
import { countAudience } from "../../../service/subscriber/audience.ts";
import { exportSubscribers } from "../../../service/subscriber/export.ts";
import { eraseSubscriber, listSubscribers } from "../../../service/subscriber/list.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/subscribers";
const area = "subscribers";
const CSV = "text/csv";

export const subscriberRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List subscribers, newest first",
    query: subscriberQuery,
    response: { status: 200, schema: subscriberPage },
    handle: async ({ context, query }) => await listSubscribers(context, query),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/export`,
    area,
    summary: "Export subscribers as CSV, oldest first",
    description:
      "All that match the filters, or those in `ids`. Cells that a spreadsheet would run as a formula start with an apostrophe.",
    query: subscriberExportQuery,
    response: { status: 200, schema: z.string(), type: CSV },
    async handle({ context, query, headers }) {
      const day = new Date(context.now).toISOString().slice(0, 10);
      headers.set("Content-Type", `${CSV}; charset=utf-8`);
      headers.set("Content-Disposition", `attachment; filename="subscribers-${day}.csv"`);
      headers.set("Cache-Control", "no-store");
      return new Response(await exportSubscribers(context, query), { headers });
    },
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/count`,
    area,
    summary: "Count the subscribers an event would notify now",
    query: audienceQuery,
    response: { status: 200, schema: audienceResponse },
    handle: async ({ context, query }) => await countAudience(context, query),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:id`,
    area,
    summary: "Delete a subscriber",
    description:
      "Deletes the address, the choices and all delivery records. The audit log keeps the id and type.",
    response: { status: 204 },
    handle: async ({ context, id }) => await eraseSubscriber(context, id),
  }),
];
