import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from "node:crypto";

export type Mechanism = "SCRAM-SHA-256" | "SCRAM-SHA-1";

export interface ScramServer {
  readonly first: string;
  finish(clientFinal: string): string | null;
}

const ROUNDS = 4096;
const SALT = Buffer.from("salt of the stand-in");
/** Fixed, so conversations can be replayed. */
const SERVER_NONCE = "ServerNonceOfTheStandIn";

export function startScram(mechanism: Mechanism, clientFirst: string, secret: string): ScramServer {
  const hash = mechanism === "SCRAM-SHA-256" ? "sha256" : "sha1";
  const bare = clientFirst.replace(/^n,,/, "");
  const nonce = /(?:^|,)r=([^,]+)/.exec(bare)?.[1] ?? "";
  const first = `r=${nonce}${SERVER_NONCE},s=${SALT.toString("base64")},i=${ROUNDS}`;
  const sign = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest();
  const salted = pbkdf2Sync(secret, SALT, ROUNDS, hash === "sha256" ? 32 : 20, hash);

  return {
    first,
    finish(clientFinal) {
      const [, withoutProof = "", proof = ""] = /^(c=biws,r=[^,]+),p=(.+)$/.exec(clientFinal) ?? [];
      const spoken = [bare, first, withoutProof].join(",");
      const storedKey = createHash(hash).update(sign(salted, "Client Key")).digest();
      const mask = sign(storedKey, spoken);
      const shown = Buffer.from(proof, "base64");
      if (shown.length !== mask.length || !withoutProof.endsWith(SERVER_NONCE)) return null;
      const clientKey = Buffer.from(shown.map((byte: number, i: number) => byte ^ mask[i]!));
      if (!timingSafeEqual(createHash(hash).update(clientKey).digest(), storedKey)) return null;
      return `v=${sign(sign(salted, "Server Key"), spoken).toString("base64")}`;
    },
  };
}
