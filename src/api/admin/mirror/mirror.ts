import { mirrorAnswer, mirrorChange, mirrorCheck, mirrorTried } from "../../../schema/mirror.ts";
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
    summary: "Read the static mirror's settings, how it is and its last pushes",
    answer: { status: 200, schema: mirrorAnswer },
    handle: async ({ context }) => await getMirror(context),
  }),
  endpoint({
    method: "PUT",
    path: ROOT,
    area,
    summary: "Change the static mirror's settings",
    description:
      "Omitted fields stay unchanged. The whole copy is pushed again. A kept secret goes to the endpoint, the bucket and the access key that it was typed for, and to no other.",
    body: mirrorChange,
    answer: { status: 200, schema: mirrorAnswer },
    refuses: { 409: "The status page is private, or the settings were changed meanwhile." },
    handle: async ({ context, body }) => await updateMirror(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/check`,
    area,
    summary: "Try whether the bucket can be written, with settings that need not be saved",
    description:
      "Puts the file .bsp-access-check, and deletes it where that is allowed. Omitted fields use the stored values.",
    body: mirrorCheck,
    answer: { status: 200, schema: mirrorTried },
    handle: async ({ context, body }) => await checkMirrorAccess(context, body),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/test`,
    area,
    summary: "Push the copy now",
    description:
      "Answers when the push is finished, or after 20 seconds; one that takes longer is among the pushes when it is done.",
    answer: { status: 200, schema: mirrorTried },
    refuses: { 409: "The static mirror is off." },
    handle: async ({ context }) => await pushMirrorNow(context),
  }),
];
