import { z } from "zod";
import { blockMove, layoutTree, placeableMonitor } from "../../../schema/layout.ts";
import { publicPage } from "../../../schema/public_page.ts";
import { versioned, versionRead } from "../../../schema/version.ts";
import { getLayout, listLayoutMonitors, previewLayout, updateLayout } from "../../../service/page/layout.ts";
import { moveBlocks } from "../../../service/page/layout_move.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/layout";
const area = "appearance";
const layout = z.object({ tree: layoutTree, ...versioned });
const layoutChange = z.object({ tree: layoutTree, ...versionRead });
export const layoutRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "Get the page's layout",
    response: { status: 200, schema: layout },
    handle: async ({ context }) => await getLayout(context),
  }),
  endpoint({
    method: "PUT",
    path: ROOT,
    area,
    summary: "Update the page's layout",
    description:
      "Returns the layout as stored, with all defaults filled in. The change is published immediately.",
    body: layoutChange,
    problemRoot: "tree",
    response: { status: 200, schema: layout },
    handle: async ({ context, body }) => await updateLayout(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/move`,
    area,
    summary: "Move blocks to another page",
    description:
      "A group moves with its members. Both pages are published immediately. Returns the remaining layout.",
    body: blockMove,
    response: { status: 200, schema: layout },
    handle: async ({ context, body }) => await moveBlocks(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/preview`,
    area,
    summary: "Preview the page with another layout",
    description: "Responds like `GET /api/v1/public/page`, in the default language. Nothing is saved.",
    body: z.object({ tree: layoutTree }),
    problemRoot: "tree",
    response: { status: 200, schema: publicPage },
    handle: async ({ context, body }) => await previewLayout(context, body.tree),
  }),
  endpoint({
    method: "GET",
    path: `${ROOT}/monitors`,
    area,
    summary: "List the monitors that can be added to the page",
    response: { status: 200, schema: z.array(placeableMonitor) },
    handle: async ({ context }) => await listLayoutMonitors(context),
  }),
];
