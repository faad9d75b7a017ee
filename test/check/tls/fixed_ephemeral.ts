import type { Ephemeral } from "../../../src/check/tls/tls_client_hello.ts";
import { GROUPS, type GroupId, type KeyShare, makeKeyShare } from "../../../src/check/tls/tls_key_share.ts";

type Keys = Readonly<Record<string, JsonWebKey>>;

const count = (length: number, from: number) => Uint8Array.from({ length }, (_, i) => from + i);

/** The randomness of the recorded handshakes, so that their answers fit again. */
export function makeFixedEphemeral(keys: Keys): Ephemeral {
  const shares = new Map<GroupId, Promise<KeyShare>>();
  return {
    random: count(32, 0),
    sessionId: count(32, 100),
    createKeyShare(group) {
      const share = shares.get(group) ?? importKeyShare(group, keys[group]!);
      shares.set(group, share);
      return share;
    },
  };
}

export async function importKeyShare(group: GroupId, jwk: JsonWebKey): Promise<KeyShare> {
  const { algorithm } = GROUPS[group];
  const { d: _, key_ops: __, ...publicJwk } = jwk;
  const privateKey = await crypto.subtle.importKey("jwk", jwk, algorithm, true, ["deriveBits"]);
  const publicKey = await crypto.subtle.importKey("jwk", publicJwk, algorithm, true, []);
  return makeKeyShare(group, { privateKey, publicKey });
}
