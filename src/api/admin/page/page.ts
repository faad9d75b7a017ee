import { z } from "zod";
import { newPage, page, pageChange, pageDetails } from "../../../schema/page.ts";
import { createPage, getPage, listPages, removePage, updatePage } from "../../../service/page/page.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/pages";
const TAKEN = "The key or a hostname belongs to another page.";

export const adminPageRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area: "appearance",
    summary: "List the status pages",
    response: { status: 200, schema: z.array(page) },
    handle: async ({ context }) => await listPages(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area: "pages",
    summary: "Create a status page",
    description: "At most 50. A new page is public, and empty until monitors are added to it.",
    body: newPage,
    response: { status: 201, schema: pageDetails },
    refuses: { 409: `${TAKEN} Or there are 50 pages.` },
    handle: async ({ context, body }) => await createPage(context, body),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/:key`,
    area: "appearance",
    summary: "Get a status page",
    response: { status: 200, schema: pageDetails },
    handle: async ({ context, params }) => await getPage(context, params["key"] ?? ""),
  }),
  endpoint({
    method: "PATCH",
    path: `${ROOT}/:key`,
    area: "pages",
    summary: "Update a status page's name, hostnames or position",
    body: pageChange,
    response: { status: 200, schema: pageDetails },
    refuses: { 409: TAKEN },
    handle: async ({ context, params, body }) => await updatePage(context, params["key"] ?? "", body),
  }),
  endpoint({
    method: "DELETE",
    path: `${ROOT}/:key`,
    area: "pages",
    summary: "Delete a status page",
    description: "Monitors and their incidents are kept. Set `confirm` to the page's name.",
    query: z.object({ confirm: z.string().max(200).optional() }),
    response: { status: 204 },
    refuses: {
      409: "The deletion is not confirmed (`counts` lists what would be deleted), or it is the default page.",
    },
    handle: async ({ context, params, query }) =>
      await removePage(context, params["key"] ?? "", query.confirm),
  }),
];
