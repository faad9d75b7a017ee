import { insertedId, isUniqueBreach, type Statement, save } from "../../data/db.ts";
import {
  deleteVaultSecret,
  findVaultSecret,
  insertVaultSecret,
  listVaultSecrets as listRows,
  readVaultNames,
  type StoredVaultSecret,
  updateVaultSecretRow,
  type VaultRow,
  type VaultSecretRow,
} from "../../data/vault.ts";
import { changedSecret, decideChanges, listSettings } from "../../domain/system/audit_changes.ts";
import { SECRET_FIELDS } from "../../domain/vault/own_reference.ts";
import type { VaultNames } from "../../domain/vault/reference.ts";
import { secretBoxOf } from "../../env.ts";
import { randomBytes, toHex } from "../../lib/bytes.ts";
import { AppError, invalidField, notFound } from "../../lib/errors.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { log } from "../../lib/log.ts";
import { MASK } from "../../lib/mask.ts";
import type { VaultSecret, VaultSecretChange, VaultSecretWrite } from "../../schema/vault.ts";
import type { VaultSecretType, VaultValues } from "../../schema/vault_secret.ts";
import type { Context } from "../context.ts";
import { entityOf, recordAudit, recordRemoval, recordUpdate } from "../record/audit.ts";
import { edit, objectOf } from "../record/version.ts";
import { openLocal, readVaultSecret, tryOpenLocal } from "./fill.ts";
import { secretSealName } from "./kind.ts";
import { getVaultRow } from "./vault.ts";

const MOST_FIELDS = 50;
const LONGEST_FIELD_NAME = 200;

export async function listVaultReferences(context: Context): Promise<VaultNames> {
  return await readVaultNames(context.db);
}

export async function listVaultSecrets(context: Context, vaultId: number): Promise<VaultSecret[]> {
  await getVaultRow(context, vaultId);
  return (await listRows(context.db, vaultId)).map(toVaultSecret);
}

export async function createVaultSecret(
  context: Context,
  vaultId: number,
  wanted: VaultSecretWrite,
): Promise<VaultSecret> {
  const vault = await getVaultRow(context, vaultId);
  const sealName = toHex(randomBytes(16));
  const row = {
    vaultId,
    sealName,
    name: wanted.name,
    type: wanted.type,
    ...(await contentOf(context, vault, { wanted, sealName, stored: null })),
    createdAt: context.now,
    updatedAt: context.now,
  };
  const statements = [
    insertVaultSecret(context.db, row),
    recordAudit(context, {
      action: "Create",
      entityType: "vault_secret",
      entityId: "inserted",
      entityName: row.name,
      details: { vault: vault.name, type: row.type, fields: listSettings({ ...wanted }) },
    }),
  ];
  const results = await naming(vault, wanted.name, () => save(context.db, statements));
  const made = { ...row, id: insertedId(results), version: 1 };
  return toVaultSecret({ ...made, fields: await readFields(context, vault, made) });
}

export async function updateVaultSecret(
  context: Context,
  { vaultId, secretId }: { vaultId: number; secretId: number },
  { version, ...wanted }: VaultSecretChange,
): Promise<VaultSecret> {
  const load = async () => {
    const found = await getSecret(context, vaultId, secretId);
    return { ...found, version: found.secret.version };
  };
  const { vault } = await load();
  const work = () =>
    edit(context, {
      object: objectOf("vault_secret", secretId),
      version,
      load,
      decide: async (before) => await decideChange(context, before, wanted),
    });
  await naming(vault, wanted.name, work);
  const { secret } = await load();
  return toVaultSecret({ ...secret, fields: await readFields(context, vault, secret) });
}

async function decideChange(
  context: Context,
  { vault, secret: before }: { vault: VaultRow; secret: VaultSecretRow },
  wanted: VaultSecretWrite,
): Promise<Statement[]> {
  const { id, sealName } = before;
  const content = await contentOf(context, vault, { wanted, sealName, stored: before });
  const { name, type } = wanted;
  const after = { ...before, name, type, ...content, updatedAt: context.now };
  const { path } = before;
  const changes = {
    ...decideChanges({ name: before.name, type: before.type, path }, { name, type, path: after.path }),
    ...(after.sealed === before.sealed ? {} : changedSecret("values")),
  };
  if (Object.keys(changes).length === 0) return [];
  const details = { vault: vault.name };
  return [
    updateVaultSecretRow(context.db, after),
    ...recordUpdate(context, { ...entityOf("vault_secret", { id, name }), changes, details }),
  ];
}

export async function removeVaultSecret(
  context: Context,
  { vaultId, secretId }: { vaultId: number; secretId: number },
): Promise<void> {
  await edit(context, {
    object: objectOf("vault_secret", secretId),
    version: undefined,
    load: async () => {
      const found = await getSecret(context, vaultId, secretId);
      return { ...found, version: found.secret.version };
    },
    decide: async ({ vault, secret }) => [
      deleteVaultSecret(context.db, secretId),
      ...recordRemoval(context, { ...entityOf("vault_secret", secret), details: { vault: vault.name } }),
    ],
  });
}

