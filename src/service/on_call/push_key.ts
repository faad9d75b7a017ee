import { z } from "zod";
import { openDb, save } from "../../data/db.ts";
import { findSetting, insertSetting } from "../../data/setting.ts";
import { type Env, secretBoxOf, variablesOf } from "../../env.ts";
import { isPushContact, makeVapidKeys, type VapidKeys } from "../../lib/vapid.ts";
import { SendFault } from "../../notify/send_fault.ts";

const SETTING = "push";
const SEALED_AS = "push/privateKey";

const storedKeys = z.object({ publicKey: z.string(), privateKey: z.string() });

export async function getPublicPushKey(env: Env): Promise<string> {
  return (await getStoredKeys(env)).publicKey;
}

export async function getPushKeys(env: Env): Promise<VapidKeys> {
  const { publicKey, privateKey: sealed } = await getStoredKeys(env);
  const privateKey = await (await secretBoxOf(env)).open(sealed, SEALED_AS);
  if (privateKey === null)
    throw new SendFault(
      "The key for push messages can't be read: restore the SECRET_KEY that it belongs to.",
    );
  return { publicKey, privateKey };
}

/** Made at first use, then kept: with another key all browsers would have to subscribe again. */
async function getStoredKeys(env: Env): Promise<z.output<typeof storedKeys>> {
  const db = openDb(env.DB);
  const found = await findSetting(db, SETTING);
  if (found) return storedKeys.parse(found);
  const { publicKey, privateKey } = await makeVapidKeys();
  const sealed = await (await secretBoxOf(env)).seal(privateKey, SEALED_AS);
  await save(db, [insertSetting(db, SETTING, { publicKey, privateKey: sealed }, Date.now())]);
  return storedKeys.parse(await findSetting(db, SETTING));
}

export function findPushContact(env: Env, email: string): string | null {
  const { pushContact, publicUrl } = variablesOf(env);
  const candidates = [pushContact, publicUrl && new URL(publicUrl).origin, `mailto:${email}`];
  return candidates.find((one) => one !== null && isPushContact(one)) ?? null;
}
