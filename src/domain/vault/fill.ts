import { getAt, setAt } from "../../lib/at_path.ts";
import { toBase64, utf8 } from "../../lib/bytes.ts";
import type { Config } from "../../lib/config.ts";
import { AppError } from "../../lib/errors.ts";
import type { VaultValues } from "../../schema/vault_secret.ts";
import type { FieldMapping } from "./reference.ts";
import { type FilledFields, type FoundReference, fillsOf } from "./spots.ts";

const USER_FIELDS = ["user", "username"];
const SECRET_FIELDS = ["password", "value"];

interface MissingField {
  missing: string;
}

interface NamedSecret {
  vault: string;
  secret: string;
  values: VaultValues;
  fieldMapping?: FieldMapping | undefined;
}

/** The `unavailable` error names vault, secret and fields, never a value. */
export function fillNamed(config: Config, found: FoundReference, named: NamedSecret): Config {
  const result = fillReference(config, found, named);
  if (!("missing" in result)) return result.config;
  const has = Object.keys(named.values).join(", ") || "none";
  throw new AppError(
    "unavailable",
    `The secret ${named.secret} of the vault ${named.vault} has no field ${result.missing}. Its fields: ${has}.`,
  );
}

export function fillReference(
  config: Config,
  found: FoundReference,
  { values, fieldMapping = {} }: { values: VaultValues; fieldMapping?: FieldMapping | undefined },
): { config: Config } | MissingField {
  const fills = fillsOf(found, config);
  const bare = setAt(config, [...found.holder, "vault"], undefined);
  if (fills === "authorization") return fillAuthorization(bare, found, { values, fieldMapping });
  if (fills === "itself") return fillHeader(bare, found, { values, fieldMapping });
  const secret = findSecretField(values, fieldMapping, fills);
  if (typeof secret === "object") return secret;
  const filled = setAt(bare, [...found.holder, fills.secret], values[secret]);
  if (fills.user === undefined) return { config: filled };
  const user = findUserField(values, fieldMapping, fills);
  if (user !== null && typeof user === "object") return user;
  const place = [...found.holder, fills.user];
  if (user !== null) return { config: setAt(filled, place, values[user]) };
  const own = getAt(config, place);
  if (fills.isUserOptional || (typeof own === "string" && own !== "")) return { config: filled };
  return { missing: "for the user: enter the user beside the reference, or map it in fieldMapping.user" };
}

interface ResolvedReference {
  values: VaultValues;
  fieldMapping: FieldMapping;
}

function fillAuthorization(
  bare: Config,
  found: FoundReference,
  given: ResolvedReference,
): { config: Config } | MissingField {
  const header = headerOf("authorization", given);
  if (typeof header === "object") return header;
  const place = [...found.holder, "headers"];
  const headers = (getAt(bare, place) ?? {}) as Config;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization");
  return { config: setAt(bare, place, { ...Object.fromEntries(others), Authorization: header }) };
}

function fillHeader(
  bare: Config,
  found: FoundReference,
  given: ResolvedReference,
): { config: Config } | MissingField {
  const header = headerOf(found.holder.at(-1) ?? "", given);
  return typeof header === "object" ? header : { config: setAt(bare, found.holder, header) };
}

function headerOf(name: string, { values, fieldMapping }: ResolvedReference): string | MissingField {
  const secret = findSecretField(values, fieldMapping, { secret: name });
  if (typeof secret === "object") return secret;
  const value = values[secret] ?? "";
  if (!/^(proxy-)?authorization$/i.test(name)) return checkHeader(value);
  const user = findUserField(values, fieldMapping, { user: "user", secret });
  if (user !== null && typeof user === "object") return user;
  return user === null ? checkHeader(value) : `Basic ${toBase64(utf8(`${values[user]}:${value}`))}`;
}

function checkHeader(value: string): string | MissingField {
  return /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ? { missing: "that fits into a header: it contains line breaks or invalid characters" }
    : value;
}

function findSecretField(
  values: VaultValues,
  mapping: FieldMapping,
  { secret }: FilledFields,
): string | MissingField {
  if (mapping.password !== undefined) return pick(values, mapping.password);
  const field = [secret, ...SECRET_FIELDS].find((name) => Object.hasOwn(values, name));
  if (field !== undefined) return field;
  const [only, ...others] = Object.keys(values);
  if (only !== undefined && others.length === 0) return only;
  return { missing: "for the secret: choose one in fieldMapping.password" };
}

function findUserField(
  values: VaultValues,
  mapping: FieldMapping,
  { user }: FilledFields,
): string | null | MissingField {
  if (mapping.user !== undefined) return pick(values, mapping.user);
  return [user ?? "", ...USER_FIELDS].find((name) => Object.hasOwn(values, name)) ?? null;
}

function pick(values: VaultValues, name: string): string | MissingField {
  return Object.hasOwn(values, name) ? name : { missing: `called ${name}` };
}
