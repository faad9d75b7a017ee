import { createEphemeral, type Ephemeral } from "../../../src/check/tls/tls_client_hello.ts";
import {
  createKeyShare,
  GROUPS,
  type GroupId,
  type KeyShare,
  makeKeyShare,
} from "../../../src/check/tls/tls_key_share.ts";
import { toHex } from "../../../src/lib/bytes.ts";

type Keys = Readonly<Record<string, JsonWebKey>>;

const count = (length: number, from: number) => Uint8Array.from({ length }, (_, i) => from + i);

/** The randomness of the recorded handshakes, needed to decrypt the responses. */
export function makeFixedEphemeral(keys: Keys): Ephemeral {
  return {
    random: count(32, 0),
    sessionId: count(32, 100),
    createKeyShare: makeOnce((group) => importKeyShare(group, keys[group]!)),
  };
}

/** Making keys is most of the cost of a handshake, and these tests don't test keys. */
export function makeReusedEphemeral(): Ephemeral {
  return { ...createEphemeral(), createKeyShare: makeOnce(createKeyShare) };
}

function makeOnce(make: Ephemeral["createKeyShare"]): Ephemeral["createKeyShare"] {
  const shares = new Map<GroupId, Promise<KeyShare>>();
  return (group) => {
    const share = shares.get(group) ?? make(group).then(rememberSecrets);
    shares.set(group, share);
    return share;
  };
}

function rememberSecrets(share: KeyShare): KeyShare {
  const secrets = new Map<string, ReturnType<KeyShare["deriveSecret"]>>();
  return {
    ...share,
    deriveSecret(peerKey) {
      const key = toHex(peerKey);
      const secret = secrets.get(key) ?? share.deriveSecret(peerKey);
      secrets.set(key, secret);
      return secret;
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
