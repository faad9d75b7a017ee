import { mirrorChange, mirrorCheck, mirrorResponse, mirrorTried } from "../../../schema/mirror.ts";
import { getMirror, updateMirror } from "../../../service/mirror/settings.ts";
import { checkMirrorAccess, pushMirrorNow } from "../../../service/mirror/trial.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/static-mirror";
const area = "mirror";

export const mirrorRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "Get the static copy's settings, state and recent pushes",
    response: { status: 200, schema: mirrorResponse },
    handle: async ({ context }) => await getMirror(context),
  }),
  endpoint({
    method: "PUT",
    path: ROOT,
    area,
    summary: "Update the static copy's settings",
    description:
      "Omitted fields stay unchanged. The whole copy is pushed again. A stored secret is used only with the endpoint, bucket and access key it was entered for.",
    body: mirrorChange,
    response: { status: 200, schema: mirrorResponse },
    refuses: { 409: "The status page is private, or the settings were changed in the meantime." },
    handle: async ({ context, body }) => await updateMirror(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/check`,
    area,
    summary: "Test write access to the bucket without saving the settings",
    description:
      "Writes the file `.bsp-access-check`, then deletes it if allowed. Omitted fields use the stored values.",
    body: mirrorCheck,
    response: { status: 200, schema: mirrorTried },
    handle: async ({ context, body }) => await checkMirrorAccess(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/test`,
    area,
    summary: "Push the static copy now",
    description:
      "Responds when the push is finished, or after 20 seconds. A longer push is listed among the pushes when it is finished.",
    response: { status: 200, schema: mirrorTried },
    refuses: { 409: "The static copy is off." },
    handle: async ({ context }) => await pushMirrorNow(context),
  }),
];
