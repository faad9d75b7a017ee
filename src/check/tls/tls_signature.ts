import { createPublicKey, verify } from "node:crypto";

interface Scheme {
  kind: "rsa-pss" | "rsa" | "ecdsa" | "ed25519";
  hash: string;
  saltBytes: number;
  /** TLS 1.3 binds the hash to a curve; TLS 1.2 and certificates do not. */
  curve?: string;
}

export const SCHEMES: ReadonlyMap<number, Scheme> = new Map<number, Scheme>([
  [0x0403, { kind: "ecdsa", hash: "SHA-256", saltBytes: 0, curve: "prime256v1" }],
  [0x0503, { kind: "ecdsa", hash: "SHA-384", saltBytes: 0, curve: "secp384r1" }],
  [0x0603, { kind: "ecdsa", hash: "SHA-512", saltBytes: 0, curve: "secp521r1" }],
  [0x0807, { kind: "ed25519", hash: "", saltBytes: 0 }],
  [0x0804, { kind: "rsa-pss", hash: "SHA-256", saltBytes: 32 }],
  [0x0805, { kind: "rsa-pss", hash: "SHA-384", saltBytes: 48 }],
  [0x0806, { kind: "rsa-pss", hash: "SHA-512", saltBytes: 64 }],
  [0x0401, { kind: "rsa", hash: "SHA-256", saltBytes: 0 }],
  [0x0501, { kind: "rsa", hash: "SHA-384", saltBytes: 0 }],
  [0x0601, { kind: "rsa", hash: "SHA-512", saltBytes: 0 }],
  // SHA-1, for TLS 1.2 servers that offer nothing else: reading their certificate beats failing.
  [0x0201, { kind: "rsa", hash: "SHA-1", saltBytes: 0 }],
]);

export interface Signature {
  scheme: number;
  signed: Uint8Array;
  signature: Uint8Array;
  bindsCurve?: boolean;
  saltBytes?: number;
}

export async function isSignedWith(spki: Uint8Array, proof: Signature): Promise<boolean> {
  const scheme = SCHEMES.get(proof.scheme);
  if (!scheme) return false;
  try {
    if (scheme.kind === "ecdsa" || scheme.kind === "ed25519") return isSignedOnCurve(spki, scheme, proof);
    // workerd's node:crypto verify() supports only PKCS#1 v1.5 padding; WebCrypto also supports PSS.
    const name = scheme.kind === "rsa" ? "RSASSA-PKCS1-v1_5" : "RSA-PSS";
    const key = await crypto.subtle.importKey("spki", spki, { name, hash: scheme.hash }, false, ["verify"]);
    const algorithm = { name, saltLength: proof.saltBytes ?? scheme.saltBytes };
    return await crypto.subtle.verify(algorithm, key, proof.signature, proof.signed);
  } catch {
    return false;
  }
}

function isSignedOnCurve(
  spki: Uint8Array,
  { kind, hash, curve }: Scheme,
  { signed, signature, bindsCurve = false }: Signature,
): boolean {
  // The cast is safe: Node takes any bytes, its types want a Buffer.
  const key = createPublicKey({ key: spki as Buffer, format: "der", type: "spki" });
  if (key.asymmetricKeyType !== (kind === "ecdsa" ? "ec" : "ed25519")) return false;
  if (bindsCurve && key.asymmetricKeyDetails?.namedCurve !== curve) return false;
  return verify(hash.replace("-", "") || null, signed, key, signature);
}
