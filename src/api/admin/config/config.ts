import { z } from "zod";
import type { AreaName } from "../../../domain/access/area.ts";
import { PART_OF } from "../../../domain/config/document.ts";
import { documentQuery, importQuery, importResponse } from "../../../schema/document.ts";
import { exportDocuments } from "../../../service/config/export.ts";
import { applyDocuments, validateDocuments } from "../../../service/config/import.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";
import { readQuery } from "../../query.ts";

const ROOT = "/api/v1/admin/config";
const area = "config";
const bodyType = "application/yaml";
const lists = ["kind"];
const text = z.string().meta({
  description:
    "Documents of kind Monitor, NotificationChannel and Action. Other kinds are included only if listed in `kind`.",
});

function areasFor(url: URL): readonly AreaName[] {
  const { data: { kind: kinds = [] } = {} } = importQuery.safeParse(readQuery(url, lists));
  return kinds.map((kind) => PART_OF[kind]);
}

export const configRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${ROOT}/export`,
    area,
    areasFor,
    summary: "Export the configuration as YAML documents",
    description:
      "Exports channels, monitors and actions, or the kinds listed in `kind`. Requires read permission for every exported kind. Actions are omitted for operators and for tokens without `actions:read`.",
    query: documentQuery,
    lists,
    response: { status: 200, schema: z.string(), type: bodyType },
    refuses: {
      404: "The object was not found.",
      409: "A referenced vault has the same name as another vault.",
    },
    async handle({ context, query, headers }) {
      headers.set("Content-Type", `${bodyType}; charset=utf-8`);
      headers.set("Cache-Control", "no-store");
      return new Response(await exportDocuments(context, query), { headers });
    },
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/validate`,
    area,
    areasFor,
    summary: "Validate documents and preview the changes",
    query: importQuery,
    lists,
    body: text,
    bodyType,
    response: { status: 200, schema: importResponse },
    handle: async ({ context, body, query }) => await validateDocuments(context, body, query.kind),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/apply`,
    area,
    areasFor,
    summary: "Apply documents",
    description:
      "Creates and updates the objects, all or nothing. Deletes nothing. Applying the same documents again changes nothing.",
    query: importQuery,
    lists,
    body: text,
    bodyType,
    response: { status: 200, schema: importResponse },
    refuses: { 409: "Other requests kept changing the configuration." },
    handle: async ({ context, body, query }) => await applyDocuments(context, body, query.kind),
  }),
];
