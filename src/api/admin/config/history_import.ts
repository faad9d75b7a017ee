import { historyImport, historyImported } from "../../../schema/history_import.ts";
import { importHistory } from "../../../service/incident/history_import.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

export const historyImportRoutes: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/admin/import/history",
    area: "imports",
    summary: "Import incidents, maintenance and subscribers from another service",
    description:
      "Keeps the original times and notifies no one. Items from an earlier import stay unchanged. Monitors are referenced by key.",
    body: historyImport,
    response: { status: 200, schema: historyImported },
    refuses: { 409: "Another import of the same history is running." },
    handle: async ({ context, body }) => await importHistory(context, body),
  }),
];
