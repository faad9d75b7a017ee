import { pageAccessChange, pageAccessResponse, pageAccessSaved } from "../../../schema/page_access.ts";
import { getPageAccess, updatePageAccess } from "../../../service/access/page_access.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const PATH = "/api/v1/admin/status-page-access";

export const pageAccessRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: PATH,
    area: "pageAccess",
    summary: "Get who can see the status page",
    response: { status: 200, schema: pageAccessResponse },
    handle: async ({ context }) => await getPageAccess(context),
  }),
  endpoint({
    method: "PUT",
    path: PATH,
    area: "pageAccess",
    summary: "Update who can see the status page",
    body: pageAccessChange,
    response: { status: 200, schema: pageAccessSaved },
    handle: async ({ context, body }) => await updatePageAccess(context, body),
  }),
];
