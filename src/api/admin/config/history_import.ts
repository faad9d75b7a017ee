import { historyImport, historyImported } from "../../../schema/history_import.ts";
import { importHistory } from "../../../service/incident/history_import.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

export const historyImportRoutes: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/admin/import/history",
    area: "imports",
    summary: "Import incidents, maintenance and subscribers of another service",
    description:
      "Keeps the original times and notifies no one. Items added by an earlier import stay as they are. Monitors are referred to by key.",
    body: historyImport,
    answer: { status: 200, schema: historyImported },
    refuses: { 409: "Another import is adding the same history." },
    handle: async ({ context, body }) => await importHistory(context, body),
  }),
];
