import { readFileSync } from "node:fs";
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceError,
  type StatusObject,
} from "@grpc/grpc-js";
import type { Pair, Peer } from "./tls_peer.ts";

type Health = Readonly<Record<string, number | Partial<ServiceError & StatusObject>>>;

interface GrpcWish {
  pair?: Pair;
  hasNoHealth?: boolean;
  onAsked?: (service: string, headers: Record<string, unknown>) => void;
}

export async function startGrpc(
  health: Health,
  { pair, hasNoHealth, onAsked }: GrpcWish = {},
): Promise<Peer> {
  const server = new Server();
  const check: handleUnaryCall<Buffer, Buffer> = ({ request, metadata }, answer) => {
    const service = request.subarray(2).toString();
    onAsked?.(service, metadata.getMap());
    const state = health[service] ?? { code: 5, details: "unknown service" };
    if (typeof state === "number") answer(null, state === 0 ? Buffer.alloc(0) : Buffer.from([0x08, state]));
    else answer(state);
  };
  const raw = (bytes: Buffer) => bytes;
  const definition = {
    check: {
      path: "/grpc.health.v1.Health/Check",
      requestStream: false,
      responseStream: false,
      requestSerialize: raw,
      requestDeserialize: raw,
      responseSerialize: raw,
      responseDeserialize: raw,
    },
  };
  if (!hasNoHealth) server.addService(definition, { check });
  const credentials = pair
    ? ServerCredentials.createSsl(null, [
        { cert_chain: readFileSync(pair.cert), private_key: readFileSync(pair.key) },
      ])
    : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { port, stop: async () => server.forceShutdown() };
}
