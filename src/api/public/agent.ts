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
      "A WebSocket, with the agent's token as a bearer token. `X-Uptide-Agent` is the agent's version, `X-Uptide-Agent-Key` the public key that encrypts its checks, `X-Uptide-Agent-Host` its hostname.",
    response: { status: 200, schema: z.unknown(), description: "101: the connection is open." },
    refuses: {
      401: "The token is unknown or revoked.",
      426: "The request is not a WebSocket upgrade, or the agent's version is not supported; `versions` lists the supported ones.",
    },
    async handle({ context, request }) {
      const response = await connectAgent(context, request);
      return response instanceof Response ? response : refuseUpgrade(response.problem);
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
