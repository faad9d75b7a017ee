interface Group {
  algorithm: { name: string; namedCurve?: string };
  secretBits: number;
}

/** In order of preference. P-521 is required by TLS 1.2 servers whose key uses it. */
export const GROUPS = {
  29: { algorithm: { name: "X25519" }, secretBits: 256 },
  23: { algorithm: { name: "ECDH", namedCurve: "P-256" }, secretBits: 256 },
  24: { algorithm: { name: "ECDH", namedCurve: "P-384" }, secretBits: 384 },
  25: { algorithm: { name: "ECDH", namedCurve: "P-521" }, secretBits: 528 },
} as const satisfies Record<number, Group>;

export type GroupId = keyof typeof GROUPS;

export const X25519 = 0x001d;
export const P256 = 0x0017;
export const OFFERED_GROUPS: readonly GroupId[] = [X25519, P256, 0x0018, 0x0019];

export const isGroupId = (id: number): id is GroupId => id in GROUPS;

export interface KeyShare {
  group: GroupId;
  publicKey: Uint8Array<ArrayBuffer>;
  /** Rejects if the peer's key is not a point on the curve. */
  deriveSecret(peerKey: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
}

export async function createKeyShare(group: GroupId): Promise<KeyShare> {
  // The cast is safe: these algorithms always make a pair.
  const pair = (await crypto.subtle.generateKey(GROUPS[group].algorithm, false, [
    "deriveBits",
  ])) as CryptoKeyPair;
  return makeKeyShare(group, pair);
}

export async function makeKeyShare(group: GroupId, pair: CryptoKeyPair): Promise<KeyShare> {
  const { algorithm, secretBits } = GROUPS[group];
  // The cast is safe: "raw" gives bytes, only "jwk" gives an object.
  const publicKey = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  return {
    group,
    publicKey: new Uint8Array(publicKey),
    async deriveSecret(peerKey) {
      const peer = await crypto.subtle.importKey("raw", peerKey, algorithm, false, []);
      const exchange = { name: algorithm.name, public: peer };
      return new Uint8Array(await crypto.subtle.deriveBits(exchange, pair.privateKey, secretBits));
    },
  };
}
