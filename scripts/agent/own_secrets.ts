import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type ProbeRequest, type ProbeResult, toOwnFault } from "../../src/check/probe.ts";
import { findCheckType } from "../../src/check/registry.ts";
import { type FilledConfig, fillNamed } from "../../src/domain/vault/fill.ts";
import {
  bareVariableOf,
  type OwnReference,
  variableOf,
  variablesOf,
} from "../../src/domain/vault/own_reference.ts";
import { findReferences, isInUse } from "../../src/domain/vault/spots.ts";
import { AppError } from "../../src/lib/errors.ts";
import type { VaultSecretType, VaultValues } from "../../src/schema/vault_secret.ts";

const MOST_BYTES = 65_536;

type Environment = Readonly<Record<string, string | undefined>>;

export interface OwnSecrets {
  /** Reads the newest values, so a rotated secret needs no restart. Throws with a sentence if there are none. */
  read(secret: string, type: VaultSecretType): VaultValues;
}

interface Places {
  env: Environment;
  envFile?: string | undefined;
  /** A file per secret, or a folder with a file per field. */
  dir?: string | undefined;
}

/**
 * Reads only variables that begin with UPTIDE_SECRET_: people who edit monitors choose the names, and must not reach
 * the rest of the environment.
 */
export function makeOwnSecrets({ env, envFile, dir }: Places): OwnSecrets {
  const text = (secret: string, field?: string): string | null => {
    const name = variableOf(secret, field);
    const bareName = bareVariableOf(secret, field);
    const written = envFile === undefined ? {} : parseEnv(readText(envFile) ?? "");
    const bare = field === undefined ? secret : `${secret}_${field}`;
    const own = [name, bareName, bare].map((one) => (Object.hasOwn(written, one) ? written[one] : undefined));
    const variable = [env[name], ...own].find((value) => value !== undefined);
    return variable ?? (dir === undefined ? null : readText(pathOf(dir, secret, field)));
  };
  return {
    read(secret, type) {
      if (type === "value") return { value: text(secret) ?? missing(secret, type) };
      const folder = dir === undefined ? [] : fieldsIn(pathOf(dir, secret));
      const names = type === "userpass" ? ["user", "password"] : folder;
      const fields = names.map((field) => [field, text(secret, field)] as const);
      if (fields.length > 0 && fields.every(([, value]) => value !== null))
        return Object.fromEntries(fields) as VaultValues;
      const whole = text(secret);
      if (whole !== null) return parseFields(secret, whole);
      return missing(secret, type);
    },
  };
}

export function openAttempt(
  { type, config, hidden = [] }: Pick<ProbeRequest, "type" | "config" | "hidden">,
  secrets: OwnSecrets,
): FilledConfig | { fault: ProbeResult } {
  const owner = { kind: "monitor", type, spots: findCheckType(type)?.vaultSpots ?? [] } as const;
  try {
    const found = findReferences(owner, config).filter((one) => isInUse(one, config));
    return found.reduce<FilledConfig>(
      (filled, one) => {
        const own = one.value as OwnReference;
        return fillNamed(filled, one, { ...own, values: secrets.read(own.secret, own.type) });
      },
      { config, hidden },
    );
  } catch (error) {
    return { fault: toOwnFault(error) };
  }
}

function pathOf(dir: string, secret: string, field?: string): string {
  for (const part of [secret, field ?? "value"]) {
    if (!/^[^./\\\0][^/\\\0]*$/.test(part))
      throw new AppError(
        "unavailable",
        `The agent can't look for the secret ${secret} in a folder: rename it.`,
      );
  }
  return field === undefined ? join(dir, secret) : join(dir, secret, field);
}

function readText(path: string): string | null {
  if (!existsSync(path) || !statSync(path).isFile()) return null;
  if (statSync(path).size > MOST_BYTES) throw new AppError("unavailable", `${path} is larger than 64 KB.`);
  return readFileSync(path, "utf8").replace(/\r?\n$/, "");
}

function fieldsIn(path: string): string[] {
  if (!existsSync(path) || !statSync(path).isDirectory()) return [];
  return readdirSync(path).filter((name) => !name.startsWith("."));
}

function parseFields(secret: string, text: string): VaultValues {
  const sentence = `The agent's secret ${secret} is no JSON object of texts.`;
  try {
    const fields = Object.entries(JSON.parse(text) as object);
    if (fields.every(([, value]) => typeof value === "string" || typeof value === "number"))
      return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
  } catch {
    // Said below.
  }
  throw new AppError("unavailable", sentence);
}

function missing(secret: string, type: VaultSecretType): never {
  const names = variablesOf(secret, type).join(" and ");
  throw new AppError(
    "unavailable",
    `The agent has no secret ${secret}: set ${names} there, or add it to its secrets folder.`,
  );
}
