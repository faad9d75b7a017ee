import { type Env, secretBoxOf } from "../../env.ts";
import { getAt, setAt } from "../../lib/at_path.ts";
import type { Config, SecretPath } from "../../lib/config.ts";
import { AppError, type Problem, refuseFields } from "../../lib/errors.ts";
import { formatTextPath } from "../../lib/format_path.ts";
import { isHalfMask, MASK } from "../../lib/mask.ts";
import { findMaskedAddresses, MASKED_ADDRESS, maskAddresses, restoreAddresses } from "../../lib/redact.ts";

export interface SecretKind {
  findSecrets(config: Config): SecretPath[];
  destinationOf(config: Config, path?: SecretPath): string;
  storedPathOf?(path: SecretPath, configs: { config: Config; stored: Config }): SecretPath;
  showsTailOf?: SecretPath;
}

const SHORTEST_WITH_TAIL = 16;
const TAIL = 4;

interface StoredConfig {
  config: Config;
}

export function maskCredentials(kind: SecretKind, config: Config): Config {
  return maskAddresses(maskSecrets(kind, config));
}

export function maskSecrets(kind: SecretKind, config: Config): Config {
  return kind.findSecrets(config).reduce((masked, path) => setAt(masked, path, MASK), config);
}

export async function maskSecretsWithTail(
  env: Env,
  kind: SecretKind,
  { config, name }: { config: Config; name: string },
): Promise<Config> {
  const masked = maskSecrets(kind, config);
  const path = kind.showsTailOf;
  const sealed = path && getAt(config, path);
  if (!path || typeof sealed !== "string") return masked;
  return setAt(masked, path, await tailMask(env, sealed, nameOf(name, path)));
}

async function tailMask(env: Env, sealed: string, name: string): Promise<string> {
  const plain = await (await secretBoxOf(env)).open(sealed, name);
  return plain !== null && plain.length >= SHORTEST_WITH_TAIL ? MASK + plain.slice(-TAIL) : MASK;
}

/**
 * New secrets are sealed under `name/path`; masks keep the stored ones. A kept secret must not go to a
 * different destination than it was entered for.
 */
export async function sealSecrets(
  env: Env,
  kind: SecretKind,
  sent: {
    config: Config;
    stored: StoredConfig | null;
    name: string;
    root?: string;
  },
): Promise<Config> {
  const { config, problems } = await findSealed(env, kind, sent);
  refuseFields(problems);
  return config;
}

export async function findSealed(
  env: Env,
  kind: SecretKind,
  {
    config,
    stored,
    name,
    root = "config",
  }: { config: Config; stored: StoredConfig | null; name: string; root?: string },
): Promise<{ config: Config; problems: Problem[] }> {
  const whole = restoreAddresses(config, stored?.config);
  let sealed = whole;
  const problems: Problem[] = [];
  const refuse = (path: SecretPath, message: string) =>
    problems.push({ path: formatTextPath(root, path), message });
  for (const path of findMaskedAddresses(whole)) refuse(path, MASKED_ADDRESS);
  for (const path of kind.findSecrets(whole)) {
    const response = await sealOne(env, kind, { config: whole, stored, name, path });
    if ("text" in response) sealed = setAt(sealed, path, response.text);
    else refuse(path, response.problem);
  }
  return { config: sealed, problems };
}

async function sealOne(
  env: Env,
  kind: SecretKind,
  one: { config: Config; stored: StoredConfig | null; name: string; path: SecretPath },
): Promise<{ text: string } | { problem: string }> {
  const { config, stored, path } = one;
  const given = getAt(config, path);
  if (typeof given !== "string") return { problem: "A secret must be text." };
  const name = nameOf(one.name, path);
  const box = await secretBoxOf(env);
  const origin = (stored && kind.storedPathOf?.(path, { config, stored: stored.config })) ?? path;
  const oldName = nameOf(one.name, origin);
  const before = stored && getAt(stored.config, origin);
  const isMask = given === MASK || (await isOwnMask(env, kind, { ...one, given }));
  if (!isMask) {
    if (isHalfMask(given))
      return { problem: "This is a partial mask: enter the whole secret, or keep the mask." };
    const isSame = typeof before === "string" && name === oldName && (await box.open(before, name)) === given;
    return { text: isSame ? before : await box.seal(given, name) };
  }
  if (!stored || typeof before !== "string")
    return { problem: "There is no stored secret to keep here: enter it." };
  if (kind.destinationOf(stored.config, origin) !== kind.destinationOf(config, path))
    return { problem: "The destination address changed: enter the secret again." };
  if (name === oldName) return { text: before };
  const plain = await box.open(before, oldName);
  return plain === null
    ? { problem: "SECRET_KEY doesn't decrypt the stored secret: enter it again." }
    : { text: await box.seal(plain, name) };
}

export async function openSecrets(
  env: Env,
  kind: Pick<SecretKind, "findSecrets">,
  { config, name }: { config: Config; name: string },
): Promise<Config> {
  let open = config;
  for (const path of kind.findSecrets(config)) {
    const plain = await (await secretBoxOf(env)).open(String(getAt(config, path)), nameOf(name, path));
    if (plain === null) {
      throw new AppError("unavailable", "SECRET_KEY doesn't decrypt a stored secret: enter it again.");
    }
    open = setAt(open, path, plain);
  }
  return open;
}

async function isOwnMask(
  env: Env,
  kind: SecretKind,
  {
    given,
    path,
    stored,
    name,
  }: { given: string; path: SecretPath; stored: StoredConfig | null; name: string },
): Promise<boolean> {
  if (!stored || given === MASK || kind.showsTailOf?.join("/") !== path.join("/")) return false;
  const sealed = getAt(stored.config, path);
  return typeof sealed === "string" && given === (await tailMask(env, sealed, nameOf(name, path)));
}

function nameOf(name: string, path: SecretPath): string {
  return `${name}/${path.join("/")}`;
}