async function getSecret(context: Context, vaultId: number, secretId: number) {
  const row = await findVaultSecret(context.db, secretId);
  if (row?.vault.id !== vaultId) throw notFound("vault secret");
  return row;
}

type SecretContent = Pick<VaultSecretRow, "fields" | "path" | "sealed">;
interface SecretRequest {
  wanted: VaultSecretWrite;
  sealName: string;
  stored: VaultSecretRow | null;
}

async function contentOf(context: Context, vault: VaultRow, given: SecretRequest): Promise<SecretContent> {
  const { wanted, sealName, stored } = given;
  if (vault.kind === "hashicorp") return placeContent(vault, given);
  if (vault.kind === "agent") return agentContent(vault, wanted);
  if (wanted.path !== undefined) {
    throw invalidField("path", `The vault ${vault.name} stores values itself: enter values, not a path.`);
  }
  const old = stored && (await openStored(context, vault, { wanted, stored }));
  const values = decideValues(wanted, stored && old ? { type: stored.type, values: old } : null);
  if (stored && isEqual(values, old)) return { sealed: stored.sealed, path: null, fields: stored.fields };
  const box = await secretBoxOf(context.env);
  const sealed = await box.seal(JSON.stringify(values), secretSealName({ sealName }));
  return { sealed, path: null, fields: Object.keys(values) };
}

/** A value that can't be decrypted is an error only if some of it is to be kept. */
async function openStored(
  { env }: Context,
  vault: VaultRow,
  { wanted: { values }, stored }: { wanted: VaultSecretWrite; stored: VaultSecretRow },
): Promise<VaultValues | null> {
  const isComplete = values !== undefined && !Object.values(values).includes(MASK);
  return isComplete ? await tryOpenLocal(env, stored) : await openLocal(env, vault, stored);
}

function agentContent({ name }: VaultRow, { type, values, path }: VaultSecretWrite): SecretContent {
  const sent = values !== undefined ? "values" : path !== undefined ? "path" : null;
  if (sent)
    throw invalidField(sent, `The agent finds the values of the vault ${name} itself: leave out ${sent}.`);
  return { path: null, sealed: null, fields: [...(SECRET_FIELDS[type] ?? [])] };
}

function placeContent({ name }: VaultRow, { wanted, stored }: SecretRequest): SecretContent {
  if (wanted.values !== undefined) {
    throw invalidField("values", `The vault ${name} stores the values: enter their path.`);
  }
  const path = wanted.path ?? stored?.path;
  if (!path) throw invalidField("path", `Enter the path of the secret in the vault ${name}.`);
  return { path, sealed: null, fields: path === stored?.path ? stored.fields : [] };
}

function decideValues(
  { type, values }: VaultSecretWrite,
  stored: { type: VaultSecretType; values: VaultValues } | null,
): VaultValues {
  if (values === undefined) {
    if (stored?.type === type) return stored.values;
    throw invalidField("values", "Enter the values.");
  }
  const names = Object.keys(values);
  const wanted = SECRET_FIELDS[type];
  if (wanted && !isEqual([...names].sort(), [...wanted].sort())) {
    throw invalidField("values", `Secrets of type ${type} have only ${wanted.join(" and ")}.`);
  }
  if (names.length === 0) throw invalidField("values", "Enter at least one field.");
  if (names.length > MOST_FIELDS) throw invalidField("values", `Use at most ${MOST_FIELDS} fields.`);
  for (const name of names) refuseFieldName(name);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (value !== MASK) return [name, value];
      const kept = stored && Object.hasOwn(stored.values, name) ? stored.values[name] : undefined;
      if (kept === undefined) {
        throw invalidField(`values.${name}`, "There is no stored value to keep here: enter it.");
      }
      return [name, kept];
    }),
  );
}

function refuseFieldName(name: string): void {
  const isFine = name !== "" && name.length <= LONGEST_FIELD_NAME && !/\p{Cc}/u.test(name);
  if (!isFine || name === "__proto__") {
    throw invalidField("values", `A field can't be named ${JSON.stringify(name.slice(0, 50))}.`);
  }
}

async function readFields(context: Context, vault: VaultRow, secret: VaultSecretRow): Promise<string[]> {
  if (vault.kind !== "hashicorp") return secret.fields;
  try {
    return Object.keys(await readVaultSecret(context.env, { vault, secret })).sort();
  } catch (error) {
    log("info", "failed to read the fields of a vault secret", { id: secret.id, error });
    return secret.fields;
  }
}

async function naming<T>({ name: vault }: VaultRow, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueBreach(error)) throw error;
    throw new AppError("conflict", `The vault ${vault} already has a secret named ${name}.`);
  }
}

function toVaultSecret({ id, version, name, type, fields, path }: StoredVaultSecret): VaultSecret {
  return { id, version, name, type, fields, ...(path !== null && { path }) };
}
