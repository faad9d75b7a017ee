declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  interface Params {
    version: "aes128gcm";
    privateKey: ECDH;
    authSecret: string;
  }

  export function decrypt(body: Buffer, params: Params): Buffer;
}
