import { verify, X509Certificate } from "node:crypto";

interface Scheme {
  kind: "rsa-pss" | "rsa" | "ecdsa" | "ed25519";
  hash: string;
  saltBytes: number;
}

const SCHEMES: ReadonlyMap<number, Scheme> = new Map<number, Scheme>([
  [0x0403, { kind: "ecdsa", hash: "SHA-256", saltBytes: 0 }],
  [0x0503, { kind: "ecdsa", hash: "SHA-384", saltBytes: 0 }],
  [0x0603, { kind: "ecdsa", hash: "SHA-512", saltBytes: 0 }],
  [0x0807, { kind: "ed25519", hash: "", saltBytes: 0 }],
  [0x0804, { kind: "rsa-pss", hash: "SHA-256", saltBytes: 32 }],
  [0x0805, { kind: "rsa-pss", hash: "SHA-384", saltBytes: 48 }],
  [0x0806, { kind: "rsa-pss", hash: "SHA-512", saltBytes: 64 }],
  [0x0401, { kind: "rsa", hash: "SHA-256", saltBytes: 0 }],
  [0x0501, { kind: "rsa", hash: "SHA-384", saltBytes: 0 }],
  [0x0601, { kind: "rsa", hash: "SHA-512", saltBytes: 0 }],
  // Old TLS 1.2 servers sign with nothing else, and a certificate that can be read beats one that can't.
  [0x0201, { kind: "rsa", hash: "SHA-1", saltBytes: 0 }],
]);

export const OFFERED_SCHEMES: readonly number[] = [...SCHEMES.keys()];

export interface Signature {
  scheme: number;
  signed: Uint8Array;
  signature: Uint8Array;
}

/** Whether the key of this certificate made the signature. False, too, for a scheme nobody offered. */
export async function isSignedBy(certificate: Uint8Array, proof: Signature): Promise<boolean> {
  const scheme = SCHEMES.get(proof.scheme);
  if (!scheme) return false;
  try {
    const { publicKey } = new X509Certificate(certificate);
    if (scheme.kind === "ecdsa" || scheme.kind === "ed25519") {
      if (publicKey.asymmetricKeyType !== (scheme.kind === "ecdsa" ? "ec" : "ed25519")) return false;
      return verify(scheme.hash.replace("-", "") || null, proof.signed, publicKey, proof.signature);
    }
    // node:crypto's verify() in workerd knows no RSA padding but the old one; WebCrypto knows both.
    const name = scheme.kind === "rsa" ? "RSASSA-PKCS1-v1_5" : "RSA-PSS";
    const spki = publicKey.export({ type: "spki", format: "der" });
    const key = await crypto.subtle.importKey("spki", spki, { name, hash: scheme.hash }, false, ["verify"]);
    const algorithm = { name, saltLength: scheme.saltBytes };
    return await crypto.subtle.verify(algorithm, key, proof.signature, proof.signed);
  } catch {
    return false;
  }
}
