import { z } from "zod";
import { PRODUCT_VERSION } from "../../lib/product_version.ts";
import { connectAgent } from "../../service/agent/connect.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";

export const agentConnectRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/agent/connect",
    area: "public",
    summary: "Connect an agent",
    description:
      "A WebSocket, with the agent's token as bearer. `X-Uptide-Agent` is its release, `X-Uptide-Agent-Key` the public key that attempts are sealed to, `X-Uptide-Agent-Host` the name of its host.",
    answer: { status: 200, schema: z.unknown(), description: "101: the connection is open." },
    refuses: {
      401: "The token is unknown or revoked.",
      426: "No WebSocket was asked for, or the release does not work with this service; `versions` names those that do.",
    },
    async handle({ context, request }) {
      const answer = await connectAgent(context, request);
      return answer instanceof Response ? answer : refuseUpgrade(answer.problem);
    },
  }),
];

function refuseUpgrade(error: string): Response {
  const [major, minor] = PRODUCT_VERSION.split(".");
  return Response.json(
    { error, versions: `${major}.${minor}.x` },
    { status: 426, headers: { Upgrade: "websocket", Connection: "Upgrade", "Cache-Control": "no-store" } },
  );
}
