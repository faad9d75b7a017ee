import { z } from "zod";
import { importQuery } from "../../schema/document.ts";
import { describeDocuments } from "../../service/config/json_schema.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

export const configSchemaRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/schema/config.json",
    area: "public",
    summary: "Get the JSON Schema (draft-07) of configuration documents",
    query: importQuery,
    lists: ["kind"],
    response: { status: 200, schema: z.record(z.string(), z.unknown()) },
    async handle({ headers, query }) {
      headers.set("Access-Control-Allow-Origin", "*");
      headers.set("Cache-Control", "public, max-age=3600");
      return describeDocuments(query.kind);
    },
  }),
];
