import { getAt, setAt } from "../../lib/at_path.ts";
import { toBase64, utf8 } from "../../lib/bytes.ts";
import type { Config } from "../../lib/config.ts";
import { AppError } from "../../lib/errors.ts";
import type { VaultValues } from "../../schema/vault_secret.ts";
import type { FieldMapping } from "./reference.ts";
import { type FilledFields, type FoundReference, fillsOf } from "./spots.ts";

const USER_FIELDS = ["user", "username"];
const SECRET_FIELDS = ["password", "value"];

/** Databases cut long user names to these lengths in their errors. */
const CUT_LENGTHS = [16, 32, 48, 63, 80, 128];

interface MissingField {
  missing: string;
}

export interface FilledConfig {
  config: Config;
  hidden: readonly string[];
}

interface NamedSecret {
  vault: string;
  secret: string;
  values: VaultValues;
  fieldMapping?: FieldMapping | undefined;
}

/** The `unavailable` error names vault, secret and fields, never a value. */
export function fillNamed(
  { config, hidden }: FilledConfig,
  found: FoundReference,
  named: NamedSecret,
): FilledConfig {
  const result = fillReference(config, found, named);
  if (!("missing" in result)) return { config: result.config, hidden: [...hidden, ...result.hidden] };
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
): FilledConfig | MissingField {
  const fills = fillsOf(found, config);
  const bare = setAt(config, [...found.holder, "vault"], undefined);
  if (fills === "authorization") return fillAuthorization(bare, found, { values, fieldMapping });
  if (fills === "itself") return fillHeader(bare, found, { values, fieldMapping });
  const secret = findSecretField(values, fieldMapping, fills);
  if (typeof secret === "object") return secret;
  const filled = setAt(bare, [...found.holder, fills.secret], values[secret]);
  if (fills.user === undefined) return { config: filled, hidden: hiddenOf(values, { secret }) };
  const user = findUserField(values, fieldMapping, fills);
  if (user !== null && typeof user === "object") return user;
  const hidden = hiddenOf(values, { secret, user, fills });
  const place = [...found.holder, fills.user];
  if (user !== null) return { config: setAt(filled, place, values[user]), hidden };
  const own = getAt(config, place);
  if (fills.isUserOptional || (typeof own === "string" && own !== "")) return { config: filled, hidden };
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
): FilledConfig | MissingField {
  const header = headerOf("authorization", given);
  if ("missing" in header) return header;
  const place = [...found.holder, "headers"];
  const headers = (getAt(bare, place) ?? {}) as Config;
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization");
  const { value, hidden } = header;
  return { config: setAt(bare, place, { ...Object.fromEntries(others), Authorization: value }), hidden };
}

function fillHeader(
  bare: Config,
  found: FoundReference,
  given: ResolvedReference,
): FilledConfig | MissingField {
  const header = headerOf(found.holder.at(-1) ?? "", given);
  if ("missing" in header) return header;
  return { config: setAt(bare, found.holder, header.value), hidden: header.hidden };
}

interface FilledHeader {
  value: string;
  hidden: readonly string[];
}

function headerOf(name: string, { values, fieldMapping }: ResolvedReference): FilledHeader | MissingField {
  const secret = findSecretField(values, fieldMapping, { secret: name });
  if (typeof secret === "object") return secret;
  const value = values[secret] ?? "";
  if (!/^(proxy-)?authorization$/i.test(name)) return checkHeader(value);
  const user = findUserField(values, fieldMapping, { user: "user", secret });
  if (user === null) return checkHeader(value);
  if (typeof user === "object") return user;
  const login = `${values[user]}:${value}`;
  return { value: `Basic ${toBase64(utf8(login))}`, hidden: hiddenOf(values, { secret, user }) };
}

function checkHeader(value: string): FilledHeader | MissingField {
  return /[^\t\x20-\x7e\x80-\xff]/.test(value)
    ? { missing: "that fits into a header: it contains line breaks or invalid characters" }
    : { value, hidden: [value] };
}

/** A user name stays readable if it comes from a field for user names: a mapping can send any other field as one. */
function hiddenOf(
  values: VaultValues,
  { secret, user = null, fills }: { secret: string; user?: string | null; fills?: FilledFields },
): string[] {
  const value = values[secret] ?? "";
  if (user === null || user === fills?.user || USER_FIELDS.includes(user)) return [value];
  const sent = values[user] ?? "";
  const beginnings = CUT_LENGTHS.filter((length) => length < sent.length);
  return [value, sent, ...beginnings.map((length) => sent.slice(0, length))];
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
