import { openUpload } from "../../service/page/upload.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

export const uploadRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/uploads/:name",
    area: "public",
    summary: "Read an uploaded image",
    answer: { status: 200, description: "The image; its name never changes its content." },
    handle: async ({ context, params }) => await openUpload(context.env, params["name"] ?? ""),
  }),
];
