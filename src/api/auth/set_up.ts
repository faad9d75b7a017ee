import { firstAdmin, setupStatus, signedIn } from "../../schema/session.ts";
import { limitSetUp } from "../../service/access/gate.ts";
import { readOwnUser } from "../../service/access/own_user.ts";
import { completeSetUp, getSetUpStatus } from "../../service/access/set_up.ts";
import { setSession } from "../cookie.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

const ROOT = "/api/v1/setup";

export const setUpRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${ROOT}/status`,
    area: "public",
    summary: "Check whether the setup wizard has to run",
    response: { status: 200, schema: setupStatus },
    handle: async ({ context }) => await getSetUpStatus(context),
  }),
  endpoint({
    method: "POST",
    path: `${ROOT}/complete`,
    area: "public",
    summary: "Create the first administrator and sign in",
    body: firstAdmin,
    response: { status: 201, schema: signedIn },
    refuses: { 409: "Setup is already complete." },
    limit: limitSetUp,
    async handle({ context, body, url, headers }) {
      const { user, sessionToken } = await completeSetUp(context, body);
      setSession(headers, url, sessionToken);
      return { user: await readOwnUser(context, user) };
    },
  }),
];
