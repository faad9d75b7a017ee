import { z } from "zod";
import type { AreaName } from "../../../domain/access/area.ts";
import { PART_OF } from "../../../domain/config/document.ts";
import { documentQuery, importAnswer, importQuery } from "../../../schema/document.ts";
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
    "Documents of kind Monitor, NotificationChannel or Action; of others only where `kind` names them.",
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
      "Channels, monitors and actions, or what `kind` names. Needs read for every kind in it. Actions are left out for operators and for tokens without `actions:read`.",
    query: documentQuery,
    lists,
    answer: { status: 200, schema: z.string(), type: bodyType },
    refuses: {
      404: "There is no such object.",
      409: "A vault that is referred to has the same name as another.",
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
    summary: "Check documents and list what applying them would change",
    query: importQuery,
    lists,
    body: text,
    bodyType,
    answer: { status: 200, schema: importAnswer },
    handle: async ({ context, body, query }) => await validateDocuments(context, body, query.kind),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/apply`,
    area,
    areasFor,
    summary: "Create and change what the documents say, all of it or nothing",
    description: "Nothing is deleted. Applying the same again changes nothing.",
    query: importQuery,
    lists,
    body: text,
    bodyType,
    answer: { status: 200, schema: importAnswer },
    refuses: { 409: "Somebody else is changing the same things." },
    handle: async ({ context, body, query }) => await applyDocuments(context, body, query.kind),
  }),
];
