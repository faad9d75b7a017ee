import { openUpload, type Upload } from "../../service/page/upload.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

export const uploadRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/uploads/:name",
    area: "public",
    summary: "Get an uploaded image",
    response: { status: 200, description: "The image. The content of an address never changes." },
    handle: async ({ context, params }) =>
      uploadResponse(await openUpload(context.env, params["name"] ?? "")),
  }),
];

function uploadResponse({ body, mediaType, size, etag }: Upload): Response {
  return new Response(body, {
    headers: {
      "Content-Type": mediaType,
      "Content-Length": String(size),
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: etag,
    },
  });
}
