import { makeCertificate, type Pair } from "../tls_peer.ts";

interface OwnPairs {
  authority: Pair;
  server: Pair;
}

export function makePairs(folder: string, names = "DNS:localhost,IP:127.0.0.1"): OwnPairs {
  const authority = makeCertificate(folder, {
    name: "authority",
    names: "DNS:authority.test",
    isAuthority: true,
  });
  return { authority, server: makeCertificate(folder, { name: "server", names, issuer: authority }) };
}

export interface TwoPorts {
  port: number;
  tlsPort: number;
  stop(): Promise<void>;
}

export interface ServerWish {
  folder: string;
  pairs: OwnPairs;
}
