import type { ServerResponse } from "node:http";
import { type HttpPeer, startHttp } from "../http_peer.ts";
import type { Pair } from "../tls_peer.ts";

interface EngineWish {
  pair?: Pair;
  token?: string;
}

export function startDockerEngine(state: object, { pair, token }: EngineWish = {}): Promise<HttpPeer> {
  return startHttp((request, response) => {
    if (token !== undefined && request.headers["x-api-key"] !== token)
      return answerAsEngine(response, 401, { message: "Unauthorized" });
    if (request.url === "/containers/shop-db/json") return answerAsEngine(response, 200, containerIn(state));
    const name = request.url?.split("/")[2];
    answerAsEngine(response, 404, { message: `No such container: ${name}` });
  }, pair);
}

export const containerIn = (state: object) => ({
  Id: "4f66ad9a0b2e1c5d",
  Name: "/shop-db",
  State: { Status: "running", Running: true, ExitCode: 0, Error: "", OOMKilled: false, ...state },
  Config: { Image: "postgres:17", Env: ["POSTGRES_PASSWORD=hunter22"] },
});

export function answerAsEngine(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", Server: "Docker/28.1 (linux)" });
  response.end(JSON.stringify(body));
}
