import { BackupFault } from "../../domain/backup/fault.ts";
import { confirmSecretKey, type Env, secretBoxOf, secretKeysOf } from "../../env.ts";
import { fromBase64, fromBase64Url, randomBytes, toBase64, toBase64Url, utf8 } from "../../lib/bytes.ts";
import { deriveKey } from "../../lib/password.ts";
import type { BackupHeader, Encryption } from "../../schema/backup_file.ts";

/** 32 MB of memory, three times: the cost of each guess for someone with the file. */
const COST = { logN: 15, r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const JOB_SECRET = "backup/job";

type FileKey = Uint8Array<ArrayBuffer>;

export async function makeKey(
  env: Env,
  passphrase: string | null,
): Promise<{ encryption: Encryption; key: FileKey }> {
  const salt = randomBytes(SALT_BYTES);
  const saltText = toBase64Url(salt);
  if (passphrase !== null) {
    const encryption = { kind: "passphrase" as const, ...COST, salt: saltText };
    return { encryption, key: await deriveKey(passphrase, salt, COST) };
  }
  await confirmSecretKey(env);
  const [secretKey] = secretKeysOf(env);
  const [keyId = ""] = (await secretBoxOf(env)).keyIds;
  if (!secretKey) throw new Error("there is no key");
  const encryption = { kind: "secret_key" as const, keyId, salt: saltText };
  return { encryption, key: await expandKey(secretKey, salt) };
}

/** Throws BackupFault if this instance lacks the key. A wrong passphrase only shows at the first frame. */
export async function findKey(
  env: Env,
  { encryption }: BackupHeader,
  passphrase: string | null,
): Promise<FileKey> {
  const salt = fromBase64Url(encryption.salt) ?? new Uint8Array();
  if (encryption.kind === "passphrase") {
    if (passphrase === null)
      throw new BackupFault("wrong_key", "This backup is encrypted with a passphrase: enter it.");
    return await deriveKey(passphrase, salt, encryption);
  }
  const place = (await secretBoxOf(env)).keyIds.indexOf(encryption.keyId);
  const secretKey = secretKeysOf(env)[place];
  if (secretKey) return await expandKey(secretKey, salt);
  throw new BackupFault(
    "wrong_key",
    "This backup is encrypted with another instance's SECRET_KEY: set that key here, or create a backup with a passphrase there.",
  );
}

export async function sealJobKey(env: Env, key: FileKey): Promise<string> {
  return await (await secretBoxOf(env)).seal(toBase64(key), JOB_SECRET);
}

export async function openJobKey(env: Env, sealed: string): Promise<FileKey> {
  const text = await (await secretBoxOf(env)).open(sealed, JOB_SECRET);
  const key = text === null ? null : fromBase64(text);
  if (key) return key;
  throw new BackupFault("failed", "SECRET_KEY changed in the meantime: start again.");
}

async function expandKey(
  secretKey: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
): Promise<FileKey> {
  const source = await crypto.subtle.importKey("raw", secretKey, "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info: utf8("uptide backup") };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, source, 256));
}
